/**
 * GRIB2 packings 5.2 and 5.3: values in groups, each with a reference, a width and a length of its own; 5.3 packs
 * differences of first or second order. Section 7 contains, each part starting at a byte: first values and the least
 * difference (5.3), references, widths and lengths of groups, and the values minus their reference.
 */
import { needBytes, signMagnitude, viewOf } from "../../../bytes/grib/message.ts";
import { HyperslabError } from "../../../errors.ts";
import type { Floats, GroupLayout } from "../../kernels/packed/packed.ts";
import { unpackIntegers, unpackTo } from "./bits.ts";
import { type Scaling, scaled, scaleOf } from "./scaling.ts";
import type { Unpacker } from "./simple-packing.ts";

/** Larger values mean damage: doubles, in which the sums of differences are computed, soon stop being exact. */
const MOST = 2 ** 52;

/** NaN for missing values. `count` values are expected. */
export function unpackComplex(
  template: Uint8Array,
  data: Uint8Array,
  count: number,
  scaling: Scaling,
  { kernel, isWide }: Unpacker,
): Floats {
  const layout = layoutOf(template, data, count);
  const found = kernel?.groups(data, layout, { count, isWide, scale: scaleOf(scaling) });
  return found ?? scaled(groupValues(data, layout, count), scaling, isWide);
}

function layoutOf(template: Uint8Array, data: Uint8Array, count: number): GroupLayout {
  const view = viewOf(template);
  const isSpatial = view.getUint16(9) === 3;
  needBytes(template, isSpatial ? 49 : 47, "section 5");
  const groups = view.getUint32(31);
  const [referenceBits, widthBits, lengthBits] = [template[19]!, template[36]!, template[46]!];
  const management = template[22]!;
  if (management > 2) throw new HyperslabError("unsupported", `management ${management} of missing values`);
  if (groups > count) throw broken(`${groups} groups, but ${count} values`);
  const { order, extra, bytes } = isSpatial
    ? firstValues(template, data)
    : { order: 0, extra: new Float64Array(0), bytes: 0 };
  const widthsAt = bytes + Math.ceil((referenceBits * groups) / 8);
  const lengthsAt = widthsAt + Math.ceil((widthBits * groups) / 8);
  return {
    groups,
    referencesAt: bytes,
    referenceBits,
    widthsAt,
    widthBits,
    widthBase: template[35]!,
    lengthsAt,
    lengthBits,
    lengthBase: view.getUint32(37),
    lengthStep: template[41]!,
    lastLength: view.getUint32(42),
    valuesAt: lengthsAt + Math.ceil((lengthBits * groups) / 8),
    management,
    order,
    extra,
  };
}

/** For packing 5.3: as many first values as the order, and the least difference. */
function firstValues(
  template: Uint8Array,
  data: Uint8Array,
): { readonly order: number; readonly extra: Float64Array; readonly bytes: number } {
  const [order, octets] = [template[47]!, template[48]!];
  if (order < 1 || order > 2) throw new HyperslabError("unsupported", `spatial differences of order ${order}`);
  if (octets > 4) throw broken(`${octets} bytes for the first values`);
  const extra = unpackIntegers(data, 0, octets * 8, order + 1).map((value) => signMagnitude(value, octets * 8));
  if (octets === 0) extra.fill(0);
  return { order, extra, bytes: octets * (order + 1) };
}

/** The twin of kernels/packed/groups.ts. */
function groupValues(data: Uint8Array, layout: GroupLayout, count: number): Float64Array<ArrayBuffer> {
  const { groups, referenceBits, management, order, extra } = layout;
  const references = unpackIntegers(data, layout.referencesAt, referenceBits, groups);
  const widths = unpackIntegers(data, layout.widthsAt, layout.widthBits, groups);
  const lengths = unpackIntegers(data, layout.lengthsAt, layout.lengthBits, groups);
  const values = new Float64Array(count);
  let [index, bit] = [0, layout.valuesAt * 8];
  for (let group = 0; group < groups; group++) {
    const width = layout.widthBase + widths[group]!;
    const isLast = group === groups - 1;
    const length = isLast ? layout.lastLength : layout.lengthBase + layout.lengthStep * lengths[group]!;
    if (width > 32) throw broken(`group ${group} has values of ${width} bits`);
    if (index + length > count) throw broken(`its groups have more than ${count} values`);
    const reference = references[group]!;
    bit = unpackTo(data, bit, width, values, index, length);
    const marks = missingMarks(management, width === 0 ? referenceBits : width);
    if (width === 0) values.fill(marks.includes(reference) ? Number.NaN : reference, index, index + length);
    else {
      for (let one = index; one < index + length; one++) {
        values[one] = marks.length > 0 && marks.includes(values[one]!) ? Number.NaN : values[one]! + reference;
      }
    }
    index += length;
  }
  if (index !== count) throw broken(`its groups have ${index} values, expected ${count}`);
  if (order > 0) undoDifferences(values, order, extra);
  return values;
}

/** Which integers mean missing: all ones, and one less for a second kind. */
function missingMarks(management: number, bits: number): readonly number[] {
  const ones = 2 ** bits - 1;
  if (management === 0) return [];
  return management === 1 ? [ones] : [ones, ones - 1];
}

/** Missing values are skipped. */
function undoDifferences(values: Float64Array, order: number, extra: ArrayLike<number>): void {
  const least = extra[order]!;
  let [seen, before, last] = [0, 0, 0];
  for (let index = 0; index < values.length; index++) {
    if (Number.isNaN(values[index]!)) continue;
    if (seen < order) values[index] = extra[seen]!;
    else values[index] = values[index]! + least + (order === 1 ? last : 2 * last - before);
    const value = values[index]!;
    if (value >= MOST || value < -MOST) throw broken(`the differences add up to ${value}`);
    [before, last] = [last, value];
    seen += 1;
  }
}

function broken(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `the complex packing is broken: ${what}`);
}
