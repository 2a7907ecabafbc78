/** Packed files of any length, of int32 whose values are known without having the file. */
import type { ByteSource } from "../../../src/bytes/source/byte-source.ts";
import { type PackOptions, pack } from "../../../src/index.ts";

/** So many of the low bits are noise, slow waves are above: half of 16 compresses away, nothing of 32. */
export type NoiseBits = 16 | 32;

export function valuesFrom(start: number, count: number, bits: NoiseBits = 16): Int32Array {
  const values = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const index = start + i;
    // The mixing of a well-known 32-bit hash (lowbias32).
    let mixed = Math.imul(index ^ (index >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    mixed ^= mixed >>> 15;
    values[i] = bits === 32 ? mixed : ((index >>> 8) << 16) | (mixed & 0xffff);
  }
  return values;
}

/** Packs so many MiB as an array of NumPy into a file. */
export async function packValues(
  path: string,
  mebibytes: number,
  options: PackOptions = {},
  bits: NoiseBits = 16,
): Promise<number> {
  const count = mebibytes * 2 ** 18;
  const source: ByteSource = {
    size: async () => 4 * count,
    read: async (range) => {
      if (range === undefined || !("offset" in range) || range.length === undefined || range.offset % 4 !== 0) {
        throw new Error("only whole values are asked for here");
      }
      return new Uint8Array(valuesFrom(range.offset / 4, range.length / 4, bits).buffer);
    },
  };
  const metadata = { dtype: "'<i4'", shape: [count], order: "C", container: "numpy" };
  await pack(source, path, { typeSize: 4, codec: "lz4", level: 5, metadata, ...options });
  return count;
}
