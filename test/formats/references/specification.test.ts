/**
 * The examples of the references specification, word for word (`scripts/fixtures/references-examples.mjs` cuts them out): what each
 * means as a set, and what opening it as a dataset gives. Most are cut short or name no such file, so that is an error.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type ByteRange, formatRange } from "../../../src/bytes/source/byte-range.ts";
import { noteList } from "../../../src/formats/notes.ts";
import { readJsonReferences } from "../../../src/formats/references/read-json.ts";
import { virtualStore } from "../../../src/formats/virtual/virtual-store.ts";
import { listReferences, open, openArray, openGroup } from "../../../src/index.ts";
import type { ReferenceSet } from "../../../src/model/virtual/reference-set.ts";
import { failure } from "../open-documents.ts";

const pathOf = (name: string): string =>
  fileURLToPath(new URL(`../../../fixtures/references/specification/${name}`, import.meta.url));
const textOf = (name: string): string => readFileSync(pathOf(name), "utf8");

async function read(name: string, size = 1 << 20): Promise<ReferenceSet> {
  const bytes = new Uint8Array(readFileSync(pathOf(name)));
  async function* blocks(): AsyncGenerator<Uint8Array, undefined> {
    for (let at = 0; at < bytes.byteLength; at += size) yield bytes.slice(at, at + size);
  }
  return readJsonReferences(blocks, noteList());
}

/** Every key in order, with what it refers to; inline bytes as text. */
function shown({ table, problems }: ReferenceSet): [string, unknown][] {
  expect([...problems]).toEqual([]);
  return [...table.keys()].map((key) => {
    const found = table.find(key)!;
    if (found.kind === "inline") return [key, new TextDecoder().decode(found.bytes)];
    return [key, found.kind === "whole" ? [found.url] : [found.url, found.offset, found.length]];
  });
}

describe("version 0", () => {
  it("means what it says, and is not a hierarchy", async () => {
    expect(shown(await read("version-0.json"))).toEqual(Object.entries(JSON.parse(textOf("version-0.json"))));
    expect(await listReferences(pathOf("version-0.json"))).toMatchObject({
      references: 2,
      inline: 1,
      targets: [{ url: "protocol://target_url", references: 1, bytes: 100, end: 10100 }],
    });
    const error = await failure(open(pathOf("version-0.json")));
    expect(error).toMatchObject({ code: "invalid-data" });
    expect(error.message).toContain("not a set of references to a Zarr hierarchy");
  });
});

describe("Zarr documents as texts", () => {
  const name = "documents-as-texts.json";

  it("are kept as they are, also the three that are no JSON", async () => {
    const texts: Record<string, unknown> = JSON.parse(textOf(name));
    expect(shown(await read(name))).toEqual(Object.entries(texts));
    // The line break within a string is the example's slip; the ends are cut off on purpose.
    for (const key of [".zattrs", "x/.zattrs", "x/.zarray"]) expect(() => JSON.parse(String(texts[key]))).toThrow();
    expect(JSON.parse(String(texts[".zgroup"]))).toEqual({ zarr_format: 2 });
  });

  it("are refused as a dataset, by the document and the line", async () => {
    expect(await failure(openGroup(pathOf(name)))).toMatchObject({
      code: "invalid-data",
      place: { key: ".zattrs", line: 2, column: 32 },
    });
    expect(await failure(openArray(`${pathOf(name)}::x`))).toMatchObject({
      code: "invalid-data",
      place: { key: expect.stringMatching(/^x\/\.z/) },
    });
  });
});

describe("Zarr documents as objects", () => {
  const name = "documents-as-objects.json";

  it("mean the same documents", async () => {
    const found = new Map(shown(await read(name)));
    const { "x/0": chunk, ...documents } = JSON.parse(textOf(name));
    expect(found.get("x/0")).toEqual(chunk);
    for (const [key, document] of Object.entries(documents)) {
      expect(JSON.parse(String(found.get(key)))).toEqual(document);
    }
    expect([...found.keys()]).toEqual([...Object.keys(documents), "x/0"]);
  });

  it("open, up to the array whose document lacks its shape", async () => {
    const root = await openGroup(pathOf(name));
    expect(root.attributes).toEqual({ Conventions: "UGRID-0.9.0\n" });
    const error = await failure(openArray(`${pathOf(name)}::x`));
    expect(error).toMatchObject({ code: "invalid-data", place: { key: "x/.zarray" } });
    expect(error.message).toMatch(/zarr_format|shape/);
  });
});

describe("version 1", () => {
  it("has a form that is not an example: it is refused where it is no longer JSON", async () => {
    expect(await failure(read("version-1-form.txt"))).toMatchObject({
      code: "invalid-data",
      place: { line: 2, column: 14 },
    });
  });

  it.each([1, 2, 3, 7, 64, 1 << 20])("evaluates to its version 0, in blocks of %i bytes", async (size) => {
    const meaning = Object.entries(JSON.parse(textOf("version-1-meaning.json")));
    expect(shown(await read("version-1.json", size))).toEqual(meaning);
    expect(shown(await read("version-1-meaning.json", size))).toEqual(meaning);
  });

  it("means the same with its version at the end", async () => {
    const { version, ...rest } = JSON.parse(textOf("version-1.json"));
    const bytes = Buffer.from(JSON.stringify({ ...rest, version }));
    async function* blocks(): AsyncGenerator<Uint8Array, undefined> {
      yield bytes;
    }
    const meaning = Object.entries(JSON.parse(textOf("version-1-meaning.json")));
    expect(shown(await readJsonReferences(blocks, noteList()))).toEqual(meaning);
  });

  it.each(["version-1.json", "version-1-meaning.json"])(
    'of %s "key0" returns b"data", and "gen_key0" 1000 bytes from the URL at an offset of 1000',
    async (name) => {
      const asked: string[] = [];
      const store = virtualStore(await read(name), {
        location: name,
        place: name,
        openSource: async (url) => ({
          read: async (range: ByteRange | undefined) => {
            asked.push(`${url} ${range === undefined ? "" : formatRange(range)}`);
            return new Uint8Array(1000).fill(7);
          },
        }),
      });
      expect(await store.get("key0")).toEqual(new TextEncoder().encode("data"));
      expect(asked).toEqual([]);
      expect(await store.get("gen_key0")).toEqual(new Uint8Array(1000).fill(7));
      expect(asked).toEqual(["http://server.domain/path_0 bytes=1000-1999"]);
    },
  );
});
