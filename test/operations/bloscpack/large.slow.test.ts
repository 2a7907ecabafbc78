/** Chunks of many megabytes, which are made and taken apart a few blocks at a time. */
import { describe, expect, it } from "vitest";
import { memorySource } from "../../../src/bytes/byte-source.ts";
import { memoryTarget } from "../../../src/bytes/byte-target.ts";
import { type PackOptions, pack, packInfo, unpack } from "../../../src/index.ts";
import { noise, same, sampleBytes } from "./sample-bytes.ts";

async function packed(bytes: Uint8Array, options: PackOptions = {}): Promise<Uint8Array> {
  const target = memoryTarget();
  await pack(memorySource(bytes), target, options);
  return target.bytes();
}

async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  const target = memoryTarget();
  await unpack(memorySource(bytes), target);
  return target.bytes();
}

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
});
