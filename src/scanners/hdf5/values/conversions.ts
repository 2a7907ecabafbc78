/** Converts stored elements that differ from the model's memory form in more than byte order. */
import type { Hdf5Type } from "../messages/datatype.ts";
import { elementsInMemory } from "./elements.ts";
import type { ModelType } from "./model-type.ts";

/** Whatever follows the first NUL is padding, and so are spaces at the end. */
export function withNuls(stored: Uint8Array, size: number, padding: number): Uint8Array {
  const bytes = new Uint8Array(stored);
  for (let start = 0; start + size <= bytes.byteLength; start += size) {
    const element = bytes.subarray(start, start + size);
    let end = padding === 0 ? element.indexOf(0) : size;
    while (padding !== 0 && end > 0 && element[end - 1] === padding) end -= 1;
    if (end >= 0) element.fill(0, end);
  }
  return bytes;
}

/** Integers of any size with up to 64 significant bits, as integers of 4 or 8 bytes. */
export function resizedIntegers(
  { size, order, signed, offset, precision }: Extract<Hdf5Type, { readonly class: "integer" | "bitfield" }>,
  itemSize: number,
  stored: Uint8Array,
): Uint8Array {
  const count = Math.floor(stored.byteLength / size);
  const out = new Uint8Array(count * itemSize);
  const view = new DataView(out.buffer);
  const [first, step] = order === "little" ? [0, 1] : [size - 1, -1];
  const shift = offset & 7;
  for (let index = 0; index < count; index++) {
    const byte = (at: number): number => (at < size ? stored[index * size + first + step * at]! : 0);
    /** 32 bits, from bit `shift` of this byte on. */
    const word = (at: number): number => {
      const bits = byte(at) | (byte(at + 1) << 8) | (byte(at + 2) << 16) | (byte(at + 3) << 24);
      return shift === 0 ? bits : (bits >>> shift) | (byte(at + 4) << (32 - shift));
    };
    const low = extended(word(offset >> 3), precision, signed);
    view.setInt32(index * itemSize, low, true);
    if (itemSize === 4) continue;
    const sign = signed ? low >> 31 : 0;
    const high = precision > 32 ? extended(word((offset >> 3) + 4), precision - 32, signed) : sign;
    view.setInt32(index * itemSize + 4, high, true);
  }
  return out;
}

/** The lowest bits of a word, extended by their sign or by zeros. */
function extended(word: number, bits: number, signed: boolean): number {
  if (bits >= 32) return word;
  return signed ? (word << (32 - bits)) >> (32 - bits) : word & ((1 << bits) - 1);
}

/** A member of a compound: elements of one type. */
export interface Leaf {
  readonly name: string;
  readonly shape: readonly number[];
  /** As stored. */
  readonly offset: number;
  readonly size: number;
  readonly model: Extract<ModelType, { readonly kind: "fixed" | "mixed" }>;
}

/** `offsets` are those of the members in a converted element. */
export function convertLeaves(
  leaves: readonly Leaf[],
  offsets: readonly number[],
  [storedSize, itemSize]: readonly [number, number],
  stored: Uint8Array,
): Uint8Array {
  const count = Math.floor(stored.byteLength / storedSize);
  // If elements keep their size, so do the bytes between their members.
  const bytes = storedSize === itemSize ? new Uint8Array(stored) : new Uint8Array(count * itemSize);
  for (let index = 0; index < count; index++) {
    for (const [at, { offset, size, model }] of leaves.entries()) {
      const start = index * storedSize + offset;
      bytes.set(elementsInMemory(model, stored.subarray(start, start + size)), index * itemSize + offsets[at]!);
    }
  }
  return bytes;
}
