/** The layers and the house rules hold, and breaking one is noticed. */
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const biome = join("node_modules", "@biomejs", "biome", "bin", "biome");

function lint(file: string, text: string): { readonly status: number | null; readonly output: string } {
  const result = spawnSync(process.execPath, [biome, "lint", `--stdin-file-path=${file}`], {
    input: text,
    encoding: "utf8",
  });
  return { status: result.status, output: `${result.stdout}${result.stderr}` };
}

describe("layers", () => {
  const breaches = [
    ["src/bytes/breach.ts", "../model/node.ts"],
    ["src/model/breach.ts", "../codecs/codec.ts"],
    ["src/stores/breach.ts", "../model/node.ts"],
    ["src/codecs/breach.ts", "../stores/store.ts"],
    ["src/formats/breach.ts", "../stores/memory.ts"],
    ["src/formats/breach.ts", "../codecs/registry.ts"],
    ["src/dataset/breach.ts", "../operations/copy.ts"],
    ["src/operations/breach.ts", "../cli/run.ts"],
    ["src/operations/breach.ts", "../index.ts"],
    ["src/cli/breach.ts", "../dataset/open.ts"],
    ["src/cli/commands/breach.ts", "../../dataset/open.ts"],
  ] as const;
  it.each(breaches)("%s must not import %s", (file, target) => {
    const { status, output } = lint(file, `import { thing } from "${target}";\nthing();\n`);
    expect(output).toContain("noRestrictedImports");
    expect(status).not.toBe(0);
  });

  it("allows what the layers allow", () => {
    expect(
      lint("src/formats/fine.ts", `import type { Store } from "../stores/store.ts";\nexport type T = Store;\n`).status,
    ).toBe(0);
    expect(lint("src/cli/commands/fine.ts", `import { open } from "../../index.ts";\nopen("x");\n`).status).toBe(0);
  });
});

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name));
}

describe("house rules in src", () => {
  const files = sources("src").map((file) => ({ file, text: readFileSync(file, "utf8") }));

  it("has no any, no casts through unknown, no suppressions", () => {
    const forbidden = /:\s*any\b|\bas any\b|<any>|as unknown as|@ts-(?:ignore|expect-error|nocheck)|biome-ignore/;
    expect(files.filter(({ text }) => forbidden.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it("keeps node: imports at the rim", () => {
    const rim = /^src[\\/](?:cli[\\/]|stores[\\/]file)/;
    const found = files.filter(({ file, text }) => !rim.test(file) && /from "node:/.test(text)).map(({ file }) => file);
    expect(found).toEqual([]);
  });

  it("has no drawer for leftovers", () => {
    const names = /(?:^|[\\/])(?:utils?|helpers?|misc|common)\.ts$/;
    expect(files.filter(({ file }) => names.test(file)).map(({ file }) => file)).toEqual([]);
  });

  it("opens every file with what it is", () => {
    const bare = files.filter(({ text }) => !/^(?:#![^\n]*\n)?\s*\/[/*]/.test(text)).map(({ file }) => file);
    expect(bare).toEqual([]);
  });

  it("has no file of more than 300 lines", () => {
    const generated = /wasm-binary|sample-store/;
    const long = files.filter(({ file, text }) => !generated.test(file) && text.split("\n").length > 300);
    expect(long.map(({ file }) => file)).toEqual([]);
  });
});

describe("committed text", () => {
  it("names no path of a machine", () => {
    const listed = execFileSync("git", ["ls-files", "*.ts", "*.mjs", "*.py", "*.md", "*.json", ".ci/*"], {
      encoding: "utf8",
    });
    const files = listed.split("\n").filter((file) => file !== "" && file !== "test/architecture.test.ts");
    const machine = /\/(?:work|root|home)\/(?!user\b)[a-z.]/;
    expect(files.filter((file) => machine.test(readFileSync(file, "utf8")))).toEqual([]);
  });
});
