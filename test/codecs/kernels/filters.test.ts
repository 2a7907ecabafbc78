/** Byte and bit shuffle against definitions written down as plainly as can be. */
import { describe, expect, it } from "vitest";
import { BIT_TILE } from "../../../src/codecs/kernels/kernels.ts";
import { noise, runGuarded, sameBytes, variants } from "./guarded.ts";

const SIZES = [1, 2, 3, 4, 7, 8, 12, 16, 17];
/** Around the sizes of vectors, and of the tiles of the bit shuffles. */
const COUNTS = [0, 1, 7, 8, 15, 16, 17, 33, 64, 120, 128, 136, 200, 512, 520, 1160];

/** Row j holds byte j of each element; rows are `stride` apart. */
function shuffled(data: Uint8Array, size: number, stride: number): Uint8Array {
  const rows = new Uint8Array(size * stride);
  for (const [i, byte] of data.entries()) rows[(i % size) * stride + Math.floor(i / size)] = byte;
  return rows;
}

/** Row 8j + k holds bit k of byte j of each element, the first element in the lowest bit. */
function bitshuffled(data: Uint8Array, size: number, stride: number): Uint8Array {
  const rows = new Uint8Array(8 * size * stride);
  for (const [i, byte] of data.entries()) {
    const element = Math.floor(i / size);
    for (let k = 0; k < 8; k++) {
      rows[(8 * (i % size) + k) * stride + (element >> 3)]! |= ((byte >> k) & 1) << (element & 7);
    }
  }
  return rows;
}

describe.each(variants)("%s", (_, load) => {
  it.each(SIZES)("shuffles elements of %i bytes", async (size) => {
    const kernels = await load();
    for (const count of COUNTS) {
      for (const [gap, shift] of [
        [0, 0],
        [3, 1],
      ] as const) {
        const stride = count + gap;
        const data = noise(count * size, count + 1);
        const rows = shuffled(data, size, stride);
        const { regions } = runGuarded(
          kernels,
          [data, rows.byteLength],
          (source, target) => {
            kernels.memory.bytes.fill(0, target!, target! + rows.byteLength);
            kernels.shuffle(size, source!, target!, stride, count);
          },
          shift,
        );
        if (!sameBytes(regions[1]!, rows)) expect.fail(`${count} elements`);
        const back = runGuarded(
          kernels,
          [rows, data.byteLength],
          (source, target) => {
            kernels.unshuffle(size, source!, stride, target!, count);
          },
          shift,
        );
        if (!sameBytes(back.regions[1]!, data)) expect.fail(`${count} elements, back`);
      }
    }
  });

  it.each(SIZES)("shuffles the bits of elements of %i bytes", async (size) => {
    const kernels = await load();
    for (const count of COUNTS.filter((elements) => elements % 8 === 0)) {
      for (const [gap, shift] of [
        [0, 0],
        [3, 1],
      ] as const) {
        const stride = count / 8 + gap;
        const data = noise(count * size, count + 1);
        const rows = bitshuffled(data, size, stride);
        const scratch = BIT_TILE * size;
        const { regions } = runGuarded(
          kernels,
          [data, rows.byteLength, scratch],
          (source, target, tile) => {
            kernels.memory.bytes.fill(0, target!, target! + rows.byteLength);
            kernels.bitshuffle(size, source!, target!, stride, count, tile!);
          },
          shift,
        );
        if (!sameBytes(regions[1]!, rows)) expect.fail(`${count} elements`);
        const back = runGuarded(
          kernels,
          [rows, data.byteLength, scratch],
          (source, target, tile) => {
            kernels.bitunshuffle(size, source!, stride, target!, count, tile!);
          },
          shift,
        );
        if (!sameBytes(back.regions[1]!, data)) expect.fail(`${count} elements, back`);
      }
    }
  });
});
