import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memorySource } from "../../../src/bytes/byte-source.ts";
import { memoryTarget } from "../../../src/bytes/byte-target.ts";
import { CHECKSUM_NAMES } from "../../../src/bytes/checksum/named-checksum.ts";
import { BLOSC_COMPRESSORS } from "../../../src/codecs/kernels/blosc-options.ts";
import { type PackOptions, pack, packInfo, unpack } from "../../../src/index.ts";
import { failure } from "../../formats/bloscpack/failure.ts";
import { fixtureFile, plainFiles } from "../../formats/bloscpack/fixture-files.ts";
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

describe("unpacking fixtures", () => {
  const readable = plainFiles().filter(({ expect_error }) => expect_error === undefined);
  it.each(readable)("$name", async (file) => {
    const target = memoryTarget();
    const report = await unpack(file.path, target);
    expect(report.bytesOut).toBe(file.raw_size);
    expect(createHash("sha256").update(target.bytes()).digest("hex")).toBe(file.raw_sha256);
    expect(report.metadata).toEqual(file.metadata);
    expect(report.lost).toEqual([]);
  });

  const broken = plainFiles().filter(({ expect_error }) => expect_error !== undefined);
  it.each(broken)("$name: $expect_error", async (file) => {
    const error = await failure(() => unpack(file.path, memoryTarget()));
    expect(error.message).toMatch(/byte \d+/);
    expect(error.message).toContain(file.path);
    const words = file.expect_error === "truncated" ? /truncated|lies/ : new RegExp(file.expect_error ?? "");
    expect(error.message).toMatch(words);
  });
});

/** What made these fixtures; their bytes must come out again, where the choice of matches is c-blosc's only one. */
describe("packing what bloscpack packed", () => {
  it.each([
    ["zero-length", {}],
    ["one-byte", {}],
    ["incompressible", { chunkSize: 65536 }],
    ["tiny-chunks-memcpy", { chunkSize: 100, typeSize: 4 }],
  ] as const)("%s: byte for byte", async (name, options) => {
    const file = fixtureFile(name);
    const bytes = new Uint8Array(readFileSync(file.path));
    expect(same(await packed(await unpacked(bytes), options), bytes)).toBe(true);
  });

  it("gives the same header, metadata and offsets for all", async () => {
    const bytes = new Uint8Array(readFileSync(fixtureFile("checksum-sha384").path));
    const again = await packed(await unpacked(bytes), { chunkSize: 65536, typeSize: 4, checksum: "sha384" });
    expect(again.subarray(0, 32)).toEqual(bytes.subarray(0, 32));
    expect((await packInfo(memorySource(again))).offsets?.[0]).toBe(384);
  });
});

describe("packing", () => {
  it("takes every codec and checksum, and gives everything back", async () => {
    const bytes = sampleBytes(70_001);
    for (const codec of BLOSC_COMPRESSORS) {
      for (const [i, checksum] of CHECKSUM_NAMES.entries()) {
        const options = {
          codec,
          checksum,
          chunkSize: "10K",
          shuffle: i % 2 === 0,
          typeSize: 4,
          level: i,
          offsets: i !== 3,
        };
        expect(same(await unpacked(await packed(bytes, options)), bytes), `${codec} ${checksum}`).toBe(true);
      }
    }
  });

  it("gives back any bytes", async () => {
    const options = fc.record({
      chunkSize: fc.integer({ min: 1, max: 5000 }),
      typeSize: fc.integer({ min: 1, max: 255 }),
      level: fc.integer({ min: 0, max: 9 }),
      shuffle: fc.boolean(),
      codec: fc.constantFrom(...BLOSC_COMPRESSORS),
      checksum: fc.constantFrom(...CHECKSUM_NAMES),
      offsets: fc.boolean(),
      metadata: fc.option(fc.dictionary(fc.string(), fc.string()), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(fc.nat(9000), fc.nat(), options, async (length, seed, choice) => {
        const bytes = seed % 3 === 0 ? noise(length, seed) : sampleBytes(length, seed);
        const target = memoryTarget();
        const report = await unpack(memorySource(await packed(bytes, choice)), target);
        expect(same(target.bytes(), bytes)).toBe(true);
        expect(report.metadata).toEqual(choice.metadata);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    [{ chunkSize: "2G" }, "Blosc takes at most"],
    [{ chunkSize: "12Q" }, "no size of chunks"],
    [{ chunkSize: 0 }, "no size of chunks"],
    [{ typeSize: 256 }, "type size"],
    [{ level: 10 }, "level"],
  ])("refuses %o", async (options, words) => {
    const error = await failure(() => packed(new Uint8Array(10), options));
    expect(error.code).toBe("invalid-request");
    expect(error.message).toContain(words);
  });
});

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

  it("takes the others if one offset is wrong", async () => {
    const file = await packed(bytes, { chunkSize: 10_000, codec: "zlib" });
    new DataView(file.buffer).setBigInt64(32 + 8 * 3, 77n, true);
    expect((await failure(() => unpacked(file))).message).toContain("the offset 77 of chunk 3");
    expect((await salvaged(file)).lost.map(({ chunk }) => chunk)).toEqual([3]);
  });
});
