/** Compressed images whose headers promise more than memory holds, in files of a few bytes: refused with a typed error. */
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { decodeHcompress } from "../../../src/codecs/array-to-bytes/fits/hcompress.ts";
import { decodePlio } from "../../../src/codecs/array-to-bytes/fits/plio.ts";
import { decodeRice } from "../../../src/codecs/array-to-bytes/fits/rice.ts";
import { memoryStore, open } from "../../../src/index.ts";

const BLOCK = 2880;

function header(cards: Readonly<Record<string, string | number | boolean>>): Buffer {
  const lines = Object.entries(cards).map(([key, value]) => {
    const shown =
      typeof value === "string" ? `'${value.padEnd(8)}'` : String(value === true ? "T" : value).padStart(20);
    return `${key.padEnd(8)}= ${shown}`.padEnd(80);
  });
  return padded(Buffer.from(`${lines.join("")}END`.padEnd(80), "latin1"), 32);
}

function padded(bytes: Buffer, filler: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK, filler)]);
}

/** One table row per tile, all with the same bytes. */
function compressed(
  kind: string,
  tile: Uint8Array,
  { axes, tiles = axes, bitpix = 32, rows = 1 }: { axes: number[]; tiles?: number[]; bitpix?: number; rows?: number },
): Uint8Array {
  const counted = (name: string, lengths: number[]): Record<string, number> =>
    Object.fromEntries(lengths.map((length, index) => [`${name}${index + 1}`, length]));
  const row = Buffer.alloc(8);
  row.writeUInt32BE(tile.length, 0);
  return new Uint8Array(
    Buffer.concat([
      header({ SIMPLE: true, BITPIX: 8, NAXIS: 0 }),
      header({
        ...{ XTENSION: "BINTABLE", BITPIX: 8, NAXIS: 2, NAXIS1: 8, NAXIS2: rows, PCOUNT: tile.length, GCOUNT: 1 },
        ...{ TFIELDS: 1, TTYPE1: "COMPRESSED_DATA", TFORM1: "1PB", EXTNAME: "C" },
        ...{ ZIMAGE: true, ZCMPTYPE: kind, ZBITPIX: bitpix, ZNAXIS: axes.length },
        ...counted("ZNAXIS", axes),
        ...counted("ZTILE", tiles),
      }),
      padded(Buffer.concat([...Array.from({ length: rows }, () => row), tile]), 0),
    ]),
  );
}

async function firstValue(bytes: Uint8Array): Promise<unknown> {
  const store = memoryStore();
  await store.set!("a.fits", bytes);
  const root = await open(store, { path: "a.fits" });
  if (root.kind !== "group") throw new Error("not a group");
  const array = await root.openArray("C");
  return (await array.read(array.shape.map(() => 0))).data;
}

const LONG = 2 ** 20;

/** A header, no planes, no signs: every pixel is 0. */
function hcompressed(rows: number, columns: number): Uint8Array {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16BE(0xdd99, 0);
  bytes.writeInt32BE(rows, 2);
  bytes.writeInt32BE(columns, 6);
  return bytes;
}

/** A list of the old form: 4095 ones. */
const LIST = Buffer.from([0, 0, 0, 3, 0, 4, 0x4f, 0xff]);

test.each<[string, Uint8Array, number]>([
  ["RICE_1", Buffer.from([0, 0, 0, 7, 0, 0, 0, 0]), 32],
  ["PLIO_1", LIST, 32],
  ["HCOMPRESS_1", hcompressed(LONG, LONG), 32],
  ["GZIP_1", gzipSync(Buffer.alloc(8)), 32],
  ["GZIP_2", gzipSync(Buffer.alloc(8)), -32],
  ["NOCOMPRESS", Buffer.alloc(8), -64],
])("a tile of 2^40 pixels by %s", async (kind, tile, bitpix) => {
  const read = firstValue(compressed(kind, tile, { axes: [LONG, LONG], bitpix }));
  await expect(read).rejects.toMatchObject({ name: "HyperslabError" });
});

test("Rice data too short for its pixels are refused before memory is taken for them", () => {
  expect(() => decodeRice(new Uint8Array(8), 2 ** 31, 4, 32)).toThrow("Rice data of 8 bytes for 2147483648 values");
  // Of every block, at least the number at its start is stored: 2 blocks of 5 bits take 2 bytes.
  expect(() => decodeRice(new Uint8Array(5), 64, 4, 32)).toThrow("Rice data of 5 bytes");
  expect(decodeRice(new Uint8Array(6), 64, 4, 32)).toEqual(new Int32Array(64));
});

test("decoders say how much memory they lack", () => {
  expect(() => decodePlio(LIST, 2 ** 40)).toThrow("do not fit into memory");
  expect(() => decodeHcompress(hcompressed(LONG, LONG), [LONG, LONG], false)).toThrow("do not fit into memory");
});

test("more tiles than the table has rows are refused before they are listed", async () => {
  const axes = Array.from({ length: 12 }, () => 2 ** 25 - 1);
  const read = firstValue(compressed("RICE_1", LIST, { axes, tiles: axes.map(() => 2) }));
  await expect(read).rejects.toMatchObject({
    code: "invalid-data",
    what: expect.stringContaining("1 rows for 16777216"),
  });
});

test("a small image made the same way is read", async () => {
  expect(await firstValue(compressed("PLIO_1", LIST, { axes: [50, 60] }))).toEqual(Int32Array.of(1));
  expect(await firstValue(compressed("HCOMPRESS_1", hcompressed(4, 4), { axes: [4, 4] }))).toEqual(Int32Array.of(0));
});
