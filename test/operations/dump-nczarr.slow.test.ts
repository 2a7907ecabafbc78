/** Every dataset of every version of netCDF-C: our dump, `-h` and `-s`, against what that version's ncdump printed. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type DumpOptions, dump, encodeNetcdfText } from "../../src/index.ts";
import { unpack } from "../fixture-sets.ts";
import { DIFFERENCES, type Difference, type DumpCase, PURE_DIFFERENCES, PURE_OPENED } from "./dump-differences.ts";

const folder = join(unpack("fixtures/nczarr/datasets.tar.gz"), "nczarr");

const OPTIONS = [
  ["all", ".cdl", {}],
  ["header", ".h.cdl", { header: true }],
  ["special", ".s.cdl", { header: true, special: true }],
] as const;

interface Recorded extends DumpCase {
  readonly path: string;
  readonly text: string;
  readonly options: DumpOptions;
}

const cases: readonly Recorded[] = readFileSync(join(folder, "manifest.tsv"), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t")[8]!)
  .filter((path) => /\.(file|zip)$/.test(path) && existsSync(join(folder, path)))
  .flatMap((path) => {
    const [tag, mode, file] = path.split("/") as [string, string, string];
    const name = file.replace(/\.(file|zip)$/, "");
    return OPTIONS.flatMap(([option, ending, options]) => {
      const text = `${tag}/${mode}/${name}${ending}`;
      return existsSync(join(folder, text)) ? [{ tag, mode, name, option, path, text, options }] : [];
    });
  });

/** Bytes that are not UTF-8 stay what they are. */
const textOf = (path: string): string => readFileSync(join(folder, path), "latin1");
const nameIn = (text: string): string | undefined => /^netcdf (.*) \{/.exec(text)?.[1];

async function dumped(path: string, options: DumpOptions): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of dump(join(folder, path), options)) pieces.push(encodeNetcdfText(`${piece}\n`));
  return Buffer.concat(pieces).toString("latin1");
}

const applies = ({ tags, modes, names, option }: Difference, own: DumpCase): boolean =>
  tags.test(own.tag) &&
  modes.test(own.mode) &&
  names?.test(own.name) !== false &&
  (option ?? own.option) === own.option;

const used = new Set<Difference>();

/** The text as these rules have it. A rule that changes something is used. */
function changed(text: string, rules: readonly Difference[], step: "mend" | "trim"): string {
  return rules.reduce((before, rule) => {
    const after = rule[step]?.(before) ?? before;
    if (after !== before) used.add(rule);
    return after;
  }, text);
}

const sorted = (text: string): string => text.split("\n").sort().join("\n");

/** Fails unless the dump is the recorded text, after the rules. */
async function compare(own: Recorded): Promise<void> {
  const other = DIFFERENCES.find((rule) => rule.instead !== undefined && applies(rule, own));
  const [tag, mode] = other?.instead?.split("/") ?? [own.tag, own.mode];
  const text = own.text.replace(/^[^/]+\/[^/]+/, `${tag}/${mode}`);
  const rules = DIFFERENCES.filter((rule) => applies(rule, { ...own, tag: tag!, mode: mode! }));
  const properties = /_NCProperties = .*/.exec(textOf(own.text))?.[0] ?? "";
  const recorded = textOf(text).replace(/_NCProperties = .*/, properties);
  if (other !== undefined && recorded !== textOf(own.text)) used.add(other);
  const where = `${own.path} ${own.option}`;
  const options = { ...own.options, name: nameIn(recorded) };
  const refusal = rules.find(({ refused }) => refused !== undefined);
  if (refusal !== undefined) {
    await expect(dumped(own.path, options), where).rejects.toMatchObject({ code: refusal.refused });
    used.add(refusal);
    return;
  }
  const mended = changed(recorded, rules, "mend");
  const ours = changed(await dumped(own.path, options), rules, "trim");
  const shuffled = rules.find(({ anyOrder }) => anyOrder);
  if (shuffled !== undefined && ours !== mended) {
    used.add(shuffled);
    expect(sorted(ours), where).toBe(sorted(mended));
  } else expect(ours, where).toBe(mended);
}

describe("the dump of each dataset", () => {
  it("has texts of nine versions", () => {
    expect(cases.length).toBeGreaterThan(2000);
    expect(new Set(cases.map(({ tag }) => tag)).size).toBe(9);
  });

  it.each(cases)("$path $option", compare);

  afterAll(() => {
    if (used.size === 0) return;
    expect(DIFFERENCES.filter((rule) => !used.has(rule)).map(({ reason }) => reason)).toEqual([]);
  });
});

describe("the dump of stores made by hand", () => {
  const names = readdirSync(join(folder, "pure")).flatMap((file) => /^(.*)\.zarr$/.exec(file)?.[1] ?? []);
  const isPrinted = (name: string): boolean => existsSync(join(folder, `pure/${name}.head.cdl`));

  it.each(names.filter(isPrinted))("%s is as the newest netCDF-C prints it", async (name) => {
    const recorded = textOf(`pure/${name}.head.cdl`);
    const mend = PURE_DIFFERENCES.find(([own]) => own === name)?.[2];
    const expected = mend?.(recorded) ?? recorded;
    expect(expected !== recorded).toBe(mend !== undefined);
    expect(await dumped(`pure/${name}.zarr`, { name: nameIn(recorded) })).toBe(expected);
  });

  it("refuses or opens each of those that the newest netCDF-C cannot open", () => {
    expect(names.filter((name) => !isPrinted(name)).sort()).toEqual([...PURE_OPENED.keys()].sort());
  });

  it.each([...PURE_OPENED])("%s, which netCDF-C cannot open: %s", async (name, outcome) => {
    const text = dumped(`pure/${name}.zarr`, {});
    if (/^[a-z-]+$/.test(outcome)) await expect(text).rejects.toMatchObject({ code: outcome });
    else expect(await text).toContain(outcome);
  });
});
