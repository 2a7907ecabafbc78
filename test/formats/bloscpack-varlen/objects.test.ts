/** Packing, appending and reading lists of objects: any list comes back, whatever it is packed and grown by. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BLOSC_COMPRESSORS } from "../../../src/bytes/blosc/options.ts";
import { CHECKSUM_NAMES } from "../../../src/bytes/checksum/named-checksum.ts";
import { memoryStore, memoryTarget, openArray } from "../../../src/index.ts";
import { appendObjects } from "../../../src/operations/pack/varlen/append-objects.ts";
import type { ObjectValue } from "../../../src/operations/pack/varlen/object-options.ts";
import { packObjects } from "../../../src/operations/pack/varlen/pack-objects.ts";
import { failure } from "../bloscpack/failure.ts";

let folder: string;
let files = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-objects-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function newFile(name = "objects.blp"): string {
  return join(folder, `${files++}-${name}`);
}

async function* stream<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

async function readAll(path: string): Promise<readonly unknown[]> {
  return [...(await (await openArray(path)).read()).data];
}

const text = fc.oneof(fc.string({ unit: "binary", maxLength: 30 }), fc.string({ minLength: 200, maxLength: 600 }));
const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => new Uint8Array(array));
/** Larger integers are read as bigint. */
const small = (_: string, value: unknown): unknown => (Math.abs(Number(value)) > 2 ** 53 - 1 ? 0 : value);
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value), small));
const lists: fc.Arbitrary<readonly ObjectValue[]> = fc.oneof(
  fc.array(text, { minLength: 1, maxLength: 12 }),
  fc.array(bytes, { minLength: 1, maxLength: 12 }),
  fc.array(json, { minLength: 1, maxLength: 12 }),
);
const typeOf = (list: readonly ObjectValue[]): "string" | "bytes" | "json" => {
  if (list.every((value) => typeof value === "string")) return "string";
  return list.every((value) => value instanceof Uint8Array) ? "bytes" : "json";
};

