/** The layers and the house rules hold, and breaking one is noticed. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { has } from "./programs.ts";

const biome = resolve("node_modules", "@biomejs", "biome", "bin", "biome");

/** Lints these files under our own rules in a folder of their own; gives what the linter says about each. */
function lint(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "hyperslab-layers-"));
  const { vcs: _, $schema: __, ...rules } = JSON.parse(readFileSync("biome.json", "utf8"));
  writeFileSync(join(folder, "biome.json"), JSON.stringify(rules));
  cpSync(join("scripts", "lint"), join(folder, "scripts", "lint"), { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const command = [biome, "lint", "--reporter=json", "--max-diagnostics=none", ...Object.keys(files)];
  const { stdout } = spawnSync(process.execPath, command, { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true, force: true });
  const { summary, diagnostics }: LintReport = JSON.parse(stdout);
  expect(summary.unchanged).toBe(Object.keys(files).length);
  const said = Object.fromEntries(Object.keys(files).map((file) => [file, ""]));
  for (const { category, message, location } of diagnostics) said[location.path] += `${category} ${message}\n`;
  return said;
}

interface LintReport {
  readonly summary: { readonly unchanged: number };
  readonly diagnostics: readonly {
    readonly category: string;
    readonly message: string;
    readonly location: { readonly path: string };
  }[];
}

describe("layers", () => {
  const breaches = {
    "src/bytes/a.ts": "../model/node.ts",
    "src/model/a.ts": "../codecs/codec.ts",
    "src/stores/a.ts": "../model/node.ts",
    "src/codecs/a.ts": "../stores/store.ts",
    "src/formats/a.ts": "../stores/memory.ts",
    "src/formats/b.ts": "../codecs/registry.ts",
    "src/parquet/a.ts": "../codecs/registry.ts",
    "src/stores/b.ts": "../parquet/read.ts",
    "src/workers/a.ts": "../dataset/open.ts",
    "src/dataset/a.ts": "../operations/copy.ts",
    "src/dataset/b.ts": "../cf/decoder.ts",
    "src/cf/a.ts": "../operations/copy.ts",
    "src/cf/b.ts": "../formats/registry.ts",
    "src/operations/a.ts": "../cli/run.ts",
    "src/operations/b.ts": "../index.ts",
    "src/cli/a.ts": "../dataset/open.ts",
    "src/cli/commands/a.ts": "../../dataset/open.ts",
  };
  const allowed = {
    "src/formats/fine.ts": "../stores/store.ts",
    "src/formats/other.ts": "../parquet/read.ts",
    "src/cli/commands/fine.ts": "../../index.ts",
    "src/dataset/fine.ts": "../formats/format.ts",
    "src/cf/fine.ts": "../dataset/array/slab.ts",
    "src/operations/fine.ts": "../cf/decoder.ts",
  };
  const use = (target: string): string => `import { thing } from "${target}";\nthing();\n`;
  const said = lint(
    Object.fromEntries(Object.entries({ ...breaches, ...allowed }).map(([file, target]) => [file, use(target)])),
  );

  it.each(Object.entries(breaches))("%s must not import %s", (file) => {
    expect(said[file]).toContain("noRestrictedImports");
  });

  it.each(Object.entries(allowed))("%s may import %s", (file) => {
    expect(said[file]).not.toContain("noRestrictedImports");
  });
});

describe("spread into arguments", () => {
  const spread = "Data spread into arguments";
  const forbidden = {
    "src/model/a.ts": "Math.max(...sizes);\n",
    "src/model/b.ts": "list.push(1, ...sizes.map((size) => size + 1));\n",
    "src/stores/c.ts": "String.fromCharCode(...bytes.subarray(0, 4));\n",
    "src/cli/d.ts": "new Thing(first, ...others);\n",
  };
  const allowed = {
    "src/model/e.ts": "copy([...sizes], { ...options }, ([first, ...others]) => first);\n",
    "src/model/f.ts": "run((...given) => copy(...given));\n",
    "test/g.ts": "Math.max(...sizes);\n",
  };
  const said = lint({ ...forbidden, ...allowed });

  it.each(Object.entries(forbidden))("%s must not have %s", (file) => {
    expect(said[file]).toContain(spread);
  });

  it.each(Object.entries(allowed))("%s may have %s", (file) => {
    expect(said[file]).not.toContain(spread);
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
    const comments = /\/\*[\s\S]*?\*\/|\/\/.*$/gm;
    const code = files.map(({ file, text }) => ({ file, text: text.replace(comments, "") }));
    expect(code.filter(({ text }) => forbidden.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it("keeps node: imports at the rim", () => {
    const rim =
      /^src[\\/](?:cli[\\/]|stores[\\/]file[\\/]|operations[\\/]serve[\\/]node[\\/]|workers[\\/]pool[\\/]node-worker)/;
    const found = files
      .filter(({ file, text }) => !rim.test(file) && /^import (?!type\b)[^;]*from "node:/m.test(text))
      .map(({ file }) => file);
    expect(found).toEqual([]);
  });

  // `constructor` and `__proto__` are members of every object: `ownMember`, a Map or Object.hasOwn do not find them.
  it("never looks up a name by indexing a table", () => {
    const tables = /^(?:export )?const (\w+): (?:Readonly<)?(?:Partial<)?Record<string,/gm;
    const found = files.flatMap(({ file, text }) =>
      [...text.matchAll(tables)].flatMap(([, table = ""]) => {
        const users = files.filter(
          (other) => other.file === file || new RegExp(`\\bimport\\b[^;]*\\b${table}\\b`).test(other.text),
        );
        const indexed = new RegExp(`(?<![.\\w])${table}\\[(?!")[^\\]]*\\](?! = )`);
        const guarded = new RegExp(`Object\\.hasOwn\\(${table},`);
        return users
          .filter((user) => indexed.test(user.text) && !guarded.test(user.text))
          .map((user) => `${user.file}: ${table}`);
      }),
    );
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
    const generated = /wasm-binary|parameter-table/;
    const long = files.filter(({ file, text }) => !generated.test(file) && text.split("\n").length > 300);
    expect(long.map(({ file }) => file)).toEqual([]);
  });
});

describe("committed text", () => {
  it.skipIf(!has("git"))("names no path of a machine", () => {
    const listed = execFileSync("git", ["ls-files", "*.ts", "*.mjs", "*.py", "*.md", "*.json", ".ci/*"], {
      encoding: "utf8",
    });
    const files = listed.split("\n").filter((file) => existsSync(file) && file !== "test/architecture.test.ts");
    // Not after a name: the keys meta/root/a and data/root/a are Zarr's.
    const machine = /(?<!\w)\/(?:work|root|home)\/(?!user\b)[a-z.]/;
    expect(files.filter((file) => machine.test(readFileSync(file, "utf8")))).toEqual([]);
  });
});

describe("documents", () => {
  const listed = (folder: string): readonly string[] =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name).replaceAll("\\", "/"));
  const known = ["src", "test", "scripts", "bench", "docs"].flatMap(listed);

  it("draw every room and folder", () => {
    const [picture = ""] = /```[\s\S]*?```/.exec(readFileSync("ARCHITECTURE.md", "utf8")) ?? [];
    const folders = known
      .filter((path) => /^src\/[^/.]+(?:\/[^/.]+)?$/.test(path))
      .map((path) => path.split("/").at(-1)!);
    expect(folders.length).toBeGreaterThan(80);
    expect(folders.filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(picture))).toEqual([]);
  });

  it("name files that exist", () => {
    const pages = ["ARCHITECTURE.md", "CONTRIBUTING.md", "GLOSSARY.md", "README.md"];
    const texts = [...pages, ...listed("docs").filter((file) => file.endsWith(".md"))];
    const named = texts.flatMap((page) =>
      Array.from(readFileSync(page, "utf8").matchAll(/`([\w./-]+\.(?:ts|mjs|mts|py|md))`/g), ([, file]) => ({
        page,
        file,
      })),
    );
    expect(named.length).toBeGreaterThan(200);
    // A file of the sources goes by the end of its path.
    const isThere = (file: string): boolean => existsSync(file) || known.some((path) => path.endsWith(`/${file}`));
    expect(named.filter(({ file }) => !isThere(file!))).toEqual([]);
  });
});
