/**
 * GRIB2 packing 5.200: levels, and how often each is repeated. A number up to the largest level is a level (0:
 * missing); larger ones after it are digits, lowest first, of the number of repetitions.
 */
import { needBytes, signMagnitude, viewOf } from "../../../bytes/grib/message.ts";
import { HyperslabError } from "../../../errors.ts";
import { unpackIntegers } from "./bits.ts";
import { powerOf } from "./scaling.ts";

/** Values, NaN for missing ones. */
export function unpackRunLength(template: Uint8Array, data: Uint8Array, count: number): Float64Array<ArrayBuffer> {
  needBytes(template, 17, "section 5");
  const view = viewOf(template);
  const bits = template[11]!;
  const largest = view.getUint16(12);
  const levels = view.getUint16(14);
  needBytes(template, 17 + 2 * levels, "section 5");
  const factor = powerOf(-signMagnitude(template[16]!, 8), 10);
  const base = 2 ** bits - 1 - largest;
  if (bits === 0 || bits > 32 || base < 0) throw broken(`numbers of ${bits} bits for levels up to ${largest}`);
  const numbers = unpackIntegers(data, 0, bits, Math.floor((data.byteLength * 8) / bits));
  const values = new Float64Array(count);
  let at = 0;
  for (let index = 0; index < count; ) {
    if (at >= numbers.length) throw broken(`it ends after ${index} of ${count} values`);
    const level = numbers[at++]!;
    if (level > largest || level > levels) throw broken(`number ${level} is in place of a level`);
    let [length, digit] = [1, 1];
    for (; at < numbers.length && numbers[at]! > largest && index + length <= count; at++) {
      length += (numbers[at]! - largest - 1) * digit;
      digit *= base;
    }
    if (index + length > count) throw broken(`its runs have more than ${count} values`);
    const value = level === 0 ? Number.NaN : view.getUint16(17 + 2 * (level - 1)) * factor;
    values.fill(value, index, index + length);
    index += length;
  }
  return values;
}

function broken(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `the run-length packing is broken: ${what}`);
}
