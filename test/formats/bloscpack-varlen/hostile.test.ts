/** Files that lie: every field of the header, offsets, frames, checksums, texts and values; typed errors with a place. */
import { beforeAll, describe, expect, it } from "vitest";
import { computeChecksum } from "../../../src/bytes/checksum/digest.ts";
import { memorySource } from "../../../src/bytes/source/byte-source.ts";
import { isHyperslabError, memoryStore, memoryTarget, openArray, type Store } from "../../../src/index.ts";
import type { ObjectValue, PackObjectsOptions } from "../../../src/operations/pack/varlen/object-options.ts";
import { packObjects } from "../../../src/operations/pack/varlen/pack-objects.ts";
import { readObject } from "../../../src/operations/pack/varlen/read-object.ts";
import { failure } from "../bloscpack/failure.ts";

async function packed(objects: readonly ObjectValue[], options: PackObjectsOptions = {}): Promise<Uint8Array> {
  const target = memoryTarget();
  await packObjects(objects, target, options);
  return target.bytes();
}

async function storeOf(files: Readonly<Record<string, Uint8Array>>): Promise<Store> {
  const store = memoryStore();
  for (const [key, bytes] of Object.entries(files)) await store.set?.(key, bytes);
  return store;
}

async function read(bytes: Uint8Array): Promise<unknown> {
  const array = await openArray(await storeOf({ "x.blp": bytes }), { path: "x.blp" });
  return (await array.read()).data;
}

let good: Uint8Array;
let metadataSize: number;
let offsets: readonly number[];

beforeAll(async () => {
  good = await packed(["first", "x".repeat(400), "third"]);
  const view = new DataView(good.buffer);
  metadataSize = view.getUint32(24, true);
  offsets = [0, 1, 2].map((i) => Number(view.getBigInt64(32 + metadataSize + 8 * i, true)));
});

function changed(change: (view: DataView, bytes: Uint8Array) => void): Uint8Array {
  const bytes = good.slice();
  change(new DataView(bytes.buffer), bytes);
  return bytes;
}

const table = (i: number): number => 32 + metadataSize + 8 * i;
const setOffset = (i: number, offset: number | bigint) => (view: DataView) =>
  view.setBigInt64(table(i), BigInt(offset), true);

