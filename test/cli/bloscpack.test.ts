/** hyperslab pack, unpack, append and bloscpack info. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixtureFile, plainFiles } from "../formats/bloscpack/fixture-files.ts";
import { same, sampleBytes } from "../operations/bloscpack/sample-bytes.ts";
import { runCli } from "./run-cli.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-cli-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string): string => join(folder, name);

describe("bloscpack info", () => {
  const shown = plainFiles().filter(({ info, expect_error }) => info !== undefined && expect_error === undefined);
  it.each(shown)("$name: prints what blpk info prints", async ({ path: file, info }) => {
    const { code, stdout } = await runCli(["bloscpack", "info", file]);
    expect(code).toBe(0);
    expect(stdout).toBe(info?.replace(/\[exit 0\]\n?$/, ""));
  });

  it("gives it as JSON", async () => {
    const { stdout } = await runCli(["bloscpack", "info", fixtureFile("meta-default").path, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      header: fixtureFile("meta-default").header,
      offsets: [1510, 41412, 81181, 121109],
      metadata: fixtureFile("meta-default").metadata,
      metadata_header: fixtureFile("meta-default").metadata_header,
      first_chunk: { codec: "blosclz", nbytes: 65536 },
    });
  });

  it.each([
    ["bad-magic", 1],
    ["bad-options-bit3", 7],
    ["bad-version-0", 1],
    ["bad-meta-magic", 7],
  ])("%s ends with %i", async (name, expected) => {
    const { code, stderr } = await runCli(["bloscpack", "info", fixtureFile(name).path]);
    expect(code).toBe(expected);
    expect(stderr).toMatch(/at byte \d+/);
  });

  it("has no other verb", async () => {
    expect((await runCli(["bloscpack", "inf", "x.blp"])).code).toBe(2);
    expect((await runCli(["bloscpack", "info", path("none.blp")])).code).toBe(3);
  });
});

describe("pack, unpack and append", () => {
  it("go there and back", async () => {
    const [first, more] = [sampleBytes(100_000), sampleBytes(7000, 3)];
    writeFileSync(path("a.dat"), first);
    writeFileSync(path("more"), more);
    writeFileSync(path("meta.json"), '{"b": [1, 2], "a": null}');
    const packed = await runCli([
      "pack",
      "-c",
      "lz4",
      "-t",
      "4",
      "-z",
      "16K",
      "-k",
      "sha256",
      "-m",
      path("meta.json"),
      path("a.dat"),
    ]);
    expect(packed).toMatchObject({ code: 0, stdout: "" });
    expect(packed.stderr).toMatch(/a\.dat\.blp: 97\.7 KiB to .* in 7 chunks/);
    expect((await runCli(["append", path("a.dat.blp"), path("more"), "--json"])).code).toBe(0);
    const back = await runCli(["unpack", path("a.dat.blp"), path("b.dat")]);
    expect(back).toMatchObject({ code: 0, stdout: "blpk: Metadata:\nblpk: {'a': None, 'b': [1, 2]}\n" });
    expect(same(readFileSync(path("b.dat")), Buffer.concat([first, more]))).toBe(true);
  });

  it("keep every digit of the metadata they are given, and say where they are no JSON", async () => {
    writeFileSync(path("a"), "x");
    writeFileSync(path("meta.json"), '{"id": 9007199254740993, "scale": 1.0, "tiny": 1e-7}');
    expect((await runCli(["pack", "-m", path("meta.json"), path("a")])).code).toBe(0);
    const { stdout } = await runCli(["bloscpack", "info", path("a.blp")]);
    expect(stdout).toContain("blpk: {'id': 9007199254740993, 'scale': 1.0, 'tiny': 1e-07}\n");
    expect((await runCli(["bloscpack", "info", path("a.blp"), "--json"])).stdout).toContain('"id": 9007199254740993');
    writeFileSync(path("meta.json"), '{"a": 1,\n b}');
    const wrong = await runCli(["append", "-m", path("meta.json"), path("a.blp"), path("a")]);
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining("meta.json:2:2")]);
    const absent = await runCli(["pack", "-f", "-m", path("none.json"), path("a")]);
    expect([absent.code, absent.stderr]).toEqual([3, expect.stringMatching(/there is no such file .*none\.json/)]);
    expect(readdirSync(folder).sort()).toEqual(["a", "a.blp", "meta.json"]);
  });

  it("refuse to overwrite without --force, and leave nothing behind", async () => {
    writeFileSync(path("a"), sampleBytes(10));
    writeFileSync(path("a.blp"), "mine");
    const refused = await runCli(["pack", path("a")]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("--force");
    expect(readFileSync(path("a.blp"), "utf8")).toBe("mine");
    expect((await runCli(["pack", "-f", path("a")])).code).toBe(0);
    expect((await runCli(["unpack", path("a.blp")])).code).toBe(1);
    expect((await runCli(["unpack", "-f", path("a.blp")])).code).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(["a", "a.blp"]);
  });

  it("write nothing where something is wrong", async () => {
    const { code, stderr } = await runCli(["unpack", fixtureFile("bad-digest").path, path("out")]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /chunk \d+ at byte \d+: checksum mismatch \(adler32\).*expected [0-9a-f]{8}, found [0-9a-f]{8}/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it("salvage what is whole and list what is lost", async () => {
    const { code, stderr } = await runCli(["unpack", "--salvage", fixtureFile("bad-digest").path, path("out")]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/lost: chunk \d+ \(bytes \d+ to \d+\): .*checksum mismatch/);
    expect(existsSync(path("out"))).toBe(true);
  });

  it("salvage the chunks where metadata are damaged, and say so", async () => {
    const { code, stdout, stderr } = await runCli([
      "unpack",
      "--salvage",
      fixtureFile("bad-meta-codec").path,
      path("out"),
    ]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("lost: the metadata: an unknown metadata codec at byte 42");
    expect(readFileSync(path("out")).length).toBe(200_000);
  });

  it("say what they do with --verbose, in blpk's words and on stderr, and take a number of threads", async () => {
    writeFileSync(path("a"), sampleBytes(2 ** 20 + 5));
    const { code, stdout, stderr } = await runCli(["pack", "-v", "-n", "1", "-z", "64K", path("a")]);
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toContain(
      `blpk: using 1 thread\nblpk: getting ready for compression\nblpk: input file is: '${path("a")}'\n`,
    );
    expect(stderr).toContain("blpk: nchunks: 17\nblpk: chunk_size: 64.0K (65536B)\nblpk: last_chunk_size: 5.0B (5B)\n");
    expect(stderr).toMatch(/blpk: compression ratio: \d\.\d{6}\nblpk: done\n/);
    const unpacked = await runCli(["unpack", "-d", "-f", "-n", "3", path("a.blp")]);
    expect(unpacked.stderr).toContain(`blpk: overwriting existing file: '${path("a")}'\n`);
    expect(unpacked.stderr).toContain("blpk:     nthreads: 3\n");
    expect((await runCli(["unpack", "-n", "257", path("a.blp")])).code).toBe(2);
    const broken = await runCli(["unpack", "-d", fixtureFile("bad-digest").path, path("out")]);
    expect(broken.stderr).toMatch(/\n +at .*unpack/);
  });

  it.each([
    [["pack"], 2],
    [["pack", "-z", "1Q", "x"], 2],
    [["pack", "-l", "10", "x"], 2],
    [["pack", "-c", "lz5", "x"], 2],
    [["pack", "-k", "md6", "x"], 2],
    [["pack", "-t", "256", "x"], 2],
    [["pack", "no-such-file-here"], 3],
    [["unpack", "x"], 2],
    [["unpack", "-e", "x"], 2],
    [["unpack", "no-such-file.blp"], 3],
    [["append", "x.blp"], 2],
    [["append", "x", "y"], 2],
    [["append", "no-such-file.blp", "package.json"], 3],
  ])("%j ends with %i", async (argv, expected) => {
    expect((await runCli(argv)).code).toBe(expected);
  });
});
