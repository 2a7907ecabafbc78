/**
 * The lines of a document that can be run: fenced blocks of TypeScript, `$ npx hyperslab` lines, blocks of `hyperslab` commands, which
 * follow on each other, and rows of the tables.
 */

export interface Snippet {
  /** File, line and language. */
  readonly name: string;
  readonly language: "ts" | "sh";
  readonly text: string;
}

/** What lines in tables may use without making it. */
const PREAMBLE: Readonly<Record<string, string>> = {
  root: 'const root = await openGroup("data.zarr");',
  t2m: 'const t2m = await openArray("data.zarr::t2m", { dtype: "float32" });',
  names: 'const names = await openArray("data.zarr::names", { dtype: "string" });',
  count: 'const count = await openArray("data.zarr::count", { dtype: "int64" });',
  time: 'const time = await openArray("data.zarr::time");',
  mask: "const mask = new Uint8Array(8 * 36 * 72).fill(1);",
  file: 'const file = createWriteStream("out.bin");',
  bytesOf: 'const bytesOf = async (key: string) => readFile(join("data.zarr", key)).catch(() => undefined);',
  zarritaStore: 'const zarritaStore = toZarritaStore((await openGroup("data.zarr")).hierarchy.store);',
  myCodec:
    'const myCodec = { kind: "bytes-to-bytes" as const, parse: () => undefined, bind: () => ({ encodedLength: undefined, encode: (bytes: Uint8Array) => bytes, decode: (bytes: Uint8Array) => bytes }) };',
};

const IMPORTS: Readonly<Record<string, string>> = {
  createWriteStream: 'import { createWriteStream } from "node:fs";',
  readFile: 'import { readFile } from "node:fs/promises";',
  join: 'import { join } from "node:path";',
  zarr: 'import * as zarr from "zarrita";',
};

export function snippetsOf(file: string, text: string, exported: readonly string[]): readonly Snippet[] {
  const found: Snippet[] = [];
  const lines = text.split("\n");
  const place = (index: number, language: string): string =>
    `${file.replaceAll(/[/.]/g, "-")}-${index + 1}-${language}`;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    if (line.startsWith("```")) {
      const end = lines.indexOf("```", at + 1);
      const body = lines.slice(at + 1, end);
      if (line === "```ts")
        found.push({ name: place(at, "ts"), language: "ts", text: `${body.join("\n")}\nexport {};\n` });
      else if (body.length > 0 && body.every((command) => command.startsWith("hyperslab ")))
        found.push({ name: place(at, "sh"), language: "sh", text: `set -e\n${body.join("\n")}` });
      else found.push(...commandLines(body, (index) => place(at + 1 + index, "sh")));
      at = end;
    } else if (line.startsWith("| ")) found.push(...rowSnippets(line, exported, (language) => place(at, language)));
  }
  return found;
}

/** `$ npx hyperslab ARGUMENTS      what it does`: two blanks or more end the command. */
function commandLines(lines: readonly string[], name: (index: number) => string): readonly Snippet[] {
  return lines.flatMap((line, index) => {
    const command = /^\$ (npx hyperslab .*?)(?: {2,}.*)?$/.exec(line)?.[1];
    return command === undefined ? [] : [{ name: name(index), language: "sh" as const, text: command }];
  });
}

/** `| how | \`library\` | \`program\` |`, only in tables of that form. */
function rowSnippets(
  line: string,
  exported: readonly string[],
  name: (language: string) => string,
): readonly Snippet[] {
  const [, library, program] = /^\| [^|`]+ \| `([^`]+)` \| (?:`([^`]+)`|[^`|]*) ?\|$/.exec(line) ?? [];
  const snippets: Snippet[] = [];
  if (library !== undefined && /await|console|registerCodec/.test(library)) {
    snippets.push({ name: name("ts"), language: "ts", text: completed(library, exported) });
  }
  if (program?.startsWith("hyperslab ") === true) snippets.push({ name: name("sh"), language: "sh", text: program });
  return snippets;
}

/** The line with what it uses before it. */
function completed(line: string, exported: readonly string[]): string {
  const uses = (text: string, name: string): boolean => new RegExp(`(?<![.\\w])${name}\\b`).test(text);
  const made = Object.entries(PREAMBLE).filter(([name]) => uses(line, name));
  const body = [...made.map(([, statement]) => statement), `${line};`].join("\n");
  const ours = exported.filter((name) => uses(body, name));
  const imports = Object.entries(IMPORTS).filter(([name]) => uses(body, name));
  const hyperslab = ours.length === 0 ? [] : [`import { ${ours.join(", ")} } from "hyperslab";`];
  return [...hyperslab, ...imports.map(([, statement]) => statement), body, "export {};", ""].join("\n");
}
