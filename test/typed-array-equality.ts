/**
 * Typed arrays are equal when their bytes are. Vitest compares them element by element, which for megabytes takes longer than
 * all the rest of a test. Unequal ones are left to it, because it shows where they differ.
 */
import { expect } from "vitest";

/** Taken now: tests replace the global. */
const { compare } = Buffer;

function bytesOf(value: ArrayBufferView): Uint8Array {
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}

expect.addEqualityTesters([
  (one: unknown, other: unknown) => {
    if (!ArrayBuffer.isView(one) || !ArrayBuffer.isView(other)) return undefined;
    if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other) || one.byteLength !== other.byteLength)
      return undefined;
    return compare(bytesOf(one), bytesOf(other)) === 0 ? true : undefined;
  },
]);
