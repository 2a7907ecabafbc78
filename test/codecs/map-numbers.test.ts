/** The quick way gives what the careful one gives, or nothing. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mapNumbers } from "../../src/codecs/numbers/map-numbers.ts";
import { castDoubles, castNumbers } from "../../src/codecs/numbers/number-cast.ts";
import { readDoubles, realType } from "../../src/codecs/numbers/real-type.ts";
import { dataTypeNamed } from "../../src/model/data-types/named.ts";
import { variants } from "./kernels/guarded.ts";

const NAMES = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "float32", "float64"];
const types = fc.constantFrom(...NAMES).map((name) => realType(dataTypeNamed(name)!));

describe.each(variants)("%s", (_, load) => {
  it("casts as the careful way does, unless it leaves it to that", async () => {
    const kernels = await load();
    let quick = 0;
    fc.assert(
      fc.property(types, types, fc.uint8Array({ maxLength: 200 }), (from, to, noise) => {
        const bytes = noise.slice(0, noise.length - (noise.length % from.itemSize));
        const unfit: number[] = [];
        const careful = castDoubles(readDoubles(from, bytes), to, (index) => unfit.push(index), from.kind !== "float");
        const found = mapNumbers(kernels, bytes, from, to);
        if (found === undefined) return;
        quick++;
        expect(unfit).toEqual([]);
        expect(found).toEqual(new Uint8Array(careful));
        const out = new Uint8Array(found.byteLength);
        expect(castNumbers(kernels, bytes, from, to, () => expect.fail(), out)).toEqual(
          from.name === to.name ? bytes : out,
        );
      }),
      { numRuns: 1000 },
    );
    expect(quick).toBeGreaterThan(100);
  });

  it("crosses blocks, and leaves numbers that do not fit to the careful way", async () => {
    const kernels = await load();
    const [float64, int16] = [realType(dataTypeNamed("float64")!), realType(dataTypeNamed("int16")!)];
    const values = Float64Array.from({ length: 30_000 }, (_value, i) => (i % 5000) - 2500.7);
    const bytes = new Uint8Array(values.buffer);
    expect(new Int16Array(mapNumbers(kernels, bytes, float64, int16)!.slice().buffer)).toEqual(Int16Array.from(values));
    for (const unfit of [32768, -32769, Number.NaN, Number.POSITIVE_INFINITY]) {
      values[24_321] = unfit;
      expect(mapNumbers(kernels, bytes, float64, int16)).toBeUndefined();
    }
    values[24_321] = 32767.9;
    expect(mapNumbers(kernels, bytes, float64, int16)).toBeDefined();
  });
});
