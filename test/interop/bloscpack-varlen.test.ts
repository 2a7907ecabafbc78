/** An independent reader in Python, made from the text of the proposal, reads every file of objects that we write. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureEnvironment } from "../../scripts/peers/environments.mjs";
import { CHECKSUM_NAMES } from "../../src/bytes/checksum/named-checksum.ts";
import { create, openArray } from "../../src/index.ts";
import { appendObjects } from "../../src/operations/pack/varlen/append-objects.ts";
import type { ObjectValue } from "../../src/operations/pack/varlen/object-options.ts";
import { packObjects } from "../../src/operations/pack/varlen/pack-objects.ts";
import { goldenFiles, objectsOf } from "../formats/bloscpack-varlen/golden-files.ts";

interface Answer {
  readonly error?: string;
  readonly header: { readonly version: number; readonly checksum: string; readonly count: number };
  readonly metadata: { readonly dtype: string; readonly shape: readonly number[]; readonly others: unknown } | null;
  readonly objects: readonly string[];
}

let python: string;
let folder: string;
beforeAll(() => {
  python = ensureEnvironment("bloscpack");
  folder = mkdtempSync(join(tmpdir(), "hyperslab-varlen-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const script = "scripts/peers/bloscpack_varlen.py";

function ask(paths: readonly string[]): readonly Answer[] {
  const answer = spawnSync(python, [script, "read"], {
    input: `${paths.join("\n")}\n`,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  expect(answer.stderr).toBe("");
  return answer.stdout
    .trim()
    .split("\n")
    .map((line): Answer => JSON.parse(line));
}

const texts = ["", "a", "grüße, 世界 🌍", "\0", "word ".repeat(4000), "last"];
const blobs = [new Uint8Array(0), Uint8Array.from({ length: 100_000 }, (_, i) => (i * i) >> 7), Uint8Array.of(1)];
const values = [null, 1.5, "ü", { b: [1, { a: null }] }, []];
/** The package is built without Snappy. */
const CODECS = ["blosclz", "lz4", "lz4hc", "zlib", "zstd"] as const;

function base64(objects: readonly ObjectValue[], type: "string" | "bytes" | "json"): readonly string[] {
  return objects.map((object) => {
    if (object instanceof Uint8Array) return Buffer.from(object).toString("base64");
    return Buffer.from(type === "json" ? JSON.stringify(object) : String(object)).toString("base64");
  });
}

describe.each(["objects.blp", "objects.blpd"])("what we write, %s", (name) => {
  it("is read, every codec and checksum", async () => {
    const cases: { readonly path: string; readonly checksum: string }[] = [];
    for (const codec of CODECS) {
      for (const checksum of CHECKSUM_NAMES) {
        const path = join(folder, `${codec}-${checksum}-${name}`);
        const options = name.endsWith("d") ? { superchunk: 4 } : { reserve: 3 };
        await packObjects(texts, path, { codec, checksum, level: 9, ...options });
        cases.push({ path, checksum });
      }
    }
    const answers = ask(cases.map(({ path }) => path));
    answers.forEach((answer, i) => {
      expect(answer.error).toBeUndefined();
      expect(answer.header).toMatchObject({ version: 4, checksum: cases[i]!.checksum, count: texts.length });
      expect(answer.metadata).toMatchObject({ dtype: "varchar", shape: [texts.length], others: [] });
      expect(answer.objects).toEqual(base64(texts, "string"));
    });
  });

  it("is read, of every type, made by either way, and grown", async () => {
    const types = [
      ["string", "string", texts],
      ["bytes", "bytes", blobs],
      ["json", "object", values],
    ] as const;
    for (const [type, dtype, objects] of types) {
      const path = join(folder, `${type}-${name}`);
      await packObjects(objects, path, { type });
      await appendObjects(path, objects);
      await appendObjects(path, objects);
      const made = join(folder, `made-${type}-${name}`);
      await create(made, { format: "bloscpack", dtype, shape: [objects.length], chunks: [2], data: [...objects] });
      const [grown, whole] = ask([path, made]);
      expect([grown?.error, whole?.error]).toEqual([undefined, undefined]);
      expect(grown?.objects).toEqual(base64([...objects, ...objects, ...objects], type));
      expect(grown?.metadata?.shape).toEqual([3 * objects.length]);
      expect(whole?.objects).toEqual(base64(objects, type));
    }
  });
});

it("what it writes now is what the golden files are", async () => {
  const fresh = join(folder, "fresh");
  const made = spawnSync(python, [script, "fixtures", fresh], { encoding: "utf8" });
  expect(made.stderr).toBe("");
  for (const file of goldenFiles().filter(({ error }) => error === null)) {
    const path = file.path.replace("fixtures/bloscpack-varlen", fresh);
    expect((await (await openArray(path)).read()).data).toEqual(objectsOf(file));
  }
});

it("a golden directory that was grown is read", async () => {
  const path = join(folder, "grown.blpd");
  const golden = goldenFiles().find(({ name }) => name === "directory.blpd")!;
  cpSync(golden.path, path, { recursive: true });
  await appendObjects(path, ["more", "and more", "and yet more"]);
  const [answer] = ask([path]);
  expect(answer?.error).toBeUndefined();
  expect(answer?.objects).toEqual([...golden.objects, ...base64(["more", "and more", "and yet more"], "string")]);
});
