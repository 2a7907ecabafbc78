/** blpk of bloscpack 0.16 and hyperslab's pack, unpack and append side by side: options, defaults, words, files. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Command } from "../../src/cli/command.ts";
import { appendCommand } from "../../src/cli/commands/bloscpack/append.ts";
import { packCommand } from "../../src/cli/commands/bloscpack/pack.ts";
import { unpackCommand } from "../../src/cli/commands/bloscpack/unpack.ts";
import { allOptions } from "../../src/cli/options.ts";
import { runCli } from "../cli/run-cli.ts";
import { noise, same, sampleBytes } from "../operations/bloscpack/sample-bytes.ts";
import { useBlpk } from "./blpk.ts";

const blpk = useBlpk();
let folder: string;
const path = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-blpk-"));
  writeFileSync(path("noise"), noise(2_500_000));
  writeFileSync(path("more"), noise(1_300_000, 5));
  writeFileSync(path("meta.json"), '{"a": [1, 2.5, null], "b": "x"}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `-t, --typesize` as the help of blpk shows them, with or without values between. */
function optionsIn(help: string): readonly (readonly [string, string])[] {
  return Array.from(
    help.matchAll(/^ {2}-(\w)(?: [^,\n]*(?:, \d+\])?)?, --([a-z-]+)/gm),
    ([, short = "", name = ""]) => [short, name],
  );
}

describe("options", () => {
  const commands: readonly (readonly [string, Command, readonly string[]])[] = [
    ["compress", packCommand, []],
    ["decompress", unpackCommand, []],
    // Nothing is overwritten there: blpk takes the option and does nothing with it.
    ["append", appendCommand, ["force"]],
  ];

  it.each(commands)("of blpk %s are all there, with their letters", async (verb, command, without) => {
    const theirs = [...optionsIn((await blpk("--help")).stdout), ...optionsIn((await blpk(verb, "--help")).stdout)];
    expect(theirs.length).toBeGreaterThan(5);
    const ours = allOptions(command);
    for (const [short, name] of theirs) {
      if (without.includes(name)) continue;
      expect([verb, name, ours[name]?.short]).toEqual([verb, name, short]);
    }
  });
});

describe("files of what does not compress are the same byte for byte", () => {
  it.each([
    [[]],
    [["-z", "64K"]],
    [["-z", "1.5K", "-t", "4"]],
    [["-z", "max", "-k", "sha256"]],
    [["-z", "110000", "-l", "0", "-k", "None"]],
    [["-s", "-o", "-c", "lz4", "-k", "crc32"]],
    [["-c", "zlib", "-l", "1", "-z", "1M"]],
  ])("with %j", async (options) => {
    expect((await blpk("-f", "-n", "1", "compress", ...options, path("noise"), path("theirs.blp"))).status).toBe(0);
    expect((await runCli(["pack", "-f", ...options, path("noise"), path("ours.blp")])).code).toBe(0);
    expect(same(readFileSync(path("ours.blp")), readFileSync(path("theirs.blp")))).toBe(true);
    if (options.includes("-o")) return;
    expect((await blpk("-n", "1", "append", path("theirs.blp"), path("more"))).status).toBe(0);
    expect((await runCli(["append", path("ours.blp"), path("more")])).code).toBe(0);
    const [ours, theirs] = [readFileSync(path("ours.blp")), readFileSync(path("theirs.blp"))];
    // Bytes that it leaves behind the end of the last chunk are cut off here.
    expect(same(ours, theirs.subarray(0, ours.length))).toBe(true);
  });

  it("with metadata, whose zlib streams may differ, all but those", async () => {
    expect((await blpk("-n", "1", "c", "-m", path("meta.json"), path("noise"), path("m-theirs.blp"))).status).toBe(0);
    expect((await runCli(["pack", "-m", path("meta.json"), path("noise"), path("m-ours.blp")])).code).toBe(0);
    const [ours, theirs] = [readFileSync(path("m-ours.blp")), readFileSync(path("m-theirs.blp"))];
    expect(ours.length).toBe(theirs.length);
    expect(same(ours.subarray(0, 32), theirs.subarray(0, 32))).toBe(true);
    expect(same(ours.subarray(-2_500_000), theirs.subarray(-2_500_000))).toBe(true);
  });
});

describe("--verbose", () => {
  const threads = availableParallelism();

  /** What we say on stderr, without the summary that we say anyway. */
  function words(stderr: string): string {
    return stderr
      .split("\n")
      .filter((line) => line.startsWith("blpk: "))
      .join("\n");
  }

  it("says what blpk says of pack, unpack and append", async () => {
    const argv = ["-v", "-f", "-n", String(threads)];
    const packed = path("said.blp");
    for (const run of [1, 2]) {
      const theirs = (await blpk(...argv, "compress", path("noise"), packed)).stdout.trim();
      if (run === 1) rmSync(packed);
      const ours = words((await runCli(["pack", ...argv, path("noise"), packed])).stderr);
      expect(ours).toBe(theirs);
    }
    const theirs = (await blpk(...argv, "decompress", packed, path("out"))).stdout.trim();
    rmSync(path("out"));
    expect(words((await runCli(["unpack", ...argv, packed, path("out")])).stderr)).toBe(theirs);
    const before = readFileSync(packed);
    const told = (await blpk("-v", "-n", "1", "append", packed, path("more"))).stdout.trim();
    writeFileSync(packed, before);
    expect(words((await runCli(["append", "-v", "-n", "1", packed, path("more")])).stderr)).toBe(told);
  });

  it("--debug says more, and both say nothing on stdout", async () => {
    const { stdout, stderr } = await runCli(["pack", "-d", "-f", path("noise"), path("said.blp")]);
    expect(stdout).toBe("");
    expect(stderr).toContain("blpk: command line arguments are:");
    expect(stderr).toContain("blpk:     force: true");
    expect((await blpk("-d", "-f", "c", path("noise"), path("said.blp"))).stdout).toContain(
      "command line arguments are:",
    );
  });
});

describe("what is there is not overwritten", () => {
  it("by neither without --force", async () => {
    writeFileSync(path("kept"), sampleBytes(10));
    writeFileSync(path("kept.blp"), "mine");
    expect((await blpk("c", path("kept"))).status).toBe(1);
    expect((await runCli(["pack", path("kept")])).code).toBe(1);
    expect(readFileSync(path("kept.blp"), "utf8")).toBe("mine");
  });
});
