/** Offsets that lead to the chunk of another number: wherever they stand in the table, no byte is taken for another. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copy, openArray, pack, unpack } from "../../../src/index.ts";
import { memoryStore } from "../../../src/stores/memory.ts";
import { failure } from "../../formats/bloscpack/failure.ts";
import { same, sampleBytes } from "./sample-bytes.ts";

const CHUNK = 16;
/** More than the first read of a file holds offsets of. */
const CHUNKS = 17_000;
const TABLE = 32;

let folder: string;
let packed: Buffer;
const raw = sampleBytes(CHUNK * CHUNKS);
const path = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-swapped-"));
  writeFileSync(path("raw"), raw);
  await pack(path("raw"), path("whole.blp"), { chunkSize: CHUNK, workers: false });
  packed = readFileSync(path("whole.blp"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A copy in which two offsets stand in each other's place. */
function swapped(a: number, b: number): string {
  const bytes = Buffer.from(packed);
  const [at, other] = [TABLE + 8 * a, TABLE + 8 * b];
  packed.copy(bytes, at, other, other + 8);
  packed.copy(bytes, other, at, at + 8);
  writeFileSync(path("swapped.blp"), bytes);
  return path("swapped.blp");
}

describe.each([
  [5, 6],
  [3, 9],
  [16_900, 16_901],
  [8191, 8192],
  [16_500, 16_800],
])("chunks %i and %i", (a, b) => {
  it("are refused by unpack", async () => {
    const error = await failure(() => unpack(swapped(a, b), path("out"), { overwrite: true }));
    expect(error.code).toBe("invalid-data");
    expect(error.message).toMatch(/out of order|overlaps/);
    expect(error.message).toMatch(/at byte \d+/);
  });

  it("are refused by a read of either", async () => {
    const file = swapped(a, b);
    for (const index of [a, b]) {
      const error = await failure(async () => (await openArray(file)).read([[CHUNK * index, CHUNK * (index + 1)]]));
      expect(error.message).toMatch(/out of order|overlaps/);
    }
  });

  it("are refused by a copy", async () => {
    const file = swapped(a, b);
    const error = await failure(() => copy(file, memoryStore(), { verify: false }));
    expect(error.message).toMatch(/out of order|overlaps/);
  });

  it("are corrected by salvage: chunks follow one another", async () => {
    const report = await unpack(swapped(a, b), path("out"), { overwrite: true, salvage: true });
    expect(report.lost).toEqual([]);
    expect(same(readFileSync(path("out")), raw)).toBe(true);
  });
});
