/** What Blosc2 frames and chunks hold that is not read is refused by name; what they say wrongly, with its place. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bindPipeline } from "../../src/codecs/pipeline/pipeline.ts";
import { decode, elementsOf, named, type PlainSpec, specs, typeOf } from "./samples.ts";

interface Vector {
  readonly name: string;
  readonly data_type: string;
  readonly shape: readonly number[];
  readonly codecs: readonly PlainSpec[];
  readonly encoded: string;
  readonly elements: string;
}

const { cases } = JSON.parse(readFileSync("fixtures/codecs/hdf5.blosc2.json", "utf8")) as {
  readonly cases: readonly Vector[];
};

/** Reads a vector whose bytes were changed. */
async function readChanged(name: string, change: (bytes: Uint8Array, view: DataView) => unknown) {
  const vector = cases.find((each) => each.name === name)!;
  const bytes = Uint8Array.from(Buffer.from(vector.encoded, "base64"));
  const made = change(bytes, new DataView(bytes.buffer));
  const changed = made instanceof Uint8Array ? made : bytes;
  const pipeline = await bindPipeline(specs(...vector.codecs), typeOf(named(vector.data_type), vector.shape));
  return { read: elementsOf(decode(pipeline, changed)!), vector };
}

const CHUNK = "chunk, <i4";
const FRAME = "frame, lz4, shuffle, <i4";
const ARRAY = "array (17, 23) of <i2, chunks (10, 9), blocks (4, 9)";

describe("refused by name", () => {
  test.each<[string, string, (bytes: Uint8Array) => void]>([
    ["a dictionary", "dictionary", (bytes) => void (bytes[31]! |= 1)],
    ["a lazy chunk", "lazy chunk", (bytes) => void (bytes[31]! |= 8)],
    ["an instrumented codec", "instrumented", (bytes) => void (bytes[31]! |= 128)],
    ["blocks of variable length", "variable length", (bytes) => void (bytes[0] = 6)],
    ["the filter NDCELL", "NDCELL", (bytes) => void (bytes[16] = 32)],
    ["the filter NDMEAN", "NDMEAN", (bytes) => void (bytes[16] = 33)],
    ["an unknown filter", "number 200", (bytes) => void (bytes[16] = 200)],
    ["a delta filter after another", "delta filter after", (bytes) => bytes.set([1, 3], 20)],
    [
      "the codec ZFP",
      "ZFP with rate",
      (bytes) => {
        bytes[2] = (bytes[2]! & 31) | (6 << 5);
        bytes[22] = 35;
      },
    ],
    ["the codec number 5", "codec number 5", (bytes) => void (bytes[2] = (bytes[2]! & 31) | (5 << 5))],
  ])("%s", async (_, word, change) => {
    const changed = readChanged(CHUNK, (bytes) => change(bytes));
    await expect(changed).rejects.toMatchObject({ code: "unsupported", what: expect.stringContaining(word) });
  });

  test("frames in several files, and frames of chunks of variable length", async () => {
    await expect(readChanged(FRAME, (bytes) => void (bytes[26] = 1))).rejects.toMatchObject({ code: "unsupported" });
    await expect(readChanged(FRAME, (bytes) => void (bytes[25]! |= 64))).rejects.toMatchObject({ code: "unsupported" });
  });
});

describe("said wrongly", () => {
  test.each<[string, string, (bytes: Uint8Array, view: DataView) => unknown]>([
    ["a chunk of another length", CHUNK, (_, view) => view.setInt32(4, 1336, true)],
    ["blocks larger than the chunk", CHUNK, (_, view) => view.setInt32(8, 4000, true)],
    ["blocks of no bytes", CHUNK, (_, view) => view.setInt32(8, 0, true)],
    ["a chunk longer than its bytes", CHUNK, (bytes, view) => view.setInt32(12, bytes.length + 1, true)],
    ["a block before the chunk's data", CHUNK, (_, view) => view.setInt32(32, 4, true)],
    ["a block beyond the chunk", CHUNK, (bytes, view) => view.setInt32(32, bytes.length, true)],
    ["elements without bytes", CHUNK, (bytes) => void (bytes[3] = 0)],
    ["an unknown special value", CHUNK, (bytes) => void (bytes[31] = 7 << 4)],
    ["a frame longer than its bytes", FRAME, (bytes) => bytes.slice(0, -1)],
    ["a frame that decodes to more", FRAME, (_, view) => view.setBigInt64(30, 2n ** 40n)],
    ["a frame of a huge number of chunks", FRAME, (_, view) => view.setInt32(58, 1)],
    ["a header past the end", FRAME, (_, view) => view.setInt32(11, 2 ** 30)],
    ["an array of another shape", ARRAY, (bytes, view) => view.setInt8(bytes.indexOf(0xd3, 100) + 8, 90)],
    ["nothing", FRAME, () => new Uint8Array(0)],
  ])("%s", async (_, name, change) => {
    await expect(readChanged(name, change)).rejects.toMatchObject({ code: "invalid-data" });
  });
});

test("what follows a frame is not part of it, as the library has it", async () => {
  const { read, vector } = await readChanged(FRAME, (bytes) => Uint8Array.from([...bytes, 1, 2, 3]));
  expect(read).toBe(Buffer.from(vector.elements, "base64").toString("hex"));
});
