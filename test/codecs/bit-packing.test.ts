/** Booleans to bits and back, wherever they lie in memory and whatever stands for true. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packBooleans, unpackBooleans } from "../../src/codecs/bit-packing.ts";
import { noise, variants } from "./kernels/guarded.ts";

const booleans = fc.array(fc.oneof(fc.constantFrom(0, 1), fc.nat(255)), { maxLength: 70 });

describe.each(variants)("%s", (_, load) => {
  it.each(["lowest", "highest"] as const)("packs eight a byte, the first in the %s bit", async (first) => {
    const kernels = await load();
    fc.assert(
      fc.property(booleans, fc.nat(9), (values, shift) => {
        const bits = new Uint8Array(100).subarray(shift, shift + values.length);
        bits.set(values);
        const packed = new Uint8Array(Math.ceil(values.length / 8)).fill(0xff);
        packBooleans(kernels, bits, values.length, packed, first);
        const expected = new Uint8Array(packed.length);
        for (const [i, value] of values.entries()) {
          if (value !== 0) expected[i >> 3]! |= first === "lowest" ? 1 << (i & 7) : 0x80 >> (i & 7);
        }
        expect(packed).toEqual(expected);
        const back = new Uint8Array(100).fill(7).subarray(shift, shift + values.length);
        unpackBooleans(kernels, packed, values.length, back, first);
        expect([...back]).toEqual(values.map((value) => (value === 0 ? 0 : 1)));
      }),
    );
  });

  it("packs more than fit into a tile", async () => {
    const kernels = await load();
    const bits = noise(300_003, 4).map((byte) => byte & 1);
    const packed = new Uint8Array(Math.ceil(bits.length / 8));
    packBooleans(kernels, bits, bits.length, packed, "lowest");
    expect(packed[37_500]).toBe(bits[300_000]! | (bits[300_001]! << 1) | (bits[300_002]! << 2));
    const back = new Uint8Array(bits.length);
    unpackBooleans(kernels, packed, bits.length, back, "lowest");
    expect(Buffer.compare(back, bits)).toBe(0);
  });
});
