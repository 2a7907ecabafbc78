/** Streams that are truncated, damaged or made up: no kernel leaves its regions, and both variants agree on the outcome. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Kernels, loadKernels, TABLE_BYTES } from "../../../src/codecs/kernels/kernels.ts";
import { mixedBytes, random, runGuarded, sameBytes } from "./guarded.ts";

const decoders = [
  ["lz4Encode", "lz4Decode"],
  ["blosclzEncode", "blosclzDecode"],
  ["snappyEncode", "snappyDecode"],
] as const;
type Decoder = (typeof decoders)[number][1];

interface Twins {
  readonly wasm: Kernels;
  readonly plain: Kernels;
}

async function loadTwins(): Promise<Twins> {
  return { wasm: await loadKernels(), plain: await loadKernels({ plain: true }) };
}

/** Decodes with both; the lengths agree, and so do the bytes up to there. */
function decodeBoth({ wasm, plain }: Twins, decoder: Decoder, stream: Uint8Array, length: number): number {
  const [a, b] = [wasm, plain].map((kernels) =>
    runGuarded(kernels, [stream, length], (source, target) =>
      kernels[decoder](source!, stream.byteLength, target!, length),
    ),
  );
  if (a!.result !== b!.result || a!.result > length) expect.fail(`wasm: ${a!.result}, plain: ${b!.result}`);
  const done = Math.max(0, a!.result);
  const same = sameBytes(a!.regions[1]!.subarray(0, done), b!.regions[1]!.subarray(0, done));
  if (!same) expect.fail("they decode to different bytes");
  return a!.result;
}

function encoded(kernels: Kernels, encoder: (typeof decoders)[number][0], data: Uint8Array): Uint8Array {
  const capacity = 2 * data.byteLength + 64;
  const { result, regions } = runGuarded(kernels, [data, capacity, TABLE_BYTES], (source, target, table) =>
    kernels[encoder](source!, data.byteLength, target!, capacity, 1, table!),
  );
  return regions[1]!.slice(0, result);
}

describe.each(decoders)("%s, %s", (encoder, decoder) => {
  it("survives truncation anywhere", async () => {
    const twins = await loadTwins();
    const data = mixedBytes(500, 2);
    const stream = encoded(twins.wasm, encoder, data);
    for (let length = 0; length < stream.byteLength; length++) {
      expect(decodeBoth(twins, decoder, stream.slice(0, length), data.byteLength)).not.toBe(data.byteLength);
    }
  });

  it("survives any byte changed", async () => {
    const twins = await loadTwins();
    const data = mixedBytes(300, 4);
    const stream = encoded(twins.wasm, encoder, data);
    for (let at = 0; at < stream.byteLength; at++) {
      for (const flip of [1, 0x10, 0x80, 0xff]) {
        const damaged = stream.slice();
        damaged[at]! ^= flip;
        decodeBoth(twins, decoder, damaged, data.byteLength);
      }
    }
  });

  it("survives damage in long streams", async () => {
    const twins = await loadTwins();
    const data = mixedBytes(100_000, 6);
    const stream = encoded(twins.wasm, encoder, data);
    const next = random(5);
    for (let run = 0; run < 20; run++) {
      const damaged = stream.slice();
      for (let i = 0; i < 3; i++) damaged[next() % damaged.byteLength] = next();
      decodeBoth(twins, decoder, damaged, data.byteLength);
    }
  });

  it("survives bytes that mean nothing", async () => {
    const twins = await loadTwins();
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      // Mostly lengths that go on.
      fc
        .array(fc.constantFrom(255, 255, 255, 0xf0, 0x0f, 0xe0, 0, 1, 31, 32), { maxLength: 300 })
        .map((list) => Uint8Array.from(list)),
    );
    fc.assert(
      fc.property(bytes, fc.integer({ min: 0, max: 2000 }), (stream, length) => {
        decodeBoth(twins, decoder, stream, length);
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  it("survives lengths that are summed up without end", async () => {
    const twins = await loadTwins();
    const endless = new Uint8Array(70_000).fill(255);
    expect(decodeBoth(twins, decoder, endless, 1000)).toBe(-1);
    expect(decodeBoth(twins, decoder, Uint8Array.from([31, ...new Uint8Array(32), ...endless]), 5000)).toBe(-1);
  });
});

describe("lz4DecodeLinked", () => {
  const HISTORY = 3000;
  const ROOM = 2000;

  /** The block, its target behind the history in one region; with both, which agree. */
  function decodeLinked({ wasm, plain }: Twins, stream: Uint8Array, history: Uint8Array): Uint8Array | number {
    const [a, b] = [wasm, plain].map((kernels) =>
      runGuarded(kernels, [stream, history.byteLength + ROOM], (source, region) => {
        kernels.memory.bytes.set(history, region!);
        const target = region! + history.byteLength;
        return kernels.lz4DecodeLinked(source!, stream.byteLength, target, ROOM, history.byteLength);
      }),
    );
    if (a!.result !== b!.result || a!.result > ROOM) expect.fail(`wasm: ${a!.result}, plain: ${b!.result}`);
    const [first, second] = [a, b].map((run) =>
      run!.regions[1]!.subarray(0, history.byteLength + Math.max(0, a!.result)),
    );
    if (!sameBytes(first!, second!)) expect.fail("they decode to different bytes");
    if (!sameBytes(first!.subarray(0, history.byteLength), history)) expect.fail("the history is changed");
    return a!.result < 0 ? a!.result : first!.subarray(history.byteLength);
  }

  it("takes matches from the history, to its first byte and no further", async () => {
    const twins = await loadTwins();
    const history = mixedBytes(HISTORY, 9);
    // No literals, a match of 12 bytes at a distance, then five literals.
    const from = (distance: number) => Uint8Array.of(0x08, distance & 255, distance >> 8, 0x50, 1, 2, 3, 4, 5);
    for (const distance of [1, 5, 12, 100, HISTORY - 1, HISTORY]) {
      const expected = Array.from({ length: 12 }, (_, i) => history[HISTORY - distance + (i % distance)]);
      expect(decodeLinked(twins, from(distance), history)).toEqual(
        Uint8Array.from([...expected, 1, 2, 3, 4, 5] as number[]),
      );
    }
    expect(decodeLinked(twins, from(HISTORY + 1), history)).toBe(-1);
    expect(decodeLinked(twins, from(0), history)).toBe(-1);
  });

  it("survives bytes that mean nothing", async () => {
    const twins = await loadTwins();
    const history = mixedBytes(HISTORY, 3);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (stream) => void decodeLinked(twins, stream, history)),
      { numRuns: 300, seed: 7 },
    );
  });
});
