/** Completion scripts are read by their shells, and complete. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { writableFormats } from "../../src/cli/writable-formats.ts";
import { has } from "../programs.ts";
import { runCli } from "./run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-completion-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function script(shell: string): Promise<string> {
  const file = join(folder, `hyperslab.${shell}`);
  writeFileSync(file, (await runCli(["completion", shell])).stdout);
  return file;
}

const installed = ["bash", "zsh", "fish"].filter((shell) => spawnSync(shell, ["-c", "exit 0"]).status === 0);

it.each(installed)("%s reads its script", async (shell) => {
  expect(spawnSync(shell, ["-n", await script(shell)], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
});

describe.skipIf(!has("bash"))("bash", async () => {
  const file = await script("bash");
  writeFileSync(join(folder, "some file.zarr"), "");

  const completed = (...words: readonly string[]): string[] => {
    const lines = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hyperslab; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const text = execFileSync("bash", ["-c", lines, "bash", file, "hyperslab", ...words], {
      encoding: "utf8",
      cwd: folder,
    });
    return text.split("\n").filter((line) => line !== "");
  };

  it.each<[readonly string[], readonly string[]]>([
    [["co"], ["copy", "consolidate", "completion"]],
    [["copy", "--form"], ["--format"]],
    [["copy", "--format", ""], [...writableFormats()]],
    [["export", "x", "y", "--as", "n"], ["npy"]],
    [["info", "some"], ["some file.zarr"]],
    [
      ["tree", "--d"],
      ["--depth", "--debug"],
    ],
  ])("%s", (words, expected) => {
    expect(completed(...words)).toEqual(expected);
  });
});
