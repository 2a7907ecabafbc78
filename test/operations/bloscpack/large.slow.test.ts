/** Chunks of many megabytes, which are made and taken apart a few blocks at a time. */
import { describe, expect, it } from "vitest";
import { memorySource } from "../../../src/bytes/source/byte-source.ts";
import { memoryTarget } from "../../../src/bytes/source/byte-target.ts";
import { append, isHyperslabError, pack, packInfo } from "../../../src/index.ts";
import { packed, unpacked } from "./in-memory.ts";
import { noise, same, sampleBytes } from "./sample-bytes.ts";

describe("large chunks", () => {
  it("makes and takes apart chunks that are too large for memory, the same as others", async () => {
    const bytes = sampleBytes(20 * 1024 * 1024 + 12_345);
    for (const options of [
      { codec: "lz4", typeSize: 4, checksum: "sha1" },
      { codec: "zstd", typeSize: 8, level: 1, checksum: "crc32" },
      { codec: "blosclz", typeSize: 3, level: 0 },
    ] as const) {
      const large = await packed(bytes, { ...options, chunkSize: "max" });
      expect(same(await unpacked(large), bytes)).toBe(true);
    }
    const random = noise(9 * 1024 * 1024 + 1);
    const stored = await packed(random, { chunkSize: "max", codec: "lz4" });
    expect((await packInfo(memorySource(stored))).first_chunk).toMatchObject({
      pure_memcpy: true,
      nbytes: random.length,
    });
    expect(same(await unpacked(stored), random)).toBe(true);
  });

  it("appends them behind a last chunk that becomes shorter, with the checksum of what is written", async () => {
    const [first, more] = [sampleBytes(14 * 2 ** 20), sampleBytes(20 * 2 ** 20, 3)];
    for (const checksum of ["adler32", "sha1", "None"] as const) {
      const target = memoryTarget();
      await pack(memorySource(first), target, { level: 0, chunkSize: 9 * 2 ** 20, checksum });
      const before = await target.size();
      await append(target, memorySource(more), { level: 5, codec: "lz4", typeSize: 4 });
      // New chunks begin where the old last one was.
      expect(await target.size()).toBeLessThan((before ?? 0) + more.length / 2);
      expect(same(await unpacked(target.bytes()), new Uint8Array(Buffer.concat([first, more])))).toBe(true);
    }
  });

  it("appends one that turns out not to compress where the old last chunk was: what is written twice counts once", async () => {
    const first = sampleBytes(14 * 2 ** 20);
    // Each saves a little less in its first blocks than the offsets of all its streams cost.
    for (const run of [0, 300]) {
      const more = noise(13 * 2 ** 20);
      more.set(first.subarray(0, 4 * 2 ** 20));
      const at = 4 * 2 ** 20 + 1000;
      more.fill(0, at, at + 4 * run);
      const target = memoryTarget();
      await pack(memorySource(first), target, { level: 0, chunkSize: 9 * 2 ** 20, checksum: "crc32" });
      await append(target, memorySource(more), { level: 5, codec: "lz4", typeSize: 4 });
      expect(same(await unpacked(target.bytes()), new Uint8Array(Buffer.concat([first, more])))).toBe(true);
    }
  });

  it("refuses one whose frame has a false length, blocks or checksum", async () => {
    const bytes = sampleBytes(9 * 2 ** 20);
    for (const checksum of ["None", "crc32"] as const) {
      const file = await packed(bytes, { codec: "lz4", typeSize: 4, chunkSize: "max", checksum });
      const view = new DataView(file.buffer);
      const at = Number(view.getBigInt64(32, true));
      const broken = async (change: () => void): Promise<string> => {
        const kept = file.slice();
        change();
        const error = await unpacked(file).then(
          () => undefined,
          (caught: unknown) => caught,
        );
        file.set(kept);
        if (!isHyperslabError(error, "invalid-data")) throw new Error(`no refusal: ${String(error)}`);
        return error.message;
      };
      expect(await broken(() => view.setUint32(at + 12, 2 ** 30, true))).toContain("chunk 0 at byte");
      expect(await broken(() => view.setUint32(at + 8, 1, true))).toContain("chunk 0 at byte");
      expect(await broken(() => view.setUint32(at + 4, bytes.length - 1, true))).toContain(
        `holds ${bytes.length - 1} bytes`,
      );
      expect(await broken(() => view.setUint32(at + 16, 2 ** 30, true))).toMatch(/checksum mismatch|begins at offset/);
    }
  });
});
