/** A scan that is killed goes on where it was: files that were done are not read again, and nothing is left at the end. */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scan } from "../../../src/index.ts";
import { runCli } from "../../cli/run-cli.ts";
import { ended, startCli } from "../../cli/spawn-cli.ts";
import { objectServer } from "../../stores/object-server.ts";
import { rawZip } from "../../stores/raw-zip.ts";
import { tarOf } from "../../stores/tar-of.ts";
import { untar } from "../../untar.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-resume-"));
beforeAll(() => untar(gunzipSync(readFileSync("fixtures/scan/files.tar.gz")), folder));
afterAll(() => rmSync(folder, { recursive: true }));

const months = ["a.nc", "b.nc", "c.nc"];
const text = (path: string): string => readFileSync(path, "utf8");
const partsOf = (state: string): readonly string[] =>
  existsSync(state) ? readdirSync(state).filter((name) => name.endsWith(".file.json")) : [];

test("kill -9, and again", async () => {
  const server = await objectServer();
  try {
    const url = server.add(months.map((name) => [name, new Uint8Array(readFileSync(join(folder, "months", name)))]));
    const files = months.map((name) => `${url}/${name}`);
    const set = join(folder, "all.json");
    const gate = server.hold(({ url: path }) => path.endsWith("c.nc"));
    const program = startCli(["refs", "scan", ...files, set, "--concat", "time", "--resume"]);
    const end = ended(program);
    await gate.first;
    await expect.poll(() => partsOf(`${set}.parts`).length, { timeout: 120_000 }).toBe(2);
    program.kill("SIGKILL");
    await end;
    expect(existsSync(set)).toBe(false);
    gate.release();
    server.seen.length = 0;
    const again = await runCli(["refs", "scan", ...files, set, "--concat", "time", "--resume"]);
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("to 3 files")]);
    // Of files that were done, only the version is asked for, and arrays that must be the same in all are compared.
    const first = server.seen.filter(({ url: path }) => path.endsWith("a.nc"));
    expect(first.filter(({ method, headers }) => method === "GET" && /^bytes=0-/.test(headers.range ?? ""))).toEqual(
      [],
    );
    expect(existsSync(`${set}.parts`) ? readdirSync(`${set}.parts`) : []).toEqual([]);
    const plain = join(folder, "plain.json");
    await runCli(["refs", "scan", ...files, plain, "--concat", "time"]);
    expect(JSON.parse(text(set))).toEqual(JSON.parse(text(plain)));
  } finally {
    await server.close();
  }
});

test("a file that changed meanwhile is scanned again, and so is one whose record is damaged", async () => {
  const state = join(folder, "state");
  const files = months.map((name) => join(folder, "months", name));
  const options = { concat: "time", resume: state };
  const { virtual } = await scan(files, options);
  expect(partsOf(state)).toHaveLength(3);
  utimesSync(files[0]!, new Date(), new Date(2020, 1, 1));
  const [record] = partsOf(state)
    .map((name) => join(state, name))
    .filter((path) => text(path).includes("b.nc"));
  writeFileSync(record!, "{");
  const again = await scan(files, options);
  expect([...again.virtual.nodes.keys()]).toEqual([...virtual.nodes.keys()]);
  expect(text(record!)).toContain("b.nc");
  await again.save(join(folder, "state.json"));
  expect(partsOf(state)).toEqual([]);
});

test.each(["HEAD", "GET"])(
  "a file that changes during the scan, before its first %s, is scanned again",
  async (method) => {
    const server = await objectServer();
    try {
      const bytes = (name: string): Uint8Array => new Uint8Array(readFileSync(join(folder, name)));
      const url = server.add([["a.nc", bytes("months/a.nc")]]);
      const state = join(folder, `changing-${method}.parts`);
      const gate = server.hold((request) => request.method === method && request.url.endsWith("a.nc"));
      const first = scan(`${url}/a.nc`, { resume: state });
      await gate.first;
      server.values.set(`${url.slice(server.origin.length + 1)}/a.nc`, bytes("bounds/0.nc"));
      gate.release();
      // Whichever version was read, and even if that failed, the next scan takes the present one.
      await first.catch(() => undefined);
      const [kept, fresh] = [join(folder, "kept.json"), join(folder, "fresh.json")];
      await (await scan(`${url}/a.nc`)).save(fresh, { overwrite: true });
      await (await scan(`${url}/a.nc`, { resume: state })).save(kept, { overwrite: true });
      expect(JSON.parse(text(kept))).toEqual(JSON.parse(text(fresh)));
    } finally {
      await server.close();
    }
  },
);

describe("members of archives", () => {
  const entries = (): readonly (readonly [string, Uint8Array])[] =>
    months.map((name) => [name, new Uint8Array(readFileSync(join(folder, "months", name)))]);
  const archives: readonly (readonly [string, () => Uint8Array])[] = [
    ["zip", () => rawZip(entries().map(([name, data]) => ({ name, data })))],
    ["tar", () => tarOf(new Map(entries()))],
  ];

  test.each(archives)("of %s are kept like files", async (kind, archive) => {
    const path = join(folder, `months.${kind}`);
    writeFileSync(path, archive());
    const [set, plain] = [join(folder, `of-${kind}.json`), join(folder, `plain-${kind}.json`)];
    const state = `${set}.parts`;
    const files = relative(process.cwd(), path);
    await scan(`${files}|${kind}:*.nc`, { concat: "time", resume: state });
    const kept = partsOf(state);
    expect(kept).toHaveLength(3);
    const before = kept.map((name) => statSync(join(state, name)).mtimeMs);
    const again = await scan(`${files}|${kind}:*.nc`, { concat: "time", resume: state });
    expect(kept.map((name) => statSync(join(state, name)).mtimeMs)).toEqual(before);
    const one = await (await scan(join(folder, "months/*.nc"), { concat: "time" })).group.openArray("t");
    expect((await (await again.group.openArray("t")).read()).data).toEqual((await one.read()).data);
    await again.save(set);
    expect(partsOf(state)).toEqual([]);
    await (await scan(`${path}|${kind}:*.nc`, { concat: "time" })).save(plain);
    expect(JSON.parse(text(set))).toEqual(JSON.parse(text(plain)));
  });

  test.each(archives)("of %s that changed are scanned again", async (kind, archive) => {
    const path = join(folder, `changed.${kind}`);
    writeFileSync(path, archive());
    const state = join(folder, `changed-${kind}.parts`);
    const address = `${path}|${kind}:?.nc`;
    const { virtual } = await scan(address, { concat: "time", resume: state });
    const others = entries().map(([name], index, all) => [name, all[(index + 1) % 3]![1]] as const);
    const changed = kind === "zip" ? rawZip(others.map(([name, data]) => ({ name, data }))) : tarOf(new Map(others));
    writeFileSync(path, changed);
    utimesSync(path, new Date(), new Date(2020, 1, 1));
    const again = await scan(address, { concat: "time", resume: state });
    expect([...again.virtual.nodes.keys()]).toEqual([...virtual.nodes.keys()]);
    const one = await (await scan(join(folder, "months/*.nc"), { concat: "time" })).group.openArray("t");
    expect((await (await again.group.openArray("t")).read()).data).toEqual((await one.read()).data);
  });
});
