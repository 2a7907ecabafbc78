/** Appending: as bloscpack does it, and for any sizes. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHECKSUM_NAMES } from "../../../src/bytes/checksum/named-checksum.ts";
import { memorySource } from "../../../src/bytes/source/byte-source.ts";
import { type ByteTarget, memoryTarget } from "../../../src/bytes/source/byte-target.ts";
import { type AppendOptions, append, openArray, packInfo } from "../../../src/index.ts";
import { memoryStore } from "../../../src/stores/memory.ts";
import { loneObject } from "../../../src/stores/wrappers/lone-object.ts";
import { failure } from "../../formats/bloscpack/failure.ts";
import { fixtureFile } from "../../formats/bloscpack/fixture-files.ts";
import { hasTinyLimits } from "../../usual-limits.ts";
import { packed, unpacked } from "./in-memory.ts";
import { noise, same, sampleBytes } from "./sample-bytes.ts";

async function appended(file: Uint8Array, bytes: Uint8Array, options: AppendOptions = {}): Promise<Uint8Array> {
  const target = memoryTarget(file);
  await append(target, memorySource(bytes), options);
  return target.bytes();
}

function joined(...parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

describe("append", () => {
  it("gives what packing all at once gives, but for the room that is left", async () => {
    const [a, b] = [sampleBytes(25_000), sampleBytes(30_000, 5)];
    const compression = { codec: "lz4", typeSize: 4 } as const;
    const options = { ...compression, chunkSize: 10_000 };
    const file = await appended(await packed(a, options), b, compression);
    const whole = await packed(joined(a, b), options);
    // 3 chunks leave room for 30 more, 6 chunks for 60.
    const room = 8 * (66 - 33);
    expect(file.byteLength).toBe(whole.byteLength - room);
    expect(same(file.subarray(32 + 8 * 33), whole.subarray(32 + 8 * 66))).toBe(true);
    expect((await packInfo(memorySource(file))).header).toMatchObject({
      nchunks: 6,
      last_chunk: 5000,
      max_app_chunks: 27,
    });
  });

  it.each([
    ["append-fill-exactly", 4, 4 * 65536],
    ["append-new-chunks", 7, 400_000],
    ["append-double", 8, 470_001],
  ])("makes the header and offsets of %s", async (name, chunks, total) => {
    const expected = fixtureFile(name);
    const raw = await unpacked(new Uint8Array(readFileSync(expected.path)));
    const base = await unpacked(new Uint8Array(readFileSync(fixtureFile("checksum-adler32").path)));
    expect(raw.byteLength).toBe(total);
    expect(same(raw.subarray(0, base.byteLength), base)).toBe(true);
    const file = await appended(
      new Uint8Array(readFileSync(fixtureFile("checksum-adler32").path)),
      raw.subarray(base.byteLength),
      { typeSize: 4 },
    );
    const info = await packInfo(memorySource(file));
    expect(info.header).toEqual(expected.header);
    expect(info.header.nchunks).toBe(chunks);
    expect(
      createHash("sha256")
        .update(await unpacked(file))
        .digest("hex"),
    ).toBe(expected.raw_sha256);
  });

  it("takes any sizes, again and again, and chunks of another kind", async () => {
    const step = fc.record({
      length: fc.nat(4000),
      codec: fc.constantFrom("blosclz", "lz4", "zstd", "zlib", "snappy", "lz4hc"),
      shuffle: fc.boolean(),
      random: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(5000),
        fc.integer({ min: 1, max: 3000 }),
        fc.constantFrom(...CHECKSUM_NAMES),
        fc.array(step, { minLength: 1, maxLength: 4 }),
        async (first, chunkSize, checksum, steps) => {
          let raw = sampleBytes(first, first + 1);
          let file = await packed(raw, { chunkSize, checksum });
          for (const { length, codec, shuffle, random } of steps) {
            const more = random ? noise(length, length + 3) : sampleBytes(length, length);
            const { header } = await packInfo(memorySource(file));
            const size = header.chunk_size === 0 ? Math.min(2 ** 20, length) : header.chunk_size;
            const added = Math.max(0, Math.ceil((header.last_chunk + length - size) / Math.max(1, size)));
            if (added > header.max_app_chunks) {
              expect((await failure(() => appended(file, more, { codec, shuffle }))).code).toBe("invalid-request");
              continue;
            }
            file = await appended(file, more, { codec, shuffle });
            raw = joined(raw, more);
            expect(same(await unpacked(file), raw)).toBe(true);
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  it("grows an array of NumPy by whole rows, and refuses others", async () => {
    const bytes = new Uint8Array(readFileSync(fixtureFile("numpy-le_f4").path));
    const target = memoryTarget(bytes);
    const error = await failure(() => append(target, memorySource(new Uint8Array(7))));
    expect(error.message).toContain("not whole rows");
    expect(same(target.bytes(), bytes)).toBe(true);
    await append(target, memorySource(new Uint8Array(2 * 30 * 10 * 4)));
    const store = loneObject(memoryStore(new Map([["x.blp", target.bytes()]])), "x.blp", "x.blp");
    expect((await openArray(store)).shape).toEqual([22, 30, 10]);
  });

  it("replaces metadata in their room, and refuses those that do not fit", async () => {
    const file = await packed(sampleBytes(3000), { chunkSize: 1000, metadata: { a: 1 } });
    const changed = await appended(file, sampleBytes(500), { metadata: { b: [1, 2, 3] } });
    expect((await packInfo(memorySource(changed))).metadata).toEqual({ b: [1, 2, 3] });
    const error = await failure(() => appended(file, sampleBytes(500), { metadata: { b: Array.from(noise(900)) } }));
    expect(error.message).toContain("do not fit into a room of 70 bytes");
    const plain = await packed(sampleBytes(3000));
    expect((await failure(() => appended(plain, sampleBytes(5), { metadata: 1 }))).message).toContain(
      "has no metadata",
    );
  });

  it.each([
    ["nooffsets-nochecksum", "no offsets"],
    ["v2-offsets", "version 2"],
    ["v3-streaming", "no offsets"],
    ["v3-offsets-unfilled", "never filled in"],
    ["offsets-noappspace", "room for the offsets of 0"],
  ])("refuses %s", async (name, words) => {
    const error = await failure(() => appended(new Uint8Array(readFileSync(fixtureFile(name).path)), noise(99_999)));
    expect(error.message).toContain(words);
  });

  it.skipIf(hasTinyLimits)("costs the same whatever the length of the file", async () => {
    const costs = [];
    for (const chunks of [200, 20_000]) {
      const memory = memoryTarget(await packed(new Uint8Array(chunks * 1000 - 500), { chunkSize: 1000 }));
      const cost = { read: 0, written: 0 };
      const target: ByteTarget = {
        ...memory,
        read: async (range, options) => {
          const bytes = await memory.read(range, options);
          cost.read += bytes?.byteLength ?? 0;
          return bytes;
        },
        write: async (offset, parts, options) => {
          cost.written += parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
          await memory.write(offset, parts, options);
        },
      };
      await append(target, memorySource(sampleBytes(5000)));
      costs.push(cost);
    }
    expect(costs[1]!.written).toBe(costs[0]!.written);
    // What is read when a file is opened: its first 128 KiB, or all of a shorter one.
    expect(costs[1]!.read).toBeLessThan(150_000);
    expect(costs[0]!.read).toBeGreaterThan(20_000);
  });

  it("refuses a last chunk that is damaged, and changes nothing", async () => {
    const file = await packed(sampleBytes(25_000), { chunkSize: 10_000, codec: "lz4" });
    file[file.byteLength - 100]! ^= 4;
    const target = memoryTarget(file);
    expect((await failure(() => append(target, memorySource(noise(10))))).message).toContain("checksum mismatch");
    expect(same(target.bytes(), file)).toBe(true);
  });
});