describe("any list", () => {
  it("is read as it was packed, whole and one by one", async () => {
    await fc.assert(
      fc.asyncProperty(
        lists,
        fc.constantFrom(...BLOSC_COMPRESSORS),
        fc.constantFrom(...CHECKSUM_NAMES),
        fc.boolean(),
        fc.nat(3),
        async (list, codec, checksum, known, reserve) => {
          const path = newFile();
          const options = { type: typeOf(list), codec, checksum, reserve } as const;
          await packObjects(known ? list : stream(list), path, options);
          expect(await readAll(path)).toEqual(list);
          const array = await openArray(path);
          const index = list.length >> 1;
          expect((await array.read([index])).data).toEqual([list[index]]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each(["objects.blp", "objects.blpd"])("grows as lists do: %s", async (name) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(text, { maxLength: 5 }), { minLength: 1, maxLength: 5 }),
        fc.nat(8),
        fc.integer({ min: 1, max: 4 }),
        async ([first = [], ...more], reserve, superchunk) => {
          const path = newFile(name);
          const options = name.endsWith("d") ? { superchunk } : { reserve };
          await packObjects(first, path, { type: "string", ...options });
          const all = [...first];
          for (const list of more) {
            const report = await appendObjects(path, list);
            all.push(...list);
            expect(report).toMatchObject({ objects: list.length, total: all.length });
            expect(await readAll(path)).toEqual(all);
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});

it("is just what the proposal draws: header, metadata, offsets, chunks", async () => {
  const path = newFile();
  await packObjects(["abc", "", "de"], path, { checksum: "crc32", level: 0 });
  const file = readFileSync(path);
  const size = file.readUInt32LE(24);
  expect(file.subarray(0, 8)).toEqual(Buffer.from("blpk\x04\x07\x02\x01", "latin1"));
  expect([file.readInt32LE(8), file.readInt32LE(12), file.readBigInt64LE(16), file.readUInt32LE(28)]).toEqual([
    -1,
    -1,
    3n,
    0,
  ]);
  expect(file.subarray(32, 32 + size).toString()).toBe('{"dtype":"varchar","shape":[3               ],"others":[]}');
  const offsets = [0, 1, 2].map((i) => Number(file.readBigInt64LE(32 + size + 8 * i)));
  // Frames of 16 bytes and the object, checksums of 4 bytes; nothing between them or behind.
  expect(offsets).toEqual([56 + size, 56 + size + 23, 56 + size + 23 + 20]);
  expect(file.byteLength).toBe(56 + size + 23 + 20 + 22);
  expect(file.subarray(offsets[0]! + 16, offsets[0]! + 19).toString()).toBe("abc");
});

describe("appending", () => {
  it("is in place where there is room, and old bytes stay", async () => {
    const target = memoryTarget();
    await packObjects(["a", "b"], target, { reserve: 2 });
    const before = target.bytes();
    await appendObjects(target, ["c", "d"]);
    const after = target.bytes();
    const tableEnd = 32 + new DataView(before.buffer).getUint32(24, true) + 16;
    expect(after.subarray(tableEnd + 16, before.byteLength)).toEqual(before.subarray(tableEnd + 16));
    expect(after.byteLength).toBeGreaterThan(before.byteLength);
    const error = await failure(() => appendObjects(target, ["e"]));
    expect(error.message).toContain("no room for the offsets of 1 objects");
    expect(target.bytes()).toEqual(after);
  });

  it("leaves room for as many objects again when it writes a file anew", async () => {
    const path = newFile();
    await packObjects(["a", "b"], path);
    await appendObjects(path, ["c"]);
    const size = readFileSync(path).byteLength;
    await appendObjects(path, ["d", "e", "f"]);
    // Three chunks of 21 bytes, no offsets more.
    expect(readFileSync(path).byteLength).toBe(size + 63);
    expect(await readAll(path)).toEqual(["a", "b", "c", "d", "e", "f"]);
  });

  it("ignores what an interrupted append left behind", async () => {
    const target = memoryTarget();
    await packObjects(["a"], target, { reserve: 3 });
    const { byteLength } = target.bytes();
    await target.write(byteLength, [new Uint8Array(500).fill(9)]);
    await appendObjects(target, ["b"]);
    expect(target.bytes().byteLength).toBe(byteLength + 21);
  });

  it("takes objects of the existing type, and reports which one is not", async () => {
    const path = newFile();
    await packObjects(["a"], path);
    const error = await failure(() => appendObjects(path, ["b", Uint8Array.of(1)]));
    expect([error.code, error.what]).toEqual([
      "invalid-request",
      "object 2: it is bytes, objects here are of type string",
    ]);
    const lone = await failure(() => appendObjects(path, ["b", "\ud800"]));
    expect(lone.what).toMatch(/^object 2: text with the lone surrogate/);
    expect(await readAll(path)).toEqual(["a"]);
    expect(await readAll(path)).toEqual(["a"]);
  });

  it("keeps attributes, and metadata of others that have no room for a longer number", async () => {
    const path = newFile("objects.blpd");
    await packObjects(["a"], path, { superchunk: 2, attributes: { units: "m" } });
    await appendObjects(path, stream(["b", "c"]));
    expect((await openArray(path)).attributes).toEqual({ units: "m" });
    expect(readdirSync(path).sort()).toEqual(["0.blp", "1.blp", "index.blp"]);
  });

  it("wants something to append to", async () => {
    expect((await failure(() => appendObjects(newFile(), ["a"]))).code).toBe("not-found");
    expect((await failure(() => appendObjects(memoryStore(), ["a"]))).code).toBe("not-found");
  });
});

it("does not replace what is there", async () => {
  for (const path of [newFile(), newFile("objects.blpd")]) {
    await packObjects(["a"], path);
    expect((await failure(() => packObjects(["b"], path))).code).toBe("exists");
    await packObjects(["b"], path, { overwrite: true });
    expect(await readAll(path)).toEqual(["b"]);
  }
});
