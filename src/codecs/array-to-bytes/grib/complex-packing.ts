/**
 * GRIB2 packings 5.2 and 5.3: values in groups, each with a reference, a width and a length of its own; 5.3 packs differences
 * of first or second order. Section 7 holds, each part from a byte on: first values and the least difference (5.3), references,
 * widths and lengths of groups, and the values less their reference.
 */
import { needBytes, signMagnitude, viewOf } from "../../../bytes/grib/message.ts";
import { HyperslabError } from "../../../errors.ts";
import { unpackIntegers, unpackTo } from "./bits.ts";

/** Integers, NaN where a value is missing. `count` values are expected. */
export function unpackComplex(template: Uint8Array, data: Uint8Array, count: number, spatial: boolean): Float64Array {
  needBytes(template, spatial ? 49 : 47, "section 5");
  const view = viewOf(template);
  const groups = view.getUint32(31);
  const referenceBits = template[19]!;
  const missing = template[22]!;
  if (missing > 2) throw new HyperslabError("unsupported", `management ${missing} of missing values`);
  if (groups > count) throw broken(`${groups} groups, but ${count} values`);
  let at = 0;
  let [order, extra] = [0, new Float64Array(0)];
  if (spatial) {
    order = template[47]!;
    const octets = template[48]!;
    if (order < 1 || order > 2) throw new HyperslabError("unsupported", `spatial differences of order ${order}`);
    if (octets > 4) throw broken(`${octets} bytes for the first values`);
    extra = unpackIntegers(data, 0, octets * 8, order + 1).map((value) => signMagnitude(value, octets * 8));
    if (octets === 0) extra.fill(0);
    at = octets * (order + 1);
  }
  const references = unpackIntegers(data, at, referenceBits, groups);
  at += Math.ceil((referenceBits * groups) / 8);
  const widths = unpackIntegers(data, at, template[36]!, groups);
  at += Math.ceil((template[36]! * groups) / 8);
  const lengths = unpackIntegers(data, at, template[46]!, groups);
  at += Math.ceil((template[46]! * groups) / 8);
  const [widthBase, lengthBase, lengthStep, lastLength] = [
    template[35]!,
    view.getUint32(37),
    template[41]!,
    view.getUint32(42),
  ];
  const values = new Float64Array(count);
  let [index, bit] = [0, at * 8];
  for (let group = 0; group < groups; group++) {
    const width = widthBase + widths[group]!;
    const length = group === groups - 1 ? lastLength : lengthBase + lengthStep * lengths[group]!;
    if (width > 32) throw broken(`group ${group} has values of ${width} bits`);
    if (index + length > count) throw broken(`its groups have more than ${count} values`);
    const reference = references[group]!;
    bit = unpackTo(data, bit, width, values, index, length);
    const marks = missingMarks(missing, width === 0 ? referenceBits : width);
    if (width === 0) values.fill(marks.includes(reference) ? Number.NaN : reference, index, index + length);
    else {
      for (let one = index; one < index + length; one++) {
        values[one] = marks.length > 0 && marks.includes(values[one]!) ? Number.NaN : values[one]! + reference;
      }
    }
    index += length;
  }
  if (index !== count) throw broken(`its groups have ${index} values, expected ${count}`);
  if (spatial) undoDifferences(values, order, extra);
  return values;
}

/** Which integers mean that a value is missing: all ones, and one less for a second kind. */
function missingMarks(management: number, bits: number): readonly number[] {
  const ones = 2 ** bits - 1;
  if (management === 0) return [];
  return management === 1 ? [ones] : [ones, ones - 1];
}

/** Missing values take no part. */
function undoDifferences(values: Float64Array, order: number, extra: Float64Array): void {
  const least = extra[order]!;
  let [seen, before, last] = [0, 0, 0];
  for (let index = 0; index < values.length; index++) {
    if (Number.isNaN(values[index]!)) continue;
    if (seen < order) values[index] = extra[seen]!;
    else values[index] = values[index]! + least + (order === 1 ? last : 2 * last - before);
    [before, last] = [last, values[index]!];
    seen += 1;
  }
}

function broken(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `the complex packing is broken: ${what}`);
}
