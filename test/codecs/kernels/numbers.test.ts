/** Byte swap, differences and checksums, against typed arrays and values of other implementations. */
import { describe, expect, it } from "vitest";
import { fletcher32 } from "../../../src/bytes/checksum/fletcher32.ts";
import { jenkinsLookup3 } from "../../../src/bytes/checksum/jenkins-lookup3.ts";
import type { Kernels } from "../../../src/codecs/kernels/kernels.ts";
import { noise, runGuarded, variants } from "./guarded.ts";

const integers = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: BigUint64Array } as const;
const COUNTS = [0, 1, 2, 3, 4, 5, 15, 16, 17, 33, 100, 1001];

/** Neighbouring differences, by the typed array's own arithmetic. */
function differences(size: keyof typeof integers, data: Uint8Array): Uint8Array {
  if (size === 8) {
    const values = new BigUint64Array(data.slice().buffer);
    return new Uint8Array(values.map((value, i) => value - (i === 0 ? 0n : values[i - 1]!)).buffer);
  }
  const values = new integers[size](data.slice().buffer);
  return new Uint8Array(values.map((value, i) => value - (i === 0 ? 0 : values[i - 1]!)).buffer);
}

/** Runs a kernel in place on a copy. */
function inPlace(kernels: Kernels, data: Uint8Array, run: (pointer: number) => void): Uint8Array {
  const { regions } = runGuarded(kernels, [data, data.byteLength], (source, target) => {
    kernels.memory.bytes.copyWithin(target!, source!, source! + data.byteLength);
    run(target!);
  });
  return regions[1]!;
}

const fold = (sum: number): number => (sum & 0xffff) + (sum >>> 16);

const fletcherOf = {
  blockBytes: 720,
  whole: fletcher32,
  byKernel: (kernels: Kernels, pieces: readonly Uint8Array[]) => {
    const [first, second] = runWithState(kernels, pieces, [0, 0], kernels.fletcher32);
    return ((fold(second!) << 16) | fold(first!)) >>> 0;
  },
};

const lookup3Of = {
  blockBytes: 12,
  whole: (data: Uint8Array) => jenkinsLookup3(data, 7),
  byKernel: (kernels: Kernels, pieces: readonly Uint8Array[]) =>
    jenkinsLookup3(Buffer.concat(pieces), 7, undefined, (bytes, words) => {
      const cut = Math.min(pieces[0]!.byteLength, bytes.byteLength);
      return [...runWithState(kernels, [bytes.subarray(0, cut), bytes.subarray(cut)], words, kernels.lookup3)];
    }),
};

function text(letters: string): Uint8Array {
  return new TextEncoder().encode(letters);
}

