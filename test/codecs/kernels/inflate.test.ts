/** Raw DEFLATE by the module and by its twin: what zlib wrote, what no compressor writes, and what is broken. */
import { deflateRawSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { hashSources } from "../../../scripts/build-inflate.mjs";
import { madeStream } from "../../../scripts/fuzz/deflate-streams.mjs";
import { randomOf as fuzzRandom } from "../../../scripts/fuzz/random.mjs";
import { adler32 } from "../../../src/bytes/checksum/adler32.ts";
import { portableCrc32 } from "../../../src/bytes/checksum/crc32.ts";
import { inflateRaw } from "../../../src/codecs/bytes-to-bytes/deflate/inflate.ts";
import { SOURCE_HASH } from "../../../src/codecs/kernels/inflate/binary.ts";
import { inflateError } from "../../../src/codecs/kernels/inflate/wasm.ts";
import { inflateWithin } from "../../../src/codecs/kernels/inflate/within.ts";
import { loadKernels } from "../../../src/codecs/kernels/kernels.ts";
import { isHyperslabError } from "../../../src/errors.ts";
import { mixedBytes, noise, random, runGuarded, sameBytes } from "./guarded.ts";

const kernels = await loadKernels();
const inflater = await inflateWithin(kernels);
if (inflater === undefined) throw new Error("there is no WebAssembly here");

interface Decoded {
  readonly bytes: Uint8Array;
  readonly used: number;
}

function byModule(stream: Uint8Array, room: number, shift = 0): Decoded | string {
  const run = (from = 0, to = 0) => inflater!.inflate(from, stream.byteLength, to, room);
  const { result, regions } = runGuarded(kernels, [stream, room], run, shift);
  return result < 0
    ? inflateError(result, room).message
    : { bytes: regions[1]!.slice(0, result), used: inflater!.used() };
}

function byTwin(stream: Uint8Array, room: number): Decoded | string {
  const output = { bytes: new Uint8Array(room), length: 0, limit: room };
  try {
    const used = inflateRaw(stream, 0, output);
    return { bytes: output.bytes.slice(0, output.length), used };
  } catch (error) {
    if (isHyperslabError(error, "invalid-data")) return error.message;
    throw error;
  }
}

/** What both give; fails unless they agree. */
function byBoth(stream: Uint8Array, room: number, shift = 0): Decoded | string {
  const [module, twin] = [byModule(stream, room, shift), byTwin(stream, room)];
  if (typeof module === "string" || typeof twin === "string") {
    if (typeof module !== typeof twin) expect.fail(`the module: ${JSON.stringify(module)}, the twin: ${twin}`);
    return module;
  }
  expect(module.used).toBe(twin.used);
  expect(sameBytes(module.bytes, twin.bytes)).toBe(true);
  return module;
}

function expectContent(found: Decoded | string, content: Uint8Array, used: number): void {
  if (typeof found === "string") expect.fail(found);
  expect(found.used).toBe(used);
  expect(sameBytes(found.bytes, content)).toBe(true);
}

/** Random numbers as the streams made by hand take them. */
function randomOf(seed: number) {
  const next = random(seed);
  const below = (count: number): number => next() % count;
  return {
    below,
    pick: <T>(list: readonly T[]): T => list[below(list.length)]!,
    chance: (n: number) => below(n) === 0,
  };
}

/** Bits from the left, each group with its first bit lowest, as bytes. */
function bits(...groups: readonly (readonly [value: number, width: number])[]): Uint8Array {
  const all = groups.flatMap(([value, width]) => Array.from({ length: width }, (_, i) => (value >>> i) & 1));
  return Uint8Array.from({ length: Math.ceil(all.length / 8) }, (_, at) =>
    all.slice(8 * at, 8 * at + 8).reduce((byte, bit, i) => byte | (bit << i), 0),
  );
}

it("carries the module that its sources make", () => {
  expect(SOURCE_HASH, "run node scripts/build-inflate.mjs").toBe(hashSources());
});

describe("streams", () => {
  it("of zlib, of every level and strategy", () => {
    for (const length of [0, 1, 2, 3, 100, 300, 305, 330, 5000, 70_000]) {
      for (const [index, content] of [
        mixedBytes(length, length + 1),
        noise(length),
        new Uint8Array(length),
      ].entries()) {
        for (const level of [0, 1, 6, 9]) {
          const strategy = (level + index) % 5;
          const stream = new Uint8Array(deflateRawSync(content, { level, strategy }));
          expectContent(byBoth(stream, length, index), content, stream.byteLength);
        }
      }
    }
  });

  it("that no compressor writes, with any room behind them", () => {
    for (let seed = 1; seed < 120; seed++) {
      const { stream, content } = madeStream(randomOf(seed));
      expectContent(byBoth(stream, content.byteLength, seed % 16), content, stream.byteLength);
      const followed = Uint8Array.from([...stream, ...noise(40, seed)]);
      expectContent(byBoth(followed, content.byteLength + (seed % 700)), content, stream.byteLength);
    }
  });

  it.each([133, 3649])("whose codes take nearly all bits that are fetched at once: %i", (index) => {
    const { stream, content } = madeStream(fuzzRandom(3, index));
    expectContent(byBoth(stream, content.byteLength), content, stream.byteLength);
  });

  it("that are cut, or have too little room, are refused", () => {
    for (let seed = 1; seed < 30; seed++) {
      const { stream, content } = madeStream(randomOf(seed));
      for (let cut = 0; cut < stream.byteLength; cut += 1 + (seed % 9)) {
        expect(byBoth(stream.subarray(0, cut), content.byteLength)).toMatch(/truncated|undefined code/);
      }
      if (content.byteLength === 0) continue;
      for (const room of [0, content.byteLength >> 1, content.byteLength - 1]) {
        expect(byBoth(stream, room)).toContain(`more than the ${room} bytes`);
      }
    }
  });

  it("with any bit flipped are read alike", () => {
    let refused = 0;
    for (let seed = 1; seed < 20; seed++) {
      const { stream, content } = madeStream(randomOf(seed));
      for (let bit = seed % 7; bit < Math.min(1600, stream.byteLength * 8); bit += 11) {
        const broken = stream.slice();
        broken[bit >> 3]! ^= 1 << (bit & 7);
        if (typeof byBoth(broken, content.byteLength + 500) === "string") refused++;
      }
    }
    expect(refused).toBeGreaterThan(100);
  });
});

describe("broken streams say what is wrong:", () => {
  const ends = [1, 1] as const;
  const own = [2, 2] as const;
  /** A header with this many symbols, and lengths of these length codes in their order: 16 17 18 0 8 7 9 6 .. */
  const header = (literals: number, distances: number, lengths: readonly number[]) =>
    [
      ends,
      own,
      [literals - 257, 5],
      [distances - 1, 5],
      [lengths.length - 4, 4],
      ...lengths.map((l) => [l, 3]),
    ] as const;
  const made = (...groups: readonly (readonly number[])[]) =>
    bits(...groups.map(([value = 0, width = 0]) => [value, width] as const), [0, 32], [0, 32], [0, 32]);

  const cases: readonly (readonly [RegExp, Uint8Array])[] = [
    [/truncated/, new Uint8Array(0)],
    [/unknown block type 3/, bits([1, 1], [3, 2], [0, 20])],
    [/stored block does not match/, bits([1, 1], [0, 2], [0, 5], [5, 16], [5, 16], [0, 64])],
    [/too many length or distance symbols/, made(...header(287, 1, [1, 1, 0, 0]))],
    [/too many length or distance symbols/, made(...header(257, 31, [1, 1, 0, 0]))],
    [/length code lengths are not a valid code/, made(...header(257, 1, [1, 1, 1, 0]))],
    [/length code lengths are not a valid code/, made(...header(257, 1, [2, 2, 0, 0]))],
    // 16 first of all.
    [/without one before it/, made(...header(257, 1, [1, 1, 0, 0]), [0, 1], [0, 2])],
    // 18 twice: 138 zeros each.
    [/too many code lengths/, made(...header(257, 1, [0, 1, 1, 0]), [1, 1], [127, 7], [1, 1], [127, 7])],
    // 18 twice, 138 and 120 zeros: no end of block.
    [/a block without an end/, made(...header(257, 1, [0, 1, 1, 0]), [1, 1], [127, 7], [1, 1], [109, 7])],
    // The code of a length (257) and a distance of 1 at the very start.
    [/before the start/, bits([1, 1], [1, 2], [0x40, 7], [0, 5], [0, 32])],
    // Symbols 286 and 30 exist and stand for nothing.
    [/undefined code|before the start/, bits([1, 1], [1, 2], [0b01100011, 8], [0, 64])],
    [/undefined code|before the start/, bits([1, 1], [1, 2], [0b00001100, 8], [0x40, 7], [0b01111, 5], [0, 64])],
  ];

  it.each(cases)("%s", (what, stream) => {
    for (const room of [10, 1000]) {
      expect(byModule(stream, room)).toMatch(what);
      expect(byTwin(stream, room)).toMatch(what);
      // Far from the ends of both regions, where nothing but distances is checked.
      const long = Uint8Array.from([...stream, ...new Uint8Array(64)]);
      if (stream.byteLength > 0) expect(byBoth(long, room)).toMatch(what);
    }
  });
});

it("has the checksums of gzip and zlib", () => {
  for (const length of [
    0,
    1,
    11,
    12,
    1000,
    4 * 203 * 16 - 1,
    4 * 203 * 16,
    4 * 203 * 16 + 1,
    5 * 203 * 16 + 7,
    70_000,
  ]) {
    const bytes = mixedBytes(length, length + 3);
    const sum = (which: "crc32" | "adler32") =>
      runGuarded(kernels, [bytes], (from = 0) => inflater[which](from, length), length % 16).result;
    expect(sum("crc32"), `${length}`).toBe(portableCrc32(bytes));
    expect(sum("adler32")).toBe(adler32(bytes));
  }
});

it("is made once for a memory, and not where there is no WebAssembly", async () => {
  expect(await inflateWithin(kernels)).toBe(inflater);
  expect(await inflateWithin(await loadKernels({ plain: true }))).toBeUndefined();
});

it("goes without WebAssembly where there is none", async () => {
  vi.resetModules();
  vi.stubGlobal("WebAssembly", undefined);
  try {
    const { kernelDeflate } = await import("../../../src/codecs/bytes-to-bytes/deflate/engine.ts");
    const { portableDeflate } = await import("../../../src/codecs/bytes-to-bytes/deflate/portable-deflate.ts");
    expect(await kernelDeflate()).toBe(portableDeflate);
  } finally {
    vi.unstubAllGlobals();
    vi.resetModules();
  }
});
