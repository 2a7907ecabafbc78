/** The quick way through doubles gives what the careful one gives, or nothing. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { mapDoubles } from "../../src/codecs/numbers/map-doubles.ts";
import { castDoubles, castNumbers } from "../../src/codecs/numbers/number-cast.ts";
import { readDoubles, realType } from "../../src/codecs/numbers/real-type.ts";
import { dataTypeNamed } from "../../src/model/data-types/named.ts";

const NAMES = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "float32", "float64"];
const types = fc.constantFrom(...NAMES).map((name) => realType(dataTypeNamed(name)!));

it("casts as the careful way does, unless it leaves it to that", () => {
  let quick = 0;
  fc.assert(
    fc.property(types, types, fc.uint8Array({ maxLength: 200 }), (from, to, noise) => {
      const bytes = noise.slice(0, noise.length - (noise.length % from.itemSize));
      const unfit: number[] = [];
      const careful = castDoubles(readDoubles(from, bytes), to, (index) => unfit.push(index), from.kind !== "float");
      const found = mapDoubles(bytes, from, to, undefined);
      if (found === undefined) return;
      quick++;
      expect(unfit).toEqual([]);
      expect(found).toEqual(new Uint8Array(careful));
      const out = new Uint8Array(found.byteLength);
      expect(castNumbers(bytes, from, to, () => expect.fail(), out)).toEqual(from.name === to.name ? bytes : out);
    }),
    { numRuns: 1000 },
  );
  expect(quick).toBeGreaterThan(100);
});

it("crosses blocks, and leaves numbers that do not fit to the careful way", () => {
  const [float64, int16] = [realType(dataTypeNamed("float64")!), realType(dataTypeNamed("int16")!)];
  const values = Float64Array.from({ length: 5000 }, (_, i) => i - 2500.7);
  const bytes = new Uint8Array(values.buffer);
  expect(new Int16Array(mapDoubles(bytes, float64, int16, undefined)!.slice().buffer)).toEqual(Int16Array.from(values));
  for (const unfit of [32768, -32769, Number.NaN, Number.POSITIVE_INFINITY]) {
    values[4321] = unfit;
    expect(mapDoubles(bytes, float64, int16, undefined)).toBeUndefined();
  }
  values[4321] = 32767.9;
  expect(mapDoubles(bytes, float64, int16, undefined)).toBeDefined();
});