const LIES: readonly (readonly [string, (view: DataView, bytes: Uint8Array) => void, string, RegExp])[] = [
  ["a version before the proposal", (view) => view.setUint8(4, 1), "unsupported", /version 1 .*at byte 4/],
  ["a version to come", (view) => view.setUint8(4, 5), "unsupported", /version 5 .*at byte 4/],
  ["a reserved option", (view) => view.setUint8(5, 0x87), "unsupported", /options 10000111 .*at byte 5/],
  ["no offsets", (view) => view.setUint8(5, 6), "invalid-data", /without offsets.*byte 5/],
  ["metadata without their bit", (view) => view.setUint8(5, 5), "invalid-data", /no metadata, but \d+ bytes.*byte 24/],
  ["no metadata with their bit", (view) => view.setUint32(24, 0, true), "invalid-data", /but 0 bytes.*byte 24/],
  ["an unknown checksum", (view) => view.setUint8(6, 9), "invalid-data", /checksum code 9 at byte 6/],
  ["a reserved field", (view) => view.setUint32(28, 1, true), "invalid-data", /reserved bytes.*at byte 28/],
  ["a chunk size below -1", (view) => view.setInt32(8, -2, true), "invalid-data", /chunk size of -2 at byte 8/],
  [
    "a chunk size that no object has",
    (view) => view.setInt32(8, 6, true),
    "invalid-data",
    /object 0 at byte \d+: .*header of the file says 6/,
  ],
  [
    "a last chunk of another size",
    (view) => view.setInt32(12, 4, true),
    "invalid-data",
    /object 2 at byte \d+: .*says 4/,
  ],
  ["an unknown count", (view) => view.setBigInt64(16, -1n, true), "invalid-data", /unknown.*/],
  ["a negative count", (view) => view.setBigInt64(16, -7n, true), "invalid-data", /chunk count of -7 at byte 16/],
  [
    "a count beyond numbers",
    (view) => view.setBigInt64(16, 2n ** 60n, true),
    "invalid-data",
    /beyond 2\^53 at byte 16/,
  ],
  [
    "a count beyond the file",
    (view) => view.setBigInt64(16, 2n ** 40n, true),
    "invalid-data",
    /truncated: it ends in the offsets of its 1099511627776 objects, according to byte 16/,
  ],
  ["a count that is one too many", (view) => view.setBigInt64(16, 4n, true), "invalid-data", /byte 16|byte \d+/],
  [
    "a count that is one too few",
    (view) => view.setBigInt64(16, 2n, true),
    "invalid-data",
    /shape \[3\], but the header counts 2 objects \(byte 16\)/,
  ],
  [
    "metadata of 2 GiB",
    (view) => view.setUint32(24, 2 ** 31, true),
    "invalid-data",
    /metadata of 2147483648 bytes at byte 24/,
  ],
  [
    "metadata of 1 GiB",
    (view) => view.setUint32(24, 2 ** 30, true),
    "unsupported",
    /metadata of 1073741824 bytes, according to byte 24/,
  ],
  [
    "metadata beyond the file",
    (view) => view.setUint32(24, 20_000, true),
    "invalid-data",
    /ends at byte \d+, in its metadata/,
  ],
  [
    "metadata that are cut off",
    (view) => view.setUint32(24, 20, true),
    "invalid-data",
    /metadata at byte 32 cannot be read/,
  ],
  [
    "an offset into the header",
    setOffset(1, 8),
    "invalid-data",
    /offset 8 of object 1 lies before the objects, .*at byte \d+/,
  ],
  ["an offset below -1", setOffset(1, -5), "invalid-data", /offset of -5 at byte \d+/],
  ["a first offset into the header", setOffset(0, 8), "invalid-data", /offset 8 of object 0 lies before the objects/],
  ["a first offset below -1", setOffset(0, -5), "invalid-data", /offset of -5 at byte \d+/],
  [
    "an unknown offset among known ones",
    setOffset(1, -1),
    "invalid-data",
    /offset of object 1, at byte \d+, is unknown/,
  ],
  ["an offset beyond the end", setOffset(2, 1_000_000), "invalid-data", /object 2 at byte 1000000: it is truncated/],
  ["an offset beyond numbers", setOffset(1, 2n ** 61n), "invalid-data", /beyond 2\^53 at byte/],
];

describe("a header or an offset with false claims", () => {
  it("has a good file to start from", async () => {
    expect(await read(good)).toEqual(["first", "x".repeat(400), "third"]);
  });

  it.each(LIES)("%s", async (_, change, code, message) => {
    const error = await failure(() => read(changed(change)));
    expect([error.code, error.what]).toEqual([code, expect.stringMatching(message)]);
    expect(error.message).toContain("x.blp");
  });

  it("offsets that are out of order", async () => {
    const swapped = changed((view) => {
      setOffset(0, offsets[1]!)(view);
      setOffset(1, offsets[0]!)(view);
    });
    expect((await failure(() => read(swapped))).what).toMatch(/object 1 is out of order/);
    // Neither object alone is taken for the other.
    for (const index of [0, 1]) {
      const error = await failure(() => readObject(memorySource(swapped), index));
      expect(error.what).toMatch(new RegExp(`object ${index} is out of order`));
    }
  });

  it("an offset into another object", async () => {
    const inside = changed(setOffset(1, offsets[0]! + 24));
    expect((await failure(() => read(inside))).what).toMatch(/object \d at byte \d+|object 0/);
  });
});

