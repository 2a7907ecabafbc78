/** Reference times and steps of GRIB, as ecCodes 2.50 gives them for the same numbers. */
import { expect, test } from "vitest";
import { product1, product2 } from "../../../src/scanners/grib/product.ts";

const IDENTIFICATION = [0, 0, 0, 21, 1, 0, 98, 0, 0, 4, 0, 1, 0x07, 0xd7, 3, 23, 12, 0, 0, 0, 2];
type Range = readonly [process: number, increment: number, unit: number, length: number];

/** Section 4 of template 4.8: a forecast of `time` in `unit`, processed over `ranges`. */
function processed(ranges: readonly Range[], unit = 1, time = 6, end = [0x07, 0xd8, 1, 1, 0, 0, 0]): Uint8Array {
  const parameter = [0, 0, 2, 0, 255, 0, 0, 0, unit, 0, 0, 0, time];
  const surfaces = [1, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255];
  const lengths = ranges.flatMap(([process, increment, one, length]) => [
    ...[process, increment, one, 0, 0, 0, length, 1, 0, 0, 0, 0],
  ]);
  const bytes = [4, 0, 0, 0, 8, ...parameter, ...surfaces, ...end, ranges.length, 0, 0, 0, 0, ...lengths];
  return Uint8Array.from([0, 0, 0, 4 + bytes.length, ...bytes]);
}

function told(section: Uint8Array): unknown {
  const { step, stepType, circumstances } = product2(0, Uint8Array.from(IDENTIFICATION), section);
  return [step, stepType, circumstances.process];
}

test("a process ends after its length, whatever the end of its interval is said to be", () => {
  expect(told(processed([[1, 2, 1, 12]]))).toEqual([18, "accum", 1]);
  expect(told(processed([[0, 255, 2, 1]]))).toEqual([30, "avg", 0]);
  // Each field is of a later start: the length does not belong to the forecast.
  expect(told(processed([[0, 1, 1, 12]]))).toEqual([6, "avgd", 0]);
  const newer = Uint8Array.from(IDENTIFICATION).fill(34, 9, 10);
  expect(product2(0, newer, processed([[0, 1, 1, 12]]))).toMatchObject({ step: 18, stepType: "avg" });
  expect(told(processed([[2, 1, 1, 12]]))).toEqual([6, "max", 2]);
  expect(told(processed([[255, 2, 1, 12]]))).toEqual([18, "instant", undefined]);
});

test("of several ranges of older messages of ECMWF, the first of later forecasts tells the length, and the last the process", () => {
  const two = (one: Range, other: Range): unknown => told(processed([one, other], 1, 0));
  expect(two([0, 2, 1, 5], [1, 1, 1, 7])).toEqual([5, "accum", 1]);
  expect(two([1, 2, 1, 5], [0, 1, 1, 7])).toEqual([5, "avgd", 0]);
  expect(two([2, 1, 1, 6], [0, 2, 1, 7])).toEqual([7, "avg", 0]);
  expect(two([2, 2, 1, 3], [2, 2, 1, 6])).toEqual([3, "max", 2]);
  const newer = Uint8Array.from(IDENTIFICATION).fill(34, 9, 10);
  const section = processed([...[[2, 2, 1, 3] as const], [0, 1, 1, 6]], 1, 0);
  expect(product2(0, newer, section)).toMatchObject({ step: 6, stepType: "avg" });
  // ecCodes does not tell the step of such messages.
  const end = [0x07, 0xd7, 3, 24, 12, 0, 0];
  const bothOfStarts = processed([...[[0, 1, 1, 5] as const], [0, 1, 1, 7]], 1, 0, end);
  expect(told(bothOfStarts)).toEqual([24, "avgd", 0]);
});

test("ranges that the section does not have are refused", () => {
  const section = processed([[0, 2, 1, 5]]);
  section[41] = 3;
  expect(() => told(section)).toThrow("section 4 has 58 bytes, expected at least 77");
});

test("steps in every unit", () => {
  const hours = [0, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13].map((unit) => {
    const section = processed([[1, 2, unit, 3]], unit, 3);
    return product2(0, Uint8Array.from(IDENTIFICATION), section).step / 2;
  });
  expect(hours).toEqual([0.05, 72, 2160, 26280, 262800, 788400, 2628000, 9, 18, 36, 3 / 3600]);
  expect(told(processed([[255, 1, 1, 0]], 255, 0))).toEqual([0, "instant", undefined]);
  expect(() => told(processed([[1, 2, 1, 3]], 99, 3))).toThrow("a forecast time of 3 in unit 99");
});

test("years before 100 are not those of the 20th century", () => {
  const identification = Uint8Array.from(IDENTIFICATION);
  identification.set([0, 50], 12);
  const year50 = Date.parse("0050-03-23T12:00:00Z") / 1e3;
  expect(product2(0, identification, processed([[1, 2, 1, 3]])).time).toBe(year50);
  const section = new Uint8Array(28);
  section.set([50, 3, 23, 12, 0, 1], 12);
  section[24] = 1;
  expect(product1(section).time).toBe(year50);
});
