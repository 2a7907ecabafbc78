/** bzip2 and LZMA beyond the contract: any data, data that lie, and the checksums inside. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../../src/bytes/checksum/sha.ts";
import { fromPlain } from "../../../src/bytes/json/make.ts";
import { jsonView } from "../../../src/bytes/json/view.ts";
import { sortRotations } from "../../../src/codecs/bytes-to-bytes/bzip2/sort-rotations.ts";
import { crc64 } from "../../../src/codecs/bytes-to-bytes/lzma/integrity.ts";
import type { BoundBytesToBytes } from "../../../src/codecs/codec.ts";
import { codecEntry } from "../../../src/codecs/registry.ts";
import { isHyperslabError } from "../../../src/errors.ts";

async function bind(name: string, configuration: object, length?: number, maxLength = 2 ** 24) {
  const codec = await codecEntry(name).load();
  if (codec.kind !== "bytes-to-bytes") throw new Error("wrong kind");
  return codec.bind(codec.parse(jsonView(fromPlain(configuration))), { length, elementSize: 1, maxLength });
}

const VARIANTS: readonly (readonly [string, object])[] = [
  ["bz2", { level: 1 }],
  ["lzma", { preset: 0 }],
  ["lzma", { format: 2, preset: 6 }],
  [
    "lzma",
    {
      format: 3,
      filters: [
        { id: 3, dist: 3 },
        { id: 33, dict_size: 4096 },
      ],
    },
  ],
];

/** Runs, noise, repeats near and far: each part a kind and a length. */
const anyData = fc
  .array(fc.tuple(fc.constantFrom("run", "noise", "period", "again"), fc.integer({ min: 1, max: 700 }), fc.nat(255)), {
    maxLength: 12,
  })
  .map((parts) => {
    const bytes: number[] = [];
    for (const [kind, length, seed] of parts) {
      for (let i = 0; i < length; i++) {
        if (kind === "run") bytes.push(seed);
        else if (kind === "noise") bytes.push((Math.imul(i + 1, 2654435761 + 7919 * seed) >>> 13) & 255);
        else if (kind === "period") bytes.push((i % ((seed % 9) + 1)) * 31);
        else bytes.push(bytes[Math.floor(bytes.length / 2)] ?? seed);
      }
    }
    return Uint8Array.from(bytes);
  });

describe.each(VARIANTS)("%s %j", (name, configuration) => {
  test("gives back any data, of known and of unknown length", async () => {
    await fc.assert(
      fc.asyncProperty(anyData, async (data) => {
        const known = await bind(name, configuration, data.byteLength);
        const encoded = known.encode(data);
        expect(known.decode(encoded)).toEqual(data);
        expect((await bind(name, configuration)).decode(encoded)).toEqual(data);
      }),
      { numRuns: 25 },
    );
  });

  test("decodes into the memory it is given", async () => {
    const data = Uint8Array.from({ length: 3000 }, (_, i) => (i * i) >>> 7);
    const bound = await bind(name, configuration, data.byteLength);
    const out = new Uint8Array(data.byteLength);
    expect(bound.decode(bound.encode(data), out).buffer).toBe(out.buffer);
    expect(out).toEqual(data);
  });

  test("stops where the length is unknown and a limit is reached", async () => {
    const bound = await bind(name, configuration);
    const bomb = bound.encode(new Uint8Array(300_000));
    expect(bomb.byteLength).toBeLessThan(1000);
    const limited = await bind(name, configuration, undefined, 100_000);
    expect(() => limited.decode(bomb)).toThrow(/more than the 100000 bytes/);
  });

  test("spans several blocks and chunks", async () => {
    const data = Uint8Array.from({ length: 250_000 }, (_, i) => Math.imul(i >>> 2, 2654435761) >>> (i & 3 ? 24 : 28));
    const bound = await bind(name, configuration, data.byteLength);
    expect(Buffer.compare(bound.decode(bound.encode(data)), data)).toBe(0);
  });
});

function refused(bound: BoundBytesToBytes, bytes: Uint8Array): string {
  try {
    bound.decode(bytes);
    return "decoded";
  } catch (error) {
    if (isHyperslabError(error)) return error.code;
    throw error;
  }
}

describe("damaged data", () => {
  test.each(VARIANTS)("%s %j: any bytes changed are decoded or refused, never worse", async (name, configuration) => {
    const data = Uint8Array.from({ length: 400 }, (_, i) => (i * i) >>> 6);
    const bound = await bind(name, configuration, data.byteLength);
    const encoded = bound.encode(data);
    const change = fc.tuple(fc.nat(encoded.byteLength - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        const damaged = encoded.slice();
        for (const [at, byte] of changes) damaged[at] = byte;
        expect(["decoded", "invalid-data", "unsupported"]).toContain(refused(bound, damaged));
      }),
      { numRuns: 250 },
    );
  });

  test("streams of bzip2 and of xz follow one another, nothing else does", async () => {
    for (const name of ["bz2", "lzma"]) {
      const half = (await bind(name, {}, 3)).encode(Uint8Array.of(1, 2, 3));
      const bound = await bind(name, {}, 6);
      expect(bound.decode(Uint8Array.from([...half, ...half]))).toEqual(Uint8Array.of(1, 2, 3, 1, 2, 3));
      expect(refused(bound, Uint8Array.from([...half, ...half, 0]))).toBe("invalid-data");
      expect(refused(bound, Uint8Array.from([...half, ...half.subarray(0, 9)]))).toBe("invalid-data");
    }
  });

  test("a randomised bzip2 block and a filter for machine code are refused by name", async () => {
    const bzip2 = await bind("bz2", {}, 5);
    const block = bzip2.encode(Uint8Array.of(1, 2, 3, 4, 5));
    block[14]! |= 0x80;
    expect(() => bzip2.decode(block)).toThrow(/randomised/);
    const lzma = { format: 3, filters: [{ id: 4 }, { id: 33 }] };
    await expect(bind("lzma", lzma)).rejects.toThrow(/only delta filters/);
  });
});

describe("checksums", () => {
  test("SHA-256 and CRC-64 of known texts", () => {
    const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
    const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    expect(hex(sha256(new Uint8Array(0)))).toBe(empty);
    const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    expect(hex(sha256(Buffer.from("abc")))).toBe(abc);
    const million = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
    expect(hex(sha256(new Uint8Array(1_000_000).fill(0x61)))).toBe(million);
    expect(hex(crc64(Buffer.from("123456789")).reverse())).toBe("995dc9bbdf1939fa");
  });
});

test("rotations are sorted, whatever repeats", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2), { minLength: 1, maxLength: 60 }), (bytes) => {
      const rotation = (start: number): string => [...bytes.slice(start), ...bytes.slice(0, start)].join("");
      const found = Array.from(sortRotations(Uint8Array.from(bytes), bytes.length));
      expect(found.toSorted((a, b) => a - b)).toEqual(bytes.map((_, index) => index));
      const rotations = found.map(rotation);
      expect(rotations).toEqual(rotations.toSorted());
    }),
  );
});