describe.each(variants)("%s", (_, load) => {
  it.each([1, 2, 4, 8] as const)("makes differences of integers of %i bytes, and their sums", async (size) => {
    const kernels = await load();
    for (const count of COUNTS) {
      const data = noise(count * size, count + size);
      const expected = differences(size, data);
      const encoded = inPlace(kernels, data, (pointer) => kernels.deltaEncode(size, pointer, count));
      expect(Buffer.compare(encoded, expected)).toBe(0);
      const decoded = inPlace(kernels, expected, (pointer) => kernels.deltaDecode(size, pointer, count));
      expect(Buffer.compare(decoded, data)).toBe(0);
    }
  });

  it.each([1, 2, 3, 4, 7, 8, 12, 16])("reverses the bytes of elements of %i bytes", async (size) => {
    const kernels = await load();
    for (const count of COUNTS) {
      const tail = Math.min(size - 1, 1);
      const data = noise(count * size + tail, count);
      const expected = data.slice();
      for (let i = 0; i < count; i++) expected.subarray(i * size, (i + 1) * size).reverse();
      const { regions } = runGuarded(kernels, [data, data.byteLength], (source, target) => {
        kernels.swapBytes(size, source!, target!, data.byteLength);
      });
      expect(Buffer.compare(regions[1]!, expected)).toBe(0);
      const same = inPlace(kernels, data, (pointer) => kernels.swapBytes(size, pointer, pointer, data.byteLength));
      expect(Buffer.compare(same, expected)).toBe(0);
    }
  });

  it("copies", async () => {
    const kernels = await load();
    const data = noise(100);
    const { regions } = runGuarded(kernels, [data, 100], (source, target) => kernels.copy(target!, source!, 100));
    expect(regions[1]).toEqual(data);
  });

  // RFC 3720 B.4 and the usual check values.
  const crcs: readonly (readonly [Uint8Array, number])[] = [
    [new Uint8Array(0), 0],
    [text("123456789"), 0xe3069283],
    [new Uint8Array(32), 0x8a9136aa],
    [new Uint8Array(32).fill(255), 0x62a8ab43],
    [Uint8Array.from({ length: 32 }, (_value, i) => i), 0x46dd794e],
    [Uint8Array.from({ length: 32 }, (_value, i) => 31 - i), 0x113fdb5c],
  ];
  it.each(crcs)("computes CRC-32C", async (data, expected) => {
    const kernels = await load();
    expect(runGuarded(kernels, [data], (source) => kernels.crc32c(source!, data.byteLength, 0)).result).toBe(expected);
  });

  // Made by Python's google_crc32c. The lengths lie around those from which on input is folded, and whole laps of it.
  const LONG_CRCS = [
    [13_376, 0xb22eaa7e],
    [13_377, 0x0fd27544],
    [16_719, 0xffa42507],
    [16_720, 0xb5a5eeb5],
    [70_001, 0xb042201d],
  ] as const;
  it.each(LONG_CRCS)("computes CRC-32C of %i bytes", async (length, expected) => {
    const kernels = await load();
    const data = Uint8Array.from({ length }, (_value, i) => (i * 7) ^ (i >> 5));
    for (const cut of [0, 1, 13_376]) {
      const parts = (source?: number) => kernels.crc32c(source! + cut, length - cut, kernels.crc32c(source!, cut, 0));
      expect(runGuarded(kernels, [data], parts, cut % 16).result, `${cut}`).toBe(expected);
    }
  });

  // Made by Python's zlib.adler32.
  const adlers: readonly (readonly [Uint8Array, number])[] = [
    [new Uint8Array(0), 1],
    [text("123456789"), 0x091e01de],
    [new Uint8Array(100_000).fill(255), 345649196],
    [Uint8Array.from({ length: 70_001 }, (_value, i) => (i * 7) >> 3), 4084472681],
  ];
  it.each(adlers)("computes Adler-32", async (data, expected) => {
    const kernels = await load();
    expect(runGuarded(kernels, [data], (source) => kernels.adler32(source!, data.byteLength, 1)).result).toBe(expected);
  });

  it("continues both checksums", async () => {
    const kernels = await load();
    const data = noise(12_000);
    for (const sum of [
      (pointer: number, length: number, initial?: number) => kernels.crc32c(pointer, length, initial ?? 0),
      (pointer: number, length: number, initial?: number) => kernels.adler32(pointer, length, initial ?? 1),
    ]) {
      const whole = runGuarded(kernels, [data], (source) => sum(source!, data.byteLength)).result;
      for (const cut of [0, 1, 15, 16, 17, 5552, 11_999]) {
        const parts = (source?: number) => sum(source! + cut, data.byteLength - cut, sum(source!, cut));
        expect(runGuarded(kernels, [data], parts).result).toBe(whole);
      }
    }
  });

  it.each([
    ["Fletcher-32", fletcherOf],
    ["lookup3", lookup3Of],
  ] as const)("computes %s as plain code does, by pieces", async (_name, { blockBytes, whole, byKernel }) => {
    const kernels = await load();
    const worst = new Uint8Array(5000).fill(255);
    for (const data of [new Uint8Array(0), text("123456789"), noise(11_520), noise(11_521), noise(14_399), worst]) {
      const expected = whole(data);
      for (const cut of [0, 1, 7].map((count) => Math.min(count * blockBytes, data.byteLength))) {
        const pieces = [data.subarray(0, cut), data.subarray(cut)];
        if (cut % blockBytes === 0) expect(byKernel(kernels, pieces), `${data.byteLength}, ${cut}`).toBe(expected);
      }
    }
  });
});

/** Runs the kernel over pieces; gives the words of its state. */
function runWithState(
  kernels: Kernels,
  pieces: readonly Uint8Array[],
  initial: readonly number[],
  run: (source: number, length: number, state: number) => void,
): Uint32Array {
  let words = Uint32Array.from(initial);
  for (const piece of pieces) {
    const { regions } = runGuarded(kernels, [piece, words.byteLength], (source, state) => {
      kernels.memory.bytes.set(new Uint8Array(words.buffer), state!);
      run(source!, piece.byteLength, state!);
    });
    words = new Uint32Array(regions[1]!.slice().buffer);
  }
  return words;
}
