/** Where `export` and `get` write: pipes and devices are written to, links stay, and errors name what was typed. */
import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { has } from "../programs.ts";
import { runCli } from "./run-cli.ts";
import { type SampleFolder, sampleFolder } from "./sample.ts";

let folder: SampleFolder;
beforeAll(() => {
  folder = sampleFolder();
});
afterAll(() => folder.remove());

const array = (): string => `${folder.sample}::lat`;

describe("pipes and devices", () => {
  it.skipIf(!has("mkfifo"))("writes into a pipe, which stays one", async () => {
    const pipe = folder.path("pipe.csv");
    execFileSync("mkfifo", [pipe]);
    const reader = import("node:fs/promises").then(({ readFile }) => readFile(pipe, "utf8"));
    const { code } = await runCli(["export", array(), pipe, "--overwrite"]);
    expect(code).toBe(0);
    expect(await reader).toMatch(/^lat/);
    expect(statSync(pipe).isFIFO()).toBe(true);
  });

  it.each([["export"], ["get"]])("%s leaves a device alone", async (command) => {
    const words =
      command === "export"
        ? [array(), "/dev/null", "--as", "csv", "--overwrite"]
        : [folder.sample, ".zgroup", "/dev/null", "-f"];
    expect(await runCli([command, ...words])).toMatchObject({ code: 0 });
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
  });

  it("takes /dev/stdout for stdout", async () => {
    const piped = await runCli(["export", array(), "-", "--as", "csv"]);
    expect(await runCli(["export", array(), "/dev/stdout", "--as", "csv"])).toEqual(piped);
    const got = await runCli(["get", folder.sample, ".zgroup", "/dev/stdout"]);
    expect(got.stdout).toBe(readFileSync(`${folder.sample}/.zgroup`, "utf8"));
  });
});

describe("links", () => {
  it("replaces what a link leads to, not the link", async () => {
    const [real, link] = [folder.path("real.npy"), folder.path("link.npy")];
    writeFileSync(real, "before");
    symlinkSync(real, link);
    expect((await runCli(["export", array(), link])).code).toBe(1);
    expect((await runCli(["export", array(), link, "--overwrite"])).code).toBe(0);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(real).subarray(1, 6).toString()).toBe("NUMPY");
  });

  it("refuses a link that leads nowhere", async () => {
    const link = folder.path("dangling.npy");
    symlinkSync(folder.path("nothing"), link);
    const { code, stderr } = await runCli(["export", array(), link, "--overwrite"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("a symbolic link that leads nowhere")]);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });
});

describe("errors", () => {
  it.each([["export"], ["get"]])("%s names what was typed", async (command) => {
    const file = folder.path("none/x.npy");
    const words = command === "export" ? [array(), file] : [folder.sample, ".zgroup", file];
    const { code, stderr } = await runCli([command, ...words]);
    expect([code, stderr]).toEqual([3, expect.stringContaining(`there is no such directory (${folder.path("none")})`)]);
    expect(stderr).not.toContain("partial");
    expect(readdirSync(folder.folder).filter((name) => name.includes("partial"))).toEqual([]);
  });

  it.skipIf(!existsSync("/dev/full"))("names the device that is full", async () => {
    const { code, stderr } = await runCli(["export", array(), "/dev/full", "--as", "raw"]);
    expect([code, stderr]).toEqual([5, expect.stringContaining("no space left on the device (/dev/full)")]);
  });
});
