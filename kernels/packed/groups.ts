/** GRIB2's complex packing: values in groups, each with a reference, a width and a length; of 5.3, their differences. */
import { integerAt } from "./peek";
import { divisor, factor, isWide, put, reference, target } from "./put";
import { BROKEN } from "./simple";

/** Values beyond this are damage. The twin counts in doubles, which are exact so far and a little further. */
const MOST_BITS: u64 = 52;

/**
 * Values lie from `source` on. `references`, `widths` and `lengths` are u32, one per group; `management` says which values are
 * missing (0: none, 1: all ones, 2: also one less), and `order` of which order differences are (0: none).
 */
export function unpackGroups(
  source: usize,
  end: usize,
  count: u32,
  groups: u32,
  references: usize,
  widths: usize,
  lengths: usize,
  referenceBits: u32,
  widthBase: u32,
  lengthBase: u32,
  lengthStep: u32,
  lastLength: u32,
  management: u32,
  order: u32,
  first: f64,
  second: f64,
  least: f64,
): i32 {
  const to = target;
  const isDouble = isWide;
  const r = reference;
  const f = factor;
  const d = divisor;
  const bias = order == 0 ? <i64>0 : <i64>least;
  let before: i64 = 0;
  let last: i64 = 0;
  let seen: u32 = 0;
  let used: u64 = 0;
  let bit: u64 = 0;
  const bits = <u64>(end - source) * 8;
  let index: u32 = 0;
  for (let group: u32 = 0; group < groups; group++) {
    const at = <usize>group << 2;
    const wide = <u64>widthBase + <u64>load<u32>(widths + at);
    const length: u64 =
      group == groups - 1 ? <u64>lastLength : <u64>lengthBase + <u64>lengthStep * <u64>load<u32>(lengths + at);
    if (wide > 32 || length > <u64>(count - index) || bit + wide * length > bits) return BROKEN;
    const width = <u32>wide;
    const base = <i64>load<u32>(references + at);
    const ones: i64 = (1 << <i64>(width == 0 ? referenceBits : width)) - 1;
    const none: i64 = management == 0 ? -1 : ones;
    const other: i64 = management == 2 ? ones - 1 : none;
    const mask: u64 = (1 << wide) - 1;
    const stop = index + <u32>length;
    if (management == 0 && seen >= order) {
      if (order == 0) {
        for (; index < stop; index++, bit += wide) {
          put(to, isDouble, index, (<f64>(base + <i64>integerAt(source, bit, wide, mask)) * f + r) * d);
        }
      } else {
        // Of the first order, the last difference does not count on.
        const added = base + bias;
        let difference = last - before;
        for (; index < stop; index++, bit += wide) {
          const x = <i64>integerAt(source, bit, wide, mask) + added;
          difference = order == 1 ? x : difference + x;
          last += difference;
          used |= <u64>(last ^ (last >> 63));
          put(to, isDouble, index, (<f64>last * f + r) * d);
        }
        before = last - difference;
      }
      continue;
    }
    // Without bits, the reference says that all are missing.
    const allMissing = width == 0 && management != 0 && (base == none || base == other);
    for (; index < stop; index++) {
      let x = <i64>integerAt(source, bit, wide, mask);
      bit += wide;
      if (allMissing || (management != 0 && width != 0 && (x == none || x == other))) {
        put(to, isDouble, index, NaN);
        continue;
      }
      x += base;
      if (order != 0) {
        if (seen < order) x = seen == 0 ? <i64>first : <i64>second;
        else x += bias + (order == 1 ? last : 2 * last - before);
        before = last;
        last = x;
        seen++;
        used |= <u64>(x ^ (x >> 63));
      }
      put(to, isDouble, index, (<f64>x * f + r) * d);
    }
  }
  return index == count && used >> MOST_BITS == 0 ? 0 : BROKEN;
}
