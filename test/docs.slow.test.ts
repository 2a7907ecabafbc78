/** Every line in the documents is run: TypeScript against the built library, types and all, commands by the built program. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as hyperslab from "../src/index.ts";
import { makeDocsSample } from "./docs-sample.ts";
import { type Snippet, snippetsOf } from "./docs-snippets.ts";
import { has } from "./programs.ts";

// Inside the repository, so that `import "hyperslab"` means this package and `zarrita` is found.
const folder = resolve(".cache", `docs-${process.pid}`);
const files = [
  "README.md",
  ...["docs", "docs/formats"].flatMap((place) =>
    readdirSync(place)
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${place}/${name}`),
  ),
];
const snippets = files.flatMap((file) => snippetsOf(file, readFileSync(file, "utf8"), Object.keys(hyperslab)));
const code = snippets.filter(({ language }) => language === "ts");
const commands = snippets.filter(({ language, name }) => language === "sh" && !name.startsWith("README"));
/** They follow on each other, beginning with the tour. */
const firstSteps = snippets.filter(({ language, name }) => language === "sh" && name.startsWith("README"));

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  await makeDocsSample(join(folder, "sample"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder of its own with the sample data that the snippet names; with all of it, if it names files by a pattern. */
function prepared({ name, text }: Snippet): string {
  const place = join(folder, name);
  mkdirSync(place);
  for (const entry of readdirSync(join(folder, "sample"))) {
    const [stem] = entry.split(".");
    if (!text.includes(stem!) && !text.includes("*")) continue;
    cpSync(join(folder, "sample", entry), join(place, entry), { recursive: true });
  }
  return place;
}

it("finds what there is", () => {
  expect(code.length).toBeGreaterThan(55);
  expect(commands.length).toBeGreaterThan(40);
});

it("has the right types", () => {
  const place = join(folder, "types");
  mkdirSync(place);
  for (const { name, text } of code) writeFileSync(join(place, `${name}.ts`), text);
  const compilerOptions = {
    target: "ES2023",
    module: "NodeNext",
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    types: ["node"],
    lib: ["ES2023", "DOM"],
  };
  writeFileSync(join(place, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  const tsc = resolve("node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", place], { encoding: "utf8" });
  expect(stdout).toBe("");
});

/** All in one process, one after another, each in its folder: starting a hundred would take longer than running them. */
const RUNNER = `
import { readFileSync, writeFileSync } from "node:fs";
console.log = () => {};
const outcomes = {};
for (const [name, place] of JSON.parse(readFileSync("places.json", "utf8"))) {
  const home = process.cwd();
  process.chdir(place);
  outcomes[name] = await import(place + "/snippet.mjs").then(() => "ok", (error) => error.stack);
  process.chdir(home);
}
writeFileSync("outcomes.json", JSON.stringify(outcomes));
`;

describe("TypeScript", () => {
  let outcomes: Record<string, string> = {};
  beforeAll(() => {
    const places = code.map((snippet) => {
      const place = prepared(snippet);
      const script = transformSync(snippet.text, { loader: "ts", target: "node20" }).code;
      writeFileSync(join(place, "snippet.mjs"), script);
      return [snippet.name, place];
    });
    writeFileSync(join(folder, "places.json"), JSON.stringify(places));
    writeFileSync(join(folder, "runner.mjs"), RUNNER);
    execFileSync(process.execPath, ["runner.mjs"], { cwd: folder, stdio: "pipe" });
    outcomes = JSON.parse(readFileSync(join(folder, "outcomes.json"), "utf8"));
  });

  it.each(code)("$name", ({ name }) => {
    expect(outcomes[name]).toBe("ok");
  });
});

describe.skipIf(!has("bash"))("commands", () => {
  const program = `hyperslab() { "${process.execPath}" "${resolve("dist/cli/main.js")}" "$@"; }; npx() { "$@"; }; set -o pipefail; `;

  it.each(commands)("$name", (snippet) => {
    const { status, stderr } = spawnSync("bash", ["-c", program + snippet.text], {
      cwd: prepared(snippet),
      encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
  });

  it("every command of the README is run by a test", () => {
    const text = readFileSync("README.md", "utf8");
    const typed = [...text.matchAll(/^\$ (.+)$|^(npm .+)$|`((?:npx )?hyperslab [^`]+)`/gm)].map(
      ([, line, npm, inline]) => (line ?? npm ?? inline!).split(/ {2,}/)[0]!,
    );
    // In `.ci/run`, word for word, and in scripts/test-package.mjs.
    const elsewhere = ["npm ci && npm start", "npm ci && npm test", "npm install hyperslab"];
    const here = firstSteps.map(({ text: command }) => command.trim().split(/ {2,}/)[0]!);
    const rest = typed.filter((command) => !elsewhere.includes(command) && !here.includes(command));
    for (const command of rest) {
      const { status, stderr } = spawnSync("bash", ["-c", program + command], { cwd: folder, encoding: "utf8" });
      expect(status, `${command}: ${stderr}`).toBe(0);
    }
    expect(rest).toEqual(["hyperslab --help", "hyperslab help exit-codes"]);
    expect(typed.length).toBeGreaterThan(12);
  });

  it("a newcomer types the README's, in order", () => {
    const place = join(folder, "newcomer");
    mkdirSync(place);
    expect(firstSteps.length).toBeGreaterThan(6);
    for (const { text } of firstSteps) {
      const { status, stderr } = spawnSync("bash", ["-c", program + text], { cwd: place, encoding: "utf8" });
      expect(status, `${text}: ${stderr}`).toBe(0);
    }
  });
});

it("docs/cli.md is what the program says of itself", () => {
  execFileSync(process.execPath, ["scripts/docs-cli.mjs", "--check"], { stdio: "pipe" });
});

it("links lead to files that are there", () => {
  for (const file of [...files, "ARCHITECTURE.md", "CONTRIBUTING.md"]) {
    const links = [...readFileSync(file, "utf8").matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1]!);
    for (const link of links) expect(() => readdirOrRead(resolve(file, "..", link)), `${file}: ${link}`).not.toThrow();
  }
});

function readdirOrRead(path: string): unknown {
  return path.endsWith("/") || !/\.[a-z]+$/.test(path) ? readdirSync(path) : readFileSync(path);
}
