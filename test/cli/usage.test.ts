/** What is typed wrong gets one line, a way out and the code 2; help is where it is looked for. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { closest } from "../../src/cli/closest.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { EXIT_CODE_TEXTS } from "../../src/cli/exit-codes.ts";
import { makeTerminal } from "../../src/cli/output/terminal.ts";
import { reportError } from "../../src/cli/report-error.ts";
import { runCli } from "./run-cli.ts";
import { sampleFolder } from "./sample.ts";

const { folder, sample, path, remove } = sampleFolder();
afterAll(remove);

describe("usage", () => {
  it.each<[readonly string[], number, RegExp]>([
    [["inof", "x"], 2, /no command "inof".*\n {2}hint: Did you mean info\?/],
    [["cpoy", "x"], 2, /Did you mean copy\?/],
    [["xyzzy"], 2, /hyperslab --help/],
    [["--helpp"], 2, /no option --helpp\n {2}hint: Did you mean --help\?/],
    [["info", "x.zarr", "--store"], 2, /Did you mean --stored\?/],
    [["info", "x.zarr", "-z"], 2, /no option -z\n {2}hint: Usage: hyperslab info/],
    [["info"], 2, /the address is missing/],
    [["info", "a.zarr", "b.zarr"], 2, /"b.zarr" is one argument too many/],
    [["copy", "a.zarr"], 2, /the target is missing/],
    [
      ["copy", "a.zarr", "b.zarr", "--format", "zarr4"],
      2,
      /takes zarr3, zarr2, nczarr, zarr1, zarr0, zarr3-draft, bloscpack, not "zarr4".*\n.*Did you mean zarr3/,
    ],
    [["create", "a.zarr", "--format", "zarr-v3-darft"], 2, /Did you mean zarr-v3-draft\?/],
    [
      ["create", "a.zarr", "--shape", "4", "--codec", "ztsd"],
      7,
      /"ztsd" is not known.*\n {2}hint: Did you mean zstd\?/,
    ],
    [["create", "a.zarr", "--shape", "4", "--codec", "numcodecs.detla"], 7, /Did you mean numcodecs\.delta\?/],
    [["copy", "a.zarr", "b.zarr", "-j", "0"], 2, /--jobs takes a whole number from 1 up/],
    [["tree", "a.zarr", "--depth"], 2, /--depth needs a value\n {2}hint: Write --depth N\./],
    [["tree", "a.zarr", "--json=yes"], 2, /--json takes no value/],
    [["tree", "a.zarr", "--color", "sometimes"], 2, /--color takes auto, always, never/],
    [["create", "a.zarr", "--dtype", "int8"], 2, /Give --shape/],
    [["create", "a.zarr", "--shape", "4,a"], 2, /--shape takes lengths/],
    [["create", "a.zarr", "--shape", "4", "--chunks", "x=1=2"], 2, /NAME=LENGTH/],
    [["create", "a.zarr", "--shape", "4", "--chunks", "[true]"], 2, /lists of lengths/],
    [["create", "a.zarr", "--shape", "4", "--dtype", "flaot32"], 2, /Did you mean float32/],
    [["create", "a.zarr", "--shape", "4", "--dtype", "{}"], 2, /struct as/],
    [["create", "a.zarr", "--shape", "4", "--codec", "gzip:9"], 2, /NAME:KEY=VALUE/],
    [["attrs", "a.zarr", "--set", "units"], 2, /"units" is not NAME=VALUE/],
    [["completion", "tcsh"], 2, /Known shells are bash, zsh, fish/],
    [["help", "copyy"], 2, /Did you mean copy\?/],
    [["help", "xyzzy"], 2, /Topics are/],
    [["help", "copy", "tree"], 2, /one argument too many/],
  ])("%s", async (argv, code, message) => {
    const outcome = await runCli(argv);
    expect([outcome.code, outcome.stdout]).toEqual([code, ""]);
    expect(outcome.stderr).toMatch(message);
    expect(outcome.stderr.startsWith("error: ")).toBe(true);
  });

  it("takes common options before the command", async () => {
    expect((await runCli(["--json", "--color", "never", "tree", sample])).stdout).toMatch(/^\{/);
    expect((await runCli(["--json", sample])).stdout).toMatch(/^\{/);
  });

  it("takes a bare name that is there for an address", async () => {
    const before = process.cwd();
    process.chdir(folder);
    try {
      mkdirSync("plain");
      await runCli(["create", "./plain", "--shape", "3"]);
      expect((await runCli(["plain"])).stdout).toContain("Zarr v3 array");
    } finally {
      process.chdir(before);
    }
  });
});

describe("the nearest word", () => {
  it.each([
    ["inof", "info"],
    ["cons", "consolidate"],
    ["exprot", "export"],
    ["x", undefined],
    ["something", undefined],
  ])("%s: %s", (typed, meant) => {
    expect(
      closest(
        typed,
        COMMANDS.map(({ name }) => name),
      ),
    ).toBe(meant);
  });
});

describe("help", () => {
  it.each([[], ["--help"], ["-h"], ["help"]])("is there: %s", async (...argv) => {
    const { code, stdout } = await runCli(argv);
    expect(code).toBe(0);
    for (const { name, summary } of COMMANDS) expect(stdout).toMatch(new RegExp(`^ {2}${name} +${summary}$`, "m"));
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(120);
  });

  it.each(COMMANDS.map(({ name }) => name))("of %s shows examples of it, and is the same both ways", async (name) => {
    const { stdout } = await runCli([name, "--help"]);
    expect(stdout).toBe((await runCli(["help", name])).stdout);
    expect(stdout).toMatch(new RegExp(`^Usage: hyperslab ${name}`));
    expect(stdout.split("Examples")[1]).toContain(`hyperslab `);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(132);
  });

  it("lists exit codes and the environment, and all commands as JSON", async () => {
    const { stdout } = await runCli(["help", "exit-codes"]);
    for (const [code, text] of EXIT_CODE_TEXTS)
      expect(stdout).toMatch(new RegExp(`^ {2}${code} +${text.slice(0, 20)}`, "m"));
    expect((await runCli(["help", "environment"])).stdout).toContain("NO_COLOR");
    const all = JSON.parse((await runCli(["help", "--json"])).stdout);
    expect(all.map(({ name }: { name: string }) => name)).toEqual(COMMANDS.map(({ name }) => name));
  });

  it("prints the version", async () => {
    for (const flag of ["--version", "-V"]) {
      expect((await runCli([flag])).stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
    }
  });
});

describe("exit codes", () => {
  it("1: invalid data", async () => {
    expect((await runCli(["create", sample])).code).toBe(1);
    await runCli(["create", path("torn.zarr"), "--shape", "4"]);
    writeFileSync(path("torn.zarr/zarr.json"), '{"zarr_format": 3,\n "node_type": }');
    const torn = await runCli([path("torn.zarr")]);
    expect([torn.code, torn.stderr]).toEqual([1, expect.stringMatching(/zarr\.json:2:\d+/)]);
  });

  it("2: a selection that does not fit", async () => {
    expect((await runCli(["dump", `${sample}::lat`, "-S", "1000"])).code).toBe(2);
  });

  it("3: not found, with what was perhaps meant", async () => {
    const node = await runCli([`${sample}::temprature`]);
    expect([node.code, node.stderr]).toEqual([3, expect.stringContaining("Did you mean temperature?")]);
    const store = await runCli([path("sampel.zarr")]);
    expect([store.code, store.stderr]).toEqual([3, expect.stringContaining(`Did you mean ${sample}?`)]);
    expect((await runCli([folder])).stderr).toContain(".zarr?");
    const file = await runCli(["export", `${sample}::lat`, path("no/such/folder.npy")]);
    expect([file.code, file.stderr]).toEqual([3, expect.not.stringContaining("bug")]);
    writeFileSync(path("file.txt"), "");
    expect((await runCli([path("file.txt")])).stderr).toContain("the file is not of a known format: it is empty");
  });

  it("4: a link that leads out of the store", async () => {
    await runCli(["create", path("linked.zarr"), "--shape", "4"]);
    mkdirSync(path("linked.zarr/c"));
    symlinkSync(path("file.txt"), path("linked.zarr/c/0"));
    expect((await runCli(["dump", path("linked.zarr")])).code).toBe(4);
  });

  it("7: what cannot be done, named", async () => {
    const { code, stderr } = await runCli(["create", path("c.zarr"), "--shape", "4", "--codec", "unheard"]);
    expect([code, stderr]).toEqual([7, expect.stringContaining("unheard")]);
  });

  it("70: a bug, with a way to report it, and the stack only with --debug", async () => {
    const report = async (debug: boolean, aborted = false): Promise<[number, string]> => {
      let text = "";
      const terminal = makeTerminal({}, { stdout: process.stdout, stderr: process.stderr, env: {} });
      const line = (words: string): void => {
        text += words;
      };
      const errors = { style: terminal.errors.style, line };
      const code = await reportError(new TypeError("x is undefined"), { ...terminal, errors }, { debug, aborted });
      return [code, text];
    };
    expect(await report(false)).toEqual([
      70,
      expect.stringMatching(/^error: x is undefined\n {2}hint: .*bug.*--debug/),
    ]);
    expect((await report(true))[1]).toContain("usage.test.ts");
    expect(await report(false, true)).toEqual([130, "interrupted"]);
  });

  it("130: interrupted", async () => {
    const { code, stderr } = await runCli(["tree", sample], { signal: AbortSignal.abort() });
    expect([code, stderr]).toEqual([130, "interrupted\n"]);
  });
});