describe("a chunk with false claims", () => {
  it.each([
    ["no Blosc frame", 0, 1, /object 1 at byte \d+: .*version 1/],
    ["Blosc 2", 0, 5, /object 1 at byte \d+: .*Blosc2/],
    ["another length", 4, 17, /object 1 at byte \d+/],
    ["another block size", 8, 0, /object 1 at byte \d+/],
    ["a frame of another length", 12, 250, /object 1 at byte \d+: (its 254 bytes overlap the next|checksum)/],
    ["other bytes", 30, 200, /object 1 at byte \d+: checksum mismatch \(adler32\)/],
  ])("%s", async (_, at, value, message) => {
    const bad = changed((view) => view.setUint8(offsets[1]! + at, value));
    const error = await failure(() => read(bad));
    expect(error.what).toMatch(message);
    expect(error.what).toContain(`at byte ${offsets[1]}`);
  });

  it("claims to be larger than any memory", async () => {
    const bad = changed((view) => view.setUint32(offsets[2]! + 4, 2 ** 31 - 17, true));
    expect((await failure(() => read(bad))).what).toMatch(/object 2 at byte \d+/);
  });

  it("says nothing about its length", async () => {
    const bad = changed((view) => view.setUint32(offsets[2]! + 12, 3, true));
    expect((await failure(() => read(bad))).what).toMatch(/object 2 at byte \d+/);
  });
});

it("names the place wherever the file ends", async () => {
  for (let length = 0; length < good.byteLength; length++) {
    const error = await failure(() => read(good.slice(0, length)));
    expect(error.code).toBe("invalid-data");
    expect(error.what).toMatch(/byte \d+/);
  }
});

it("gives the right objects or a typed error whatever byte is wrong", async () => {
  for (let at = 0; at < good.byteLength; at++) {
    const bad = changed((_, bytes) => {
      bytes[at]! ^= 1 << (at % 8);
    });
    const found = await read(bad).catch((error: unknown) => failure(() => Promise.reject(error)));
    expect(isHyperslabError(found) || (Array.isArray(found) && found.length === 3)).toBe(true);
  }
});

/** The chunk of object 0, stored as it is, with other bytes and the right checksum. */
async function withObject(bytes: Uint8Array, other: readonly number[]): Promise<Uint8Array> {
  const file = bytes.slice();
  const view = new DataView(file.buffer);
  const start = Number(view.getBigInt64(32 + view.getUint32(24, true), true));
  file.set(other, start + 16);
  const end = start + 16 + view.getUint32(start + 4, true);
  file.set(computeChecksum("adler32", file.subarray(start, end)), end);
  return file;
}

describe("objects that are not what they are said to be", () => {
  it("texts that are no UTF-8", async () => {
    const file = await withObject(await packed(["abcdef", "g"]), [0x61, 0xc3, 0x28]);
    const error = await failure(() => read(file));
    expect(error.what).toMatch(/^object 0 at byte \d+: not UTF-8: malformed byte 0xc3 at offset 1$/);
  });

  it("values that are no JSON", async () => {
    const file = await withObject(await packed([{ a: 1 }, 2]), [0x7b, 0x7b]);
    const error = await failure(() => read(file));
    expect(error.code).toBe("invalid-data");
    expect(error.what).toMatch(/^object 0 at byte \d+: /);
  });

  it("values of no bytes at all", async () => {
    const file = await packed([new Uint8Array(0)]);
    const text = new TextDecoder("latin1").decode(file).replace('"varbinary"', '"json"     ');
    const error = await failure(() => read(Uint8Array.from(text, (letter) => letter.charCodeAt(0))));
    expect(error.what).toMatch(/^object 0 at byte \d+: /);
  });
});

describe("metadata", () => {
  const withText = (text: string): Uint8Array => {
    const bytes = new Uint8Array(32 + text.length);
    const view = new DataView(bytes.buffer);
    bytes.set(new TextEncoder().encode("blpk\x04\x07\x00\x01"));
    view.setUint32(24, text.length, true);
    bytes.set(new TextEncoder().encode(text), 32);
    return bytes;
  };

  it("of no type are read as bytes, which is noted", async () => {
    for (const text of ['{"others":[]}', '{"dtype":"varfoo"}', '{"dtype":7}', '{"dtype":"__proto__"}']) {
      const array = await openArray(await storeOf({ "x.blp": withText(text) }), { path: "x.blp" });
      expect(array.dtype).toBe("bytes");
      expect(array.hierarchy.notes[0]?.message).toMatch(/read as bytes/);
    }
  });

  it("that are no object are kept", async () => {
    const array = await openArray(await storeOf({ "x.blp": withText("[1]") }), { path: "x.blp" });
    expect(array.attributes).toEqual({ metadata: [1] });
  });

  it.each(['{"shape":[0.5]}', '{"shape":7}', '{"shape":[-1]}', '{"dtype":"varchar","shape":[1]}', "{", '{"a":1}x'])(
    "that are wrong: %s",
    async (text) => {
      expect((await failure(() => read(withText(text)))).code).toBe("invalid-data");
    },
  );
});

