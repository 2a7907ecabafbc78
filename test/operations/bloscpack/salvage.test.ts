/** `unpack` with `salvage`: what is whole of a damaged file is written to its place, and the rest is listed. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memorySource } from "../../../src/bytes/source/byte-source.ts";
import { memoryTarget } from "../../../src/bytes/source/byte-target.ts";
import { isHyperslabError, packInfo, unpack } from "../../../src/index.ts";
import { failure } from "../../formats/bloscpack/failure.ts";
import { fixtureFile } from "../../formats/bloscpack/fixture-files.ts";
import { packed, unpacked } from "./in-memory.ts";
import { same, sampleBytes } from "./sample-bytes.ts";

describe("salvage", () => {
  const bytes = sampleBytes(50_000);

  async function salvaged(damaged: Uint8Array) {
    const target = memoryTarget();
    const report = await unpack(memorySource(damaged), target, { salvage: true });
    return { found: target.bytes(), ...report };
  }

  it("leaves zeros for a damaged chunk, and says which", async () => {
    const file = await packed(bytes, { chunkSize: 10_000, codec: "lz4", typeSize: 4 });
    const { offsets } = await packInfo(memorySource(file));
    file[offsets![2]! + 100]! ^= 1;
    expect((await failure(() => unpacked(file))).message).toMatch(
      /chunk 2 at byte \d+: checksum mismatch \(adler32\).*expected [0-9a-f]{8}, found [0-9a-f]{8}/,
    );
    const { found, lost } = await salvaged(file);
    expect(lost).toMatchObject([{ chunk: 2, start: 20_000, length: 10_000, offset: offsets![2] }]);
    const expected = bytes.slice();
    expected.fill(0, 20_000, 30_000);
    expect(same(found, expected)).toBe(true);
  });

  it("takes the chunks before the end of a truncated file, with offsets and without", async () => {
    for (const offsets of [true, false]) {
      const file = await packed(bytes, { chunkSize: 10_000, offsets, codec: "lz4" });
      const { found, lost } = await salvaged(file.subarray(0, file.byteLength - 20_000));
      expect(lost.length).toBeGreaterThan(0);
      const whole = lost[0]!.start;
      expect(whole).toBeGreaterThan(0);
      expect(same(found.subarray(0, whole), bytes.subarray(0, whole))).toBe(true);
      expect(found.subarray(whole).every((byte) => byte === 0)).toBe(true);
    }
  });

  it("recovers all of it if an offset is wrong, because the previous chunk gives its position", async () => {
    for (const wrong of [77n, -5n, 2n ** 62n, -1n, 100_000n]) {
      const file = await packed(bytes, { chunkSize: 10_000, codec: "zlib" });
      new DataView(file.buffer).setBigInt64(32 + 8 * 3, wrong, true);
      expect((await failure(() => unpacked(file))).message).toMatch(/at byte (56|64)/);
      const { found, lost } = await salvaged(file);
      expect(lost).toEqual([]);
      expect(same(found, bytes)).toBe(true);
    }
  });

  it("goes on by the offsets where a frame claims another length", async () => {
    const file = await packed(bytes, { chunkSize: 10_000, codec: "lz4" });
    const { offsets } = await packInfo(memorySource(file));
    for (const claimed of [20, 9000, 2 ** 31, 12_000]) {
      const damaged = file.slice();
      new DataView(damaged.buffer).setUint32(offsets![1]! + 12, claimed, true);
      const { found, lost } = await salvaged(damaged);
      expect(lost.map(({ chunk }) => chunk)).toEqual([1]);
      expect(same(found.subarray(20_000), bytes.subarray(20_000))).toBe(true);
    }
  });

  it.each(["bad-meta-codec", "bad-meta-magic"])(
    "%s: takes the chunks and says that metadata are lost",
    async (name) => {
      const target = memoryTarget();
      const { lost, lostMetadata, metadata } = await unpack(fixtureFile(name).path, target, { salvage: true });
      expect(lost).toEqual([]);
      expect(metadata).toBeUndefined();
      expect(lostMetadata).toMatch(/byte \d+/);
      expect(target.bytes().byteLength).toBe(200_000);
    },
  );

  it("says that metadata are lost whose checksum does not match", async () => {
    const file = await packed(bytes, { chunkSize: 10_000, metadata: { a: "b".repeat(50) } });
    file[70]! ^= 1;
    expect((await failure(() => unpacked(file))).message).toContain("checksum mismatch");
    const { found, lost, lostMetadata, metadata } = await salvaged(file);
    expect([lost, metadata]).toEqual([[], undefined]);
    expect(lostMetadata).toContain("checksum mismatch");
    expect(same(found, bytes)).toBe(true);
  });

  it("never takes one byte for another, whatever is damaged behind the header", async () => {
    const options = { chunkSize: 5000, checksum: "crc32", metadata: { a: 1 } } as const;
    const files = await Promise.all([true, false].map((offsets) => packed(bytes, { ...options, offsets })));
    const flip = fc.record({ at: fc.nat(), bit: fc.nat(7) });
    const table = fc.record({ at: fc.nat(250), bit: fc.nat(7) });
    const damages = fc.record({
      file: fc.constantFrom(...files),
      flips: fc.array(fc.oneof(flip, table), { minLength: 1, maxLength: 5 }),
      cut: fc.option(fc.nat(3000)),
    });
    await fc.assert(
      fc.asyncProperty(damages, async ({ file, flips, cut }) => {
        const damaged = file.slice(0, file.byteLength - (cut ?? 0));
        for (const { at, bit } of flips) damaged[32 + (at % (damaged.byteLength - 32))]! ^= 1 << bit;
        const { found, lost } = await salvaged(damaged).catch((error: unknown) => {
          if (isHyperslabError(error)) return { found: new Uint8Array(0), lost: [] };
          throw error;
        });
        const expected = bytes.slice(0, found.byteLength);
        for (const { start, length } of lost) expected.fill(0, start, length === 0 ? undefined : start + length);
        expect(same(found, expected)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
