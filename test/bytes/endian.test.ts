import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLittleEndianPlatform, swapBytes } from "../../src/bytes/endian.ts";
import { caught } from "./caught.ts";

const UNITS = [2, 4, 8, 16] as const;

/** Bytes that start `shift` bytes into their buffer, so that words are not aligned. */
function shifted(bytes: Uint8Array, shift: number): Uint8Array {
  const copy = new Uint8Array(bytes.byteLength + shift).subarray(shift);
  copy.set(bytes);
  return copy;
}

describe("swapBytes", () => {
  test.each(UNITS)("%i bytes, from and to every alignment, in place and not", (unit) => {
    const part = fc
      .uint8Array({ maxLength: 100 })
      .map((bytes) => bytes.subarray(0, bytes.byteLength - (bytes.byteLength % unit)));
    const shift = fc.nat({ max: 3 });
    fc.assert(
      fc.property(part, shift, shift, (bytes, from, to) => {
        const expected = bytes.map((_, at) => bytes[at - (at % unit) + unit - 1 - (at % unit)] ?? -1);
        const input = shifted(bytes, from);
        expect(swapBytes(input, unit)).toEqual(expected);
        expect(input).toEqual(bytes);
        const out = shifted(new Uint8Array(bytes.byteLength).fill(9), to);
        expect(swapBytes(input, unit, out)).toBe(out);
        expect(out).toEqual(expected);
        expect(swapBytes(input, unit, input)).toBe(input);
        expect(input).toEqual(expected);
      }),
    );
  });

  test("turns big-endian numbers into the platform's", () => {
    const bytes = new Uint8Array(16);
    new DataView(bytes.buffer).setFloat64(0, 1.5, false);
    new DataView(bytes.buffer).setFloat64(8, -1e300, false);
    const native = isLittleEndianPlatform() ? swapBytes(bytes, 8) : bytes;
    expect([...new Float64Array(native.buffer)]).toEqual([1.5, -1e300]);
  });

  test("refuses parts of elements and an output of another length", () => {
    expect(caught(() => swapBytes(new Uint8Array(6), 4)).code).toBe("invalid-data");
    expect(caught(() => swapBytes(new Uint8Array(8), 4, new Uint8Array(12))).code).toBe("invalid-request");
  });
});
