/** Names that every JavaScript object has, wherever the program takes a word: never a bug, never taken for something known. */
import { writeFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { allOptions } from "../../src/cli/options.ts";
import { runBriefly, runCli } from "./run-cli.ts";
import { sampleFolder } from "./sample.ts";

const { sample, path, remove } = sampleFolder();
afterAll(remove);
writeFileSync(path("plain"), "some bytes");

const NAMES = ["constructor", "__proto__", "toString"];

/** What each command is given beside options, so that it gets as far as to use them. */
const ARGUMENTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["export", [`${sample}::temperature`, path("out.npy")]],
  ["create", [path("made.zarr"), "--shape", "4"]],
  ["copy", [sample, path("copied.zarr")]],
  ["pack", [path("plain"), path("packed.blp")]],
  ["unpack", [path("packed.blp"), path("unpacked")]],
  ["append", [path("packed.blp"), path("plain")]],
  ["bloscpack", ["info", path("packed.blp")]],
  ["cat", [sample, "zarr.json"]],
  ["get", [sample, "zarr.json", path("got")]],
  ["put", [path("made.zarr"), "key", path("plain")]],
  ["zip", ["repack", path("none.zip")]],
  ["completion", ["bash"]],
]);

function isFine({ code, stdout, stderr }: Awaited<ReturnType<typeof runCli>>): void {
  expect([code, stderr]).not.toEqual([70, expect.anything()]);
  expect(stdout + stderr).not.toMatch(/native code|\[object /);
}

describe.each(NAMES)("%s", (name) => {
  it.each<[string, readonly string[]]>([
    ["a command", [name]],
    ["a topic of help", ["help", name]],
    ["an option", ["info", sample, `--${name}`]],
    ["an option with a value", ["info", sample, `--${name}=1`]],
    ["an option before the command", [`--${name}`, "info", sample]],
    ["a verb of zip", ["zip", name, "x"]],
    ["a verb of bloscpack", ["bloscpack", name, "x"]],
    ["a shell", ["completion", name]],
    ["when to colour", ["info", sample, "--color", name]],
    ["a format", ["create", path("x.zarr"), "--format", name]],
    ["a data type", ["create", path("x.zarr"), "--shape", "4", "--dtype", name]],
    ["a form", ["export", `${sample}::temperature`, "-", "--as", name]],
    ["a form by a name", ["export", `${sample}::temperature`, `x.${name}`]],
    ["a format of a copy", ["copy", sample, path("y.zarr"), "--format", name]],
    ["a spelling of keys", ["create", path("x.zarr"), "--shape", "4", "--chunk-keys", `${name}=1`]],
    ["a checksum", ["pack", path("plain"), path("x.blp"), "--checksum", name]],
    ["what 403 means", ["info", sample, "--forbidden", name]],
  ])("as %s is refused", async (_, words) => {
    const result = await runCli(words);
    isFine(result);
    expect(result.code).toBe(2);
  });

  // The tour takes no words, and its time.
  it.each(COMMANDS.map((entry) => entry.name).filter((known) => known !== "tour"))(
    "as the value of every option of %s is no bug",
    async (command) => {
      const entry = COMMANDS.find((known) => known.name === command)!;
      const words = ARGUMENTS.get(command) ?? [sample];
      const values = [name, `${name}=1`, `${name}:${name}=${name}`];
      const lines = Object.entries(allOptions(await entry.load()))
        .filter(([, { type }]) => type === "string")
        .flatMap(([option]) => values.map((value) => [command, ...words, `--${option}=${value}`]));
      lines.push([command, path(name)], [command, `${sample}::${name}`, path(name)]);
      // A server runs until it is interrupted, so all of them wait together.
      if (command === "serve") await Promise.all(lines.map(async (line) => isFine(await runBriefly(line))));
      else for (const line of lines) isFine(await runBriefly(line));
    },
  );

  it("is a name of attributes and dimensions like any other", async () => {
    const address = path(`${name}.zarr`);
    const words = ["--shape", "4,6", "--dims", `y,${name}`, "--attr", `${name}=1`, "--chunks", `${name}=3`];
    expect(await runCli(["create", address, ...words])).toMatchObject({ code: 0 });
    expect((await runCli(["attrs", address, "--set", `${name}={"a": 2}`])).stdout).toContain(`"${name}"`);
    expect((await runCli(["attrs", address, "--delete", name])).stdout).not.toContain(name);
    const { stdout } = await runCli(["info", address]);
    expect(stdout).toContain(name);
    expect((await runCli(["attrs", sample, "--delete", name])).code).toBe(3);
  });
});
