/** Booleans to bits and back, wherever they lie in memory and whatever stands for true. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { packBooleans, unpackBooleans } from "../../src/codecs/bit-packing.ts";

const booleans = fc.array(fc.oneof(fc.constantFrom(0, 1), fc.nat(255)), { maxLength: 70 });

it.each(["lowest", "highest"] as const)("packs eight a byte, the first in the %s bit", (first) => {
  fc.assert(
    fc.property(booleans, fc.nat(9), (values, shift) => {
      const bits = new Uint8Array(100).subarray(shift, shift + values.length);
      bits.set(values);
      const packed = new Uint8Array(Math.ceil(values.length / 8)).fill(0xff);
      packBooleans(bits, values.length, packed, first);
      const expected = new Uint8Array(packed.length);
      for (const [i, value] of values.entries()) {
        if (value !== 0) expected[i >> 3]! |= first === "lowest" ? 1 << (i & 7) : 0x80 >> (i & 7);
      }
      expect(packed).toEqual(expected);
      const back = new Uint8Array(100).fill(7).subarray(shift, shift + values.length);
      unpackBooleans(packed, values.length, back, first);
      expect([...back]).toEqual(values.map((value) => (value === 0 ? 0 : 1)));
    }),
  );
});
