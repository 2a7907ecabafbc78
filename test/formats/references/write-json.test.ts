/** Reference sets as JSON: what is written means the same when it is read again, and nothing can be mistaken. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryTarget } from "../../../src/bytes/source/byte-target.ts";
import { encodeUtf8 } from "../../../src/bytes/text/utf8.ts";
import { noteList } from "../../../src/formats/notes.ts";
import { readJsonReferences } from "../../../src/formats/references/read-json.ts";
import { type WriteReferencesOptions, writeReferences } from "../../../src/formats/references/write-json.ts";
import { ReferenceSet } from "../../../src/model/virtual/reference-set.ts";
import { hasTinyLimits } from "../../usual-limits.ts";

type Value = readonly [string] | readonly [string, number, number] | Uint8Array;

function setOf(entries: readonly (readonly [string, Value])[]): ReferenceSet {
  const set = new ReferenceSet();
  for (const [key, value] of entries) {
    const bytes = encodeUtf8(key);
    const at = { bytes, from: 0, to: bytes.byteLength };
    if (value instanceof Uint8Array) set.table.addInline(at, value);
    else if (value.length === 1) set.table.addWhole(at, set.table.url(value[0]));
    else set.table.addRange(at, set.table.url(value[0]), value[1], value[2]);
  }
  return set;
}

async function written(set: ReferenceSet, options?: WriteReferencesOptions): Promise<string> {
  const target = memoryTarget();
  const length = await writeReferences(set, target, options);
  const bytes = target.bytes();
  expect(length).toBe(bytes.byteLength);
  return new TextDecoder().decode(bytes);
}

async function readBack(text: string): Promise<Map<string, unknown>> {
  async function* blocks(): AsyncGenerator<Uint8Array, undefined> {
    yield encodeUtf8(text);
  }
  return meaning(await readJsonReferences(blocks, noteList()));
}

function meaning({ table, problems }: ReferenceSet): Map<string, unknown> {
  expect([...problems]).toEqual([]);
  return new Map(
    [...table.keys()].sort().map((key) => {
      const found = table.find(key)!;
      if (found.kind === "inline") return [key, Array.from(found.bytes)];
      return [key, found.kind === "whole" ? [found.url] : [found.url, found.offset, found.length]];
    }),
  );
}

const text = (value: string): Uint8Array => encodeUtf8(value);

describe("inline bytes", () => {
  it.each([
    ["a/.zattrs", '{ "a": 1.0,\n "b": NaN }', '{"a":1.0,"b":NaN}'],
    ["zarr.json", '{"é": [1, 2]}', '{"é":[1,2]}'],
    ["a/.zarray", '{"a": 1, "a": 2}', '{"a":2}'],
    ["a/.zarray", '{"a": oops}', '{"a": oops}'],
    ["a/.zattrs", "base64:", "base64:YmFzZTY0Og=="],
    ["a/0", "hello there", "hello there"],
    ["a/0", "", ""],
    ["a/0", "base64:aGVsbG8=", "base64:YmFzZTY0OmFHVnNiRzg9"],
    ["a/0", "10  ", "base64:MTAgIA=="],
    ["a/0", "0001", "base64:MDAwMQ=="],
    ["a/0", " 7.50 ", "base64:IDcuNTAg"],
    ["a/0", "[1, 2]", "base64:WzEsIDJd"],
    ["a/0", "true", "base64:dHJ1ZQ=="],
    ["a/0", "é", "base64:w6k="],
    ["a/0", "a\nb", "base64:YQpi"],
  ])("%s: %j is %j", async (key, value, expected) => {
    const set = setOf([[key, text(value)]]);
    for (const version of [0, 1] as const) {
      const json = await written(set, { version });
      const parsed = JSON.parse(json);
      expect((version === 0 ? parsed : parsed.refs)[key]).toBe(expected);
      // A document may lose white space; bytes of chunks lose nothing.
      if (!key.includes("z")) expect(await readBack(json)).toEqual(meaning(set));
    }
  });
});

describe("any set", () => {
  const key = fc.oneof(
    fc
      .tuple(fc.constantFrom("a", "g/b", "é", '"q"', "{{u}}"), fc.nat(12), fc.nat(12))
      .map(([n, i, j]) => `${n}/${i}.${j}`),
    fc.tuple(fc.constantFrom("c", "d"), fc.nat(30)).map(([n, i]) => `${n}/c/${i}`),
    fc.constantFrom(".zmetadata2", "x/.zlocal", "refs", "k", "a/00", "targets"),
  );
  const url = fc.constantFrom(
    "s3://bucket/long/path/one.nc",
    "s3://bucket/long/path/two.nc",
    "https://host/other/way/three.nc",
    "é.nc",
    "short",
    "a{b}.nc",
  );
  const offset = fc.oneof(
    fc.nat(1000),
    fc.constant(Number.MAX_SAFE_INTEGER),
    fc.nat(10).map((n) => n * 100),
  );
  const value: fc.Arbitrary<Value> = fc.oneof(
    fc.tuple(url),
    fc.tuple(url, offset, fc.nat(100)),
    fc.uint8Array({ maxLength: 20 }),
    fc.string({ maxLength: 8 }).map((some) => new TextEncoder().encode(some)),
  );
  it("means the same in every spelling", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(key, value), { maxLength: 40 }), async (entries) => {
        const set = setOf(entries);
        const expected = meaning(set);
        for (const options of [
          { version: 0 },
          {},
          { templates: true },
          { gen: true },
          { templates: true, gen: true },
        ] as const) {
          expect(await readBack(await written(set, options))).toEqual(expected);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("keeps the last of equal keys, and none that was removed", async () => {
    const set = setOf([
      ["a/0", ["u", 1, 2]],
      ["a/0", ["v", 3, 4]],
      ["a/1", ["v", 3, 4]],
    ]);
    const bytes = text("a/1");
    set.table.remove({ bytes, from: 0, to: bytes.byteLength });
    expect(await written(set, { version: 0 })).toBe('{"a/0":["v",3,4]}');
  });

  it("is refused where it would be misread", async () => {
    await expect(written(setOf([["version", text("x")]]), { version: 0 })).rejects.toThrow(/"version"/);
    await expect(written(setOf([]), { version: 0, gen: true })).rejects.toThrow(/neither/);
  });
});

describe("gen", () => {
  const regular = (more: (i: number, j: number) => Value): (readonly [string, Value])[] =>
    Array.from({ length: 60 }, (_, n) => [`a/${Math.floor(n / 10) + 3}.${n % 10}`, more(Math.floor(n / 10), n % 10)]);

  it("holds regular references, and they come back", async () => {
    const set = setOf(regular((i, j) => ["s3://b/file.nc", 5000 + i * 400 - j * 40, 40]));
    const json = await written(set, { gen: true });
    const { gen, refs } = JSON.parse(json);
    expect(refs).toEqual({});
    expect(gen).toEqual([
      {
        key: "a/{{i0}}.{{i1}}",
        url: "s3://b/file.nc",
        offset: "{{3800 + i0 * 400 - i1 * 40}}",
        length: "40",
        dimensions: { i0: { start: 3, stop: 9 }, i1: { stop: 10 } },
      },
    ]);
    expect(await readBack(json)).toEqual(meaning(set));
  });

  it("is exact where the first chunk of the grid would be beyond 2^53", async () => {
    const step = 10 ** 12 + 1;
    const set = setOf(Array.from({ length: 12 }, (_, i) => [`a/${999_999 + i}`, ["u", 7 + i * step, 40]]));
    const json = await written(set, { gen: true });
    expect(JSON.parse(json).gen[0].offset).toBe(`{{0 - ${BigInt(step) * 999_999n - 7n} + i0 * ${step}}}`);
    expect(await readBack(json)).toEqual(meaning(set));
  });

  it.skipIf(hasTinyLimits)("makes one entry per file", async () => {
    const set = setOf(regular((i, j) => [`s3://bucket/files/${i}.nc`, 100 + j * 40, 40]));
    const json = await written(set, { gen: true, templates: true });
    const { gen, templates } = JSON.parse(json);
    expect(gen).toHaveLength(6);
    expect(Object.keys(templates)).toHaveLength(6);
    expect(await readBack(json)).toEqual(meaning(set));
  });

  it.each([
    ["one offset differs", (i: number, j: number): Value => ["u", i === 2 && j === 3 ? 0 : i * 400 + j * 40, 40]],
    ["one length differs", (i: number, j: number): Value => ["u", i * 400 + j * 40, i + j === 14 ? 39 : 40]],
    ["one is elsewhere", (i: number, j: number): Value => [i + j === 0 ? "v" : "u", i * 400 + j * 40, 40]],
    ["one is a whole file", (i: number, j: number): Value => (i + j === 0 ? ["u"] : ["u", i * 400 + j * 40, 40])],
    ["braces in the URL", (i: number, j: number): Value => ["{{u}}", i * 400 + j * 40, 40]],
  ])("is not used where %s", async (_, more) => {
    const set = setOf(regular(more));
    const json = await written(set, { gen: true });
    expect(JSON.parse(json).gen).toBeUndefined();
    expect(await readBack(json)).toEqual(meaning(set));
  });
});

it("records what is known of targets", async () => {
  const set = setOf([["a/0", ["u", 0, 4]]]);
  set.targets.set("u", { size: 4, validator: '"etag"' });
  const json = await written(set);
  expect(JSON.parse(json).targets).toEqual({ u: { size: 4, validator: '"etag"' } });
  async function* blocks(): AsyncGenerator<Uint8Array, undefined> {
    yield encodeUtf8(json);
  }
  const notes = noteList();
  expect([...(await readJsonReferences(blocks, notes)).targets]).toEqual([["u", { size: 4, validator: '"etag"' }]]);
  expect(notes.notes).toEqual([]);
});
