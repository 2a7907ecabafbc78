/**
 * xarray reads the same before and after a copy: 40 and more datasets that it wrote (types, masks, packed values, times, texts,
 * groups, scalars, absent chunks), copied between Zarr v2, Zarr v3 and NCZarr in all directions.
 */
import { type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureEnvironment } from "../../scripts/peers/environments.mjs";
import { copy } from "../../src/index.ts";

const PEER = "test/interop/copy_xarray_peer.py";

interface Case {
  readonly formats: readonly ("v2" | "v3")[];
  readonly groups: readonly string[];
  /** `plain`: NCZarr has no such type, or has texts as bytes. `bytes`: strings, which netCDF-C's fill value does not let xarray read. */
  readonly kinds: "" | "plain" | "bytes";
}

const FORMATS = { v2: "zarr2", v3: "zarr3", nczarr: "nczarr" } as const;

const folder = mkdtempSync(join(tmpdir(), "hyperslab-xarray-"));
let cases = new Map<string, Case>();
let child: ChildProcessByStdio<Writable, Readable, null>;
const waiting: ((answer: string) => void)[] = [];

async function ask(question: unknown): Promise<Readonly<Record<string, unknown>>> {
  const answer = await new Promise<string>((resolve) => {
    waiting.push(resolve);
    child.stdin.write(`${JSON.stringify(question)}\n`);
  });
  return JSON.parse(answer);
}

/** How xarray's views of two datasets differ; null if they do not. */
async function difference(before: string, after: string, groups: readonly string[]): Promise<unknown> {
  return (await ask({ before, after, groups }))["difference"];
}

beforeAll(() => {
  const python = ensureEnvironment("xarray");
  const told = execFileSync(python, [PEER, "make", folder], { encoding: "utf8" });
  cases = new Map(Object.entries(JSON.parse(told) as Record<string, Case>));
  child = spawn(python, [PEER, "compare"], { stdio: ["pipe", "pipe", "inherit"] });
  createInterface({ input: child.stdout }).on("line", (line) => waiting.shift()?.(line));
  child.on("exit", (code) => {
    for (const answer of waiting.splice(0)) answer(JSON.stringify({ difference: `the peer ended with ${code}` }));
  });
});

afterAll(() => {
  child.stdin.end();
  rmSync(folder, { recursive: true, force: true });
});

interface Way {
  readonly way: readonly (keyof typeof FORMATS)[];
}

/** Copies from one format to the next, and compares each copy with the first dataset. */
async function along(
  name: string,
  { groups }: Case,
  way: readonly (keyof typeof FORMATS)[],
): Promise<string | undefined> {
  const first = join(folder, `${name}.${way[0]}`);
  let from = first;
  for (const [index, format] of way.slice(1).entries()) {
    const to = join(folder, `${name}.${way.slice(0, index + 2).join("-")}`);
    // The order of definition, which NCZarr records, is lost in the others.
    const copied = copy(from, to, { format: FORMATS[format], overwrite: true, lossy: way[index] === "nczarr" });
    const found = await copied.then(() => difference(first, to, groups), String);
    if (found !== null) return `${name} ${way.join(" ")}: ${format} ${found}`;
    from = to;
  }
  return undefined;
}

describe("copies as xarray reads them", () => {
  test("there are at least 40 datasets in both formats", () => {
    expect(cases.size).toBeGreaterThanOrEqual(40);
    expect([...cases.values()].every(({ formats }) => formats.length === 2)).toBe(true);
  });

  test.each<Way>([
    { way: ["v2", "v3", "v2"] },
    { way: ["v3", "v2", "v3"] },
    { way: ["v2", "v2"] },
    { way: ["v3", "v3"] },
  ])("$way", async ({ way }) => {
    const found = await Promise.all(Array.from(cases, ([name, made]) => along(name, made, way)));
    expect(found.filter((one) => one !== undefined)).toEqual([]);
  });

  test.each<Way>([
    { way: ["v2", "nczarr", "v2"] },
    { way: ["v2", "nczarr", "v3", "nczarr"] },
    { way: ["v3", "nczarr", "v3"] },
    { way: ["v3", "nczarr", "v2", "nczarr"] },
    { way: ["v2", "nczarr", "nczarr"] },
    { way: ["v3", "nczarr", "nczarr"] },
  ])("$way", async ({ way }) => {
    const known = [...cases].filter(([, { kinds }]) => kinds !== "plain");
    expect(known.length).toBeGreaterThanOrEqual(40);
    const found = await Promise.all(known.map(([name, made]) => along(name, made, way)));
    expect(found.filter((one) => one !== undefined)).toEqual([]);
  });

  test("xarray notices a fill value that is taken for a mask", async () => {
    const [before, after] = [join(folder, "i4-zeros.v3"), join(folder, "i4-zeros.spoiled")];
    await copy(before, after, { format: "zarr2" });
    expect(await difference(before, after, [""])).toBeNull();
    const document = join(after, "a", ".zarray");
    const text = readFileSync(document, "utf8");
    expect(text).toContain('"fill_value": null');
    writeFileSync(document, text.replace('"fill_value": null', '"fill_value": 0'));
    expect(await difference(before, after, [""])).not.toBeNull();
  });

  test("netCDF-C takes the same elements of NCZarr for missing", async () => {
    const known = [...cases].filter(
      ([name, { kinds, groups }]) => kinds === "" && groups.length === 1 && name !== "empty",
    );
    // Without filters, which not every build has.
    const paths = known.map(([name]) => join(folder, `${name}.netcdf-c`));
    const wanted: unknown[] = [];
    for (const [index, [name]] of known.entries()) {
      const source = join(folder, `${name}.v3`);
      await copy(source, paths[index]!, { format: "nczarr", codecs: [] });
      wanted.push(await ask({ missing: source }));
    }
    const limited = `ulimit -v 4000000; exec "$0" test/interop/masked_peer.py "$@"`;
    for (const version of ["netcdf4101", "netcdf491"] as const) {
      const read = execFileSync("sh", ["-c", limited, ensureEnvironment(version), ...paths], {
        encoding: "utf8",
        timeout: 120_000,
      });
      expect(
        read
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line)),
      ).toEqual(wanted);
    }
  });

  test("NCZarr refuses the types that netCDF does not have, and takes texts as bytes", async () => {
    for (const [name, { kinds }] of cases) {
      if (kinds !== "plain") continue;
      const copied = copy(join(folder, `${name}.v3`), join(folder, `${name}.plain`), { format: "nczarr" });
      if (name.startsWith("text")) await expect(copied, name).resolves.toMatchObject({ verified: true });
      else await expect(copied, name).rejects.toMatchObject({ code: "unsupported" });
    }
  });
});
