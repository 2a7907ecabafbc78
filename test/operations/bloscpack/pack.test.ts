import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BLOSC_COMPRESSORS } from "../../../src/bytes/blosc/options.ts";
import { CHECKSUM_NAMES } from "../../../src/bytes/checksum/named-checksum.ts";
import { memorySource } from "../../../src/bytes/source/byte-source.ts";
import { memoryTarget } from "../../../src/bytes/source/byte-target.ts";
import { packInfo, unpack } from "../../../src/index.ts";
import { failure } from "../../formats/bloscpack/failure.ts";
import { fixtureFile, plainFiles } from "../../formats/bloscpack/fixture-files.ts";
import { packed, unpacked } from "./in-memory.ts";
import { noise, same, sampleBytes } from "./sample-bytes.ts";

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
    [{ chunkSize: "12Q" }, "not a chunk size"],
    [{ chunkSize: 0 }, "not a chunk size"],
    [{ typeSize: 256 }, "type size"],
    [{ level: 10 }, "level"],
  ])("refuses %o", async (options, words) => {
    const error = await failure(() => packed(new Uint8Array(10), options));
    expect(error.code).toBe("invalid-request");
    expect(error.message).toContain(words);
  });
});
