/** LZ4, BloscLZ and Snappy: round trips, room that just suffices or does not, and both variants to the same bytes. */
import { describe, expect, it } from "vitest";
import { HIGH_TABLE_BYTES, type Kernels, loadKernels, TABLE_BYTES } from "../../../src/codecs/kernels/kernels.ts";
import { mixedBytes, noise, runGuarded, sameBytes, variants } from "./guarded.ts";

type Decoder = "lz4Decode" | "blosclzDecode" | "snappyDecode";
type Encoder = "lz4Encode" | "lz4EncodeHigh" | "blosclzEncode" | "snappyEncode";

const codecs: readonly (readonly [string, Encoder, Decoder, number])[] = [
  ["lz4, acceleration 1", "lz4Encode", "lz4Decode", 1],
  ["lz4, acceleration 9", "lz4Encode", "lz4Decode", 9],
  ["lz4 high, 2 attempts", "lz4EncodeHigh", "lz4Decode", 2],
  ["lz4 high, 256 attempts", "lz4EncodeHigh", "lz4Decode", 256],
  ["blosclz", "blosclzEncode", "blosclzDecode", 1],
  ["blosclz, acceleration 5", "blosclzEncode", "blosclzDecode", 5],
  ["snappy", "snappyEncode", "snappyDecode", 1],
];

const samples: readonly (readonly [string, Uint8Array])[] = [
  ...[1, 2, 4, 5, 11, 12, 13, 14, 15, 31, 32, 33, 64, 127].map((n) => [`${n} mixed`, mixedBytes(n, n)] as const),
  ...[1, 12, 13, 14, 20, 300, 70_000].map((n) => [`${n} equal`, new Uint8Array(n).fill(7)] as const),
  ...[2, 3, 5, 7, 8, 9, 15, 16, 17, 33].map(
    (p) => [`period ${p}`, Uint8Array.from({ length: 3000 }, (_, i) => i % p)] as const,
  ),
  ["noise", noise(5000)],
  ["noise twice", Uint8Array.from([...noise(9000), ...noise(9000)])],
  ["noise, 65535 apart", Uint8Array.from([...noise(65_535), ...noise(400)])],
  ["noise, 65536 apart", Uint8Array.from([...noise(65_536), ...noise(400)])],
  ["100000 mixed", mixedBytes(100_000, 3)],
];

function encode(
  kernels: Kernels,
  encoder: Encoder,
  effort: number,
  data: Uint8Array,
  capacity: number,
  shift = 0,
): Uint8Array | undefined {
  const table = encoder === "lz4EncodeHigh" ? HIGH_TABLE_BYTES : TABLE_BYTES;
  const { result, regions } = runGuarded(
    kernels,
    [data, capacity, table],
    (source, target, tables) => kernels[encoder](source!, data.byteLength, target!, capacity, effort, tables!),
    shift,
  );
  return result === 0 ? undefined : regions[1]!.slice(0, result);
}

function decode(
  kernels: Kernels,
  decoder: Decoder,
  stream: Uint8Array,
  length: number,
  shift = 0,
): Uint8Array | number {
  const { result, regions } = runGuarded(
    kernels,
    [stream, length],
    (source, target) => kernels[decoder](source!, stream.byteLength, target!, length),
    shift,
  );
  return result === length ? regions[1]! : result;
}

const roomy = (length: number) => length + Math.ceil(length / 30) + 32;

describe.each(variants)("%s", (_, load) => {
  describe.each(codecs)("%s", (_name, encoder, decoder, effort) => {
    it("gives back all samples", async () => {
      const kernels = await load();
      for (const [name, data] of samples) {
        const stream = encode(kernels, encoder, effort, data, roomy(data.byteLength))!;
        for (const shift of [0, 7]) {
          const decoded = decode(kernels, decoder, stream, data.byteLength, shift);
          if (typeof decoded === "number" || !sameBytes(decoded, data)) expect.fail(`${name}: ${decoded}`);
        }
      }
    });

    it("never exceeds its room, and uses all of it", async () => {
      const kernels = await load();
      for (const data of [mixedBytes(150, 9), noise(100), new Uint8Array(100)]) {
        const whole = encode(kernels, encoder, effort, data, roomy(data.byteLength))!;
        // Some encoders want a few bytes to spare.
        for (let capacity = 0; capacity < whole.byteLength + 8; capacity++) {
          const stream = encode(kernels, encoder, effort, data, capacity);
          if (stream === undefined) continue;
          if (capacity < whole.byteLength || !sameBytes(stream, whole)) expect.fail(`in ${capacity} bytes`);
        }
        expect(encode(kernels, encoder, effort, data, whole.byteLength + 8)).toEqual(whole);
      }
    });

    it("notices output that is too short or too long", async () => {
      const kernels = await load();
      for (const data of [mixedBytes(3000, 5), new Uint8Array(200)]) {
        const stream = encode(kernels, encoder, effort, data, roomy(data.byteLength))!;
        for (const less of [1, 2, 17, 63, 64, 65, data.byteLength]) {
          expect(decode(kernels, decoder, stream, data.byteLength - less)).toBe(-1);
        }
        expect(decode(kernels, decoder, stream, data.byteLength + 1)).not.toBeInstanceOf(Uint8Array);
      }
    });

    it("compresses", async () => {
      const data = Uint8Array.from({ length: 60_000 }, (_value, i) => (i % 4 === 0 ? i >> 9 : i >> 13));
      const stream = encode(await load(), encoder, effort, data, roomy(data.byteLength))!;
      expect(stream.byteLength).toBeLessThan(data.byteLength / 5);
    });
  });
});

it.each(codecs)("both variants encode to the same bytes with %s", async (_name, encoder, _decoder, effort) => {
  const [wasm, plain] = await Promise.all([loadKernels(), loadKernels({ plain: true })]);
  for (const [name, data] of samples) {
    const room = roomy(data.byteLength);
    const [one, other] = [wasm, plain].map((kernels) => encode(kernels, encoder, effort, data, room)!);
    if (!sameBytes(one!, other!)) expect.fail(name);
  }
});
