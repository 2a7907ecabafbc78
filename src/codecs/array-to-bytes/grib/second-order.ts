/**
 * GRIB1's second-order packing: values in groups, each with a first-order value and a width. Groups are rows, begin
 * where a secondary bitmap has a one, or (ECMWF's extension) have separate lengths and may hold differences of order 1
 * to 3.
 *
 *     octet 12  u16 N1, where first-order values begin; u8 flags; u16 N2, where second-order values begin; u16 groups;
 *               u16 values; u8 more groups (x 65536); then widths, and further data according to the flags
 */
import { needBytes, signMagnitude, viewOf } from "../../../bytes/grib/message.ts";
import { HyperslabError } from "../../../errors.ts";
import { unpackIntegers, unpackTo } from "./bits.ts";

const FLAG = { matrix: 64, secondaryBitmap: 32, ownWidths: 16, extended: 8, boustrophedonic: 4, order: 3 } as const;

export interface SecondOrder {
  readonly values: Float64Array<ArrayBuffer>;
  /** Every second row runs backwards. */
  readonly boustrophedonic: boolean;
}

/** `rows` are the lengths of the grid's rows, counting values that are present. */
export function unpackSecondOrder(data: Uint8Array, count: number, rows: readonly number[]): SecondOrder {
  needBytes(data, 21, "the data section");
  const view = viewOf(data);
  const flags = data[13]!;
  if ((flags & FLAG.matrix) !== 0) throw new HyperslabError("unsupported", "a matrix of values at each point");
  const boustrophedonic = (flags & FLAG.boustrophedonic) !== 0;
  const values =
    (flags & FLAG.extended) === 0
      ? unpackGeneral(data, view, flags, count, rows)
      : unpackExtended(data, view, flags, count);
  return { values, boustrophedonic };
}

function unpackGeneral(
  data: Uint8Array,
  view: DataView,
  flags: number,
  count: number,
  rows: readonly number[],
): Float64Array<ArrayBuffer> {
  const groups = view.getUint16(16);
  const widthCount = (flags & FLAG.ownWidths) === 0 ? 1 : groups;
  needBytes(data, 21 + widthCount, "the data section");
  const widths = data.subarray(21, 21 + widthCount);
  const firstOrder = unpackIntegers(data, view.getUint16(11) - 1, data[10]!, groups);
  let lengths = rows;
  if ((flags & FLAG.secondaryBitmap) !== 0) {
    const starts = unpackIntegers(data, 21 + widthCount, 1, count);
    const found: number[] = [];
    for (const start of starts) {
      if (start === 1) found.push(0);
      if (found.length === 0) throw broken("its secondary bitmap does not begin with a group");
      found[found.length - 1]! += 1;
    }
    lengths = found;
  }
  if (lengths.length !== groups) throw broken(`${groups} groups, expected ${lengths.length}`);
  return groupValues(data, (view.getUint16(14) - 1) * 8, {
    firstOrder,
    lengths,
    widthOf: (group) => widths[widthCount === 1 ? 0 : group]!,
    values: new Float64Array(count),
    from: 0,
  });
}

function unpackExtended(data: Uint8Array, view: DataView, flags: number, count: number): Float64Array<ArrayBuffer> {
  needBytes(data, 26, "the data section");
  const order = flags & FLAG.order;
  const groups = view.getUint16(16) + 65536 * data[20]!;
  const [widthBits, lengthBits, lengthsAt] = [data[21]!, data[22]!, view.getUint16(23) - 1];
  if (groups > count) throw broken(`${groups} groups, but ${count} values`);
  const values = new Float64Array(count);
  let at = 25;
  let bias = 0;
  if (order > 0) {
    const bits = data[25]!;
    if (bits > 32) throw broken(`first values of ${bits} bits`);
    const first = unpackIntegers(data, 26, bits, order + 1);
    bias = signMagnitude(first[order]!, bits);
    if (count < order) throw broken(`${count} values, but differences of order ${order}`);
    values.set(first.subarray(0, order));
    at = 26 + Math.ceil((bits * (order + 1)) / 8);
  }
  const widths = unpackIntegers(data, at, widthBits, groups);
  const lengths = unpackIntegers(data, lengthsAt, lengthBits, groups);
  const firstOrder = unpackIntegers(data, view.getUint16(11) - 1, data[10]!, groups);
  const start = (view.getUint16(14) - 1) * 8;
  groupValues(data, start, { firstOrder, lengths, widthOf: (group) => widths[group]!, values, from: order });
  undoDifferences(values, order, bias);
  return values;
}

interface Groups {
  readonly firstOrder: Float64Array;
  readonly lengths: ArrayLike<number>;
  widthOf(group: number): number;
  readonly values: Float64Array<ArrayBuffer>;
  readonly from: number;
}

function groupValues(
  data: Uint8Array,
  start: number,
  { firstOrder, lengths, widthOf, values, from }: Groups,
): Float64Array<ArrayBuffer> {
  let [index, bit] = [from, start];
  for (let group = 0; group < firstOrder.length; group++) {
    const length = lengths[group]!;
    const width = widthOf(group);
    if (width > 32) throw broken(`group ${group} has values of ${width} bits`);
    if (index + length > values.length) throw broken(`its groups have more than ${values.length} values`);
    bit = unpackTo(data, bit, width, values, index, length);
    for (let one = index; one < index + length; one++) values[one] = values[one]! + firstOrder[group]!;
    index += length;
  }
  if (index !== values.length) throw broken(`its groups have ${index} values, expected ${values.length}`);
  return values;
}

function undoDifferences(values: Float64Array, order: number, bias: number): void {
  // The last value, its difference to the one before, and the difference of those.
  for (let index = order; order > 0 && index < values.length; index++) {
    const [a, b = 0, c = 0] = [values[index - 1]!, values[index - 2], values[index - 3]];
    const known = order === 1 ? a : order === 2 ? 2 * a - b : 3 * a - 3 * b + c;
    values[index] = values[index]! + bias + known;
  }
}

function broken(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `the second-order packing is broken: ${what}`);
}
