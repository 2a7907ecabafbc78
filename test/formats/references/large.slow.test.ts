/**
 * Reference sets of gigabytes, as they are and compressed. Longer than the longest text of V8 (512 MB), and than what 32 bits
 * with a sign count (2 GiB): they are never one text, and offsets in them are not truncated.
 */
import {
  closeSync,
  createReadStream,
  createWriteStream,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { wasmZstdEngine } from "../../../src/codecs/bytes-to-bytes/zstd/engine.ts";
import { openArray } from "../../../src/index.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-large-references-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Members that are written at once. */
const ROWS = 10_000;
/** Keys count from here, so that all are equally long, and only four digits change from block to block. */
const FIRST = 10_000_000;
const URL = `s3://bucket/${"x".repeat(90)}.nc`;
const member = (number: number): string => `"data/${number}":["${URL}",${number * 4},4],\n`;

/** A set of so many blocks of references, and one more at its end, whose offset is beyond 2^32. */
function writeSet(path: string, blocks: number): void {
  const array = { zarr_format: 2, shape: [2 * FIRST], chunks: [1], dtype: "<f4", compressor: null, fill_value: 0 };
  const zarray = JSON.stringify({ ...array, order: "C", filters: null });
  const file = openSync(path, "w");
  writeSync(file, `{"version":1,"refs":{"data/.zarray":${JSON.stringify(zarray)},\n`);
  const block = Buffer.from(Array.from({ length: ROWS }, (_, row) => member(FIRST + row)).join(""));
  const [length, digits] = [member(FIRST).length, '"data/'.length];
  expect(block.byteLength).toBe(ROWS * length);
  for (let at = 0; at < blocks; at++) {
    const upper = Buffer.from(String(FIRST / ROWS + at));
    for (let row = 0; row < ROWS; row++) block.set(upper, row * length + digits);
    writeSync(file, block);
  }
  writeSync(file, `"data/0":["last",${2 ** 40},4]}}`);
  closeSync(file);
}

async function expectSet(path: string, blocks: number): Promise<void> {
  const { store } = (await openArray(`${path}::data`)).hierarchy;
  const count = blocks * ROWS;
  expect(await store.head!(`data/${FIRST + count - 1}`)).toEqual({ size: 4 });
  expect(await store.head!(`data/${FIRST + count}`)).toBeUndefined();
  expect(await store.head!("data/0")).toEqual({ size: 4 });
  let keys = 0;
  for await (const _ of store.list!("data")) keys += 1;
  expect(keys).toBe(count + 2);
}

describe("a set of more than 2 GiB", () => {
  const path = join(folder, "large.json");
  const blocks = 1600;

  it("is read", async () => {
    writeSet(path, blocks);
    expect(statSync(path).size).toBeGreaterThan(2 ** 31);
    await expectSet(path, blocks);
  });

  it("is read from a gzip file", async () => {
    const packed = join(folder, "large.json.gz");
    await pipeline(createReadStream(path), createGzip({ level: 1 }), createWriteStream(packed));
    rmSync(path);
    await expectSet(packed, blocks);
    rmSync(packed);
  });
});

it("a set of more than 512 MB is read from a Zstandard file of several frames", async () => {
  const [plain, packed] = [join(folder, "half.json"), join(folder, "half.json.zst")];
  const blocks = 420;
  writeSet(plain, blocks);
  const bytes = readFileSync(plain);
  rmSync(plain);
  expect(bytes.byteLength).toBeGreaterThan(2 ** 29);
  const engine = await wasmZstdEngine();
  const frames: Uint8Array[] = [];
  for (let at = 0; at < bytes.byteLength; at += 2 ** 26) {
    frames.push(engine.compress(bytes.subarray(at, at + 2 ** 26), 1, false).slice());
  }
  writeFileSync(packed, Buffer.concat(frames));
  await expectSet(packed, blocks);
});
