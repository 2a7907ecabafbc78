/** Declarations of many files in a few: scripts/roll-types.mjs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { rollTypes } from "../scripts/roll-types.mjs";

function rolled(files: Readonly<Record<string, string>>): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "hyperslab-types-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return rollTypes(folder, { index: "index.d.ts" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it("keeps what the exports reach, with its comments, and nothing else", () => {
  const files = rolled({
    "index.d.ts": 'export { type A } from "./a.ts";\n',
    "a.d.ts":
      'import type { B } from "./b/b.ts";\n/** An A. */\nexport interface A {\n    /** Its b. */\n    b: B;\n}\nexport interface Unused {\n}\n',
    "b/b.d.ts": "export type B = string;\nexport type Other = number;\n",
  });
  expect(files["index.d.ts"]).toBe('export {\n  type A,\n} from "./declarations.js";\n');
  expect(files["declarations.d.ts"]).toBe(
    "/** An A. */\ninterface A {\n\t/** Its b. */\n\tb: B;\n}\ntype B = string;\nexport { A };\n",
  );
});

it("renames declarations that clash with each other or with a global, and keeps public names", () => {
  const files = rolled({
    "index.d.ts": 'export { read, type Options } from "./a.ts";\nexport { type Blob } from "./b.ts";\n',
    "a.d.ts":
      'import type { Options as Inner } from "./b.ts";\nexport interface Options {\n    blob: globalThis.Blob;\n    Options?: Inner;\n}\nexport declare function read(url: URL): Blob;\nexport declare function read(url: URL, options: Options): Blob;\n',
    "b.d.ts": "export interface Options {\n}\nexport interface Blob extends Options {\n}\n",
  });
  expect(files["index.d.ts"]).toBe(
    'export {\n  read,\n  type Options,\n  type Blob$1 as Blob,\n} from "./declarations.js";\n',
  );
  expect(files["declarations.d.ts"]).toContain("declare function read(url: URL, options: Options): Blob;");
  expect(files["declarations.d.ts"]).toContain("\tOptions?: Options$1;");
  expect(files["declarations.d.ts"]).toContain("interface Blob$1 extends Options$1 {");
});

it("refuses what it cannot roll up", () => {
  expect(() => rolled({ "index.d.ts": 'export * from "./a.ts";\n' })).toThrow(
    "ExportAllDeclaration can't be rolled up",
  );
  expect(() => rolled({ "index.d.ts": 'import * as a from "./a.ts";\nexport type A = a.A;\n' })).toThrow(
    "only named imports",
  );
  expect(() => rolled({ "index.d.ts": 'export { type A } from "./a.ts";\n', "a.d.ts": "export {};\n" })).toThrow(
    "a.d.ts does not export A",
  );
});