describe("files that were not finished", () => {
  it("are walked where all objects are there", async () => {
    const unfilled = changed((view) => [0, 1, 2].forEach((i) => void setOffset(i, -1)(view)));
    const array = await openArray(await storeOf({ "x.blp": unfilled }), { path: "x.blp" });
    expect((await array.read()).data).toEqual(["first", "x".repeat(400), "third"]);
    expect(array.hierarchy.notes[0]?.message).toMatch(/never filled in/);
  });

  it("are refused where some are missing", async () => {
    const unfilled = changed((view) => [0, 1, 2].forEach((i) => void setOffset(i, -1)(view)));
    const error = await failure(() => read(unfilled.slice(0, offsets[2])));
    expect(error.what).toMatch(/chunk 2: .*truncated.*byte \d+/);
  });
});

describe("a directory with false claims", () => {
  const directory = async (change: (files: Map<string, Uint8Array>) => void): Promise<unknown> => {
    const store = memoryStore();
    await packObjects(["a", "b", "c", "d", "e"], store, { superchunk: 2 });
    const files = new Map<string, Uint8Array>();
    for (const key of ["index.blp", "0.blp", "1.blp", "2.blp"]) files.set(key, (await store.get(key))!.slice());
    change(files);
    return (await (await openArray(await storeOf(Object.fromEntries(files)))).read()).data;
  };
  const index = (files: Map<string, Uint8Array>): DataView => new DataView(files.get("index.blp")!.buffer);

  it("has a good one to start from", async () => {
    expect(await directory(() => undefined)).toEqual(["a", "b", "c", "d", "e"]);
  });

  const lies: readonly (readonly [string, (files: Map<string, Uint8Array>) => void, RegExp])[] = [
    ["a missing file", (files) => void files.delete("1.blp"), /super-chunk 1 of 3 is missing/],
    [
      "a short file",
      (files) => void files.set("1.blp", files.get("2.blp")!),
      /holds 1 objects \(at byte 16\), 2 are expected/,
    ],
    [
      "another count",
      (files) => index(files).setBigInt64(16, 6n, true),
      /shape \[5\], but the header counts 6 objects/,
    ],
    [
      "an index that is cut off",
      (files) => void files.set("index.blp", files.get("index.blp")!.slice(0, 50)),
      /truncated.*byte 50/,
    ],
    ["a file of fixed chunks", (files) => files.get("1.blp")!.set([3, 3], 4), /options 00000011.*byte 5/],
  ];

  it.each(lies)("%s", async (_, change, message) => {
    const error = await failure(() => directory(change));
    expect([error.code, error.what]).toEqual(["invalid-data", expect.stringMatching(message)]);
  });

  it("does not record how many files there are, or claims too many", async () => {
    const store = memoryStore();
    const text = '{"dtype":"varchar","shape":[9007199254740991],"superchunk":1,"others":[]}';
    const bytes = new Uint8Array(32 + text.length);
    bytes.set(new TextEncoder().encode("blpk\x04\x06\x00\x01"));
    new DataView(bytes.buffer).setBigInt64(16, 9007199254740991n, true);
    new DataView(bytes.buffer).setUint32(24, text.length, true);
    bytes.set(new TextEncoder().encode(text), 32);
    await store.set?.("index.blp", bytes);
    expect((await failure(() => openArray(store))).what).toMatch(/9007199254740991 super-chunks/);
  });
});
