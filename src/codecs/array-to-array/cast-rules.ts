/** How `cast_value` turns elements of one type into elements of another. */
import { type ErrorCode, HyperslabError } from "../../errors.ts";
import { encodeFloat, isSmallFloat } from "../../model/data-types/small-float.ts";
import {
  type FloatLimits,
  floatLimits,
  floatRounder,
  integerRounder,
  type Rounding,
  roundBigint,
} from "../numbers/directed-rounding.ts";
import {
  type FloatType,
  type IntegerType,
  integerRange,
  isWide,
  readBigints,
  readDoubles,
} from "../numbers/real-type.ts";
import { allocate } from "../pipeline/allocate.ts";

export type OutOfRange = "error" | "clamp" | "wrap";
/** Replacement values. Keys compare as numbers do, except that NaN equals itself. */
export type ScalarMap = ReadonlyMap<number | bigint, number | bigint>;

export interface CastRules {
  readonly rounding: Rounding;
  readonly outOfRange: OutOfRange;
  readonly map: ScalarMap;
}

type NumberType = FloatType | IntegerType;
/** Converts one value; returns `undefined` if it has no counterpart. */
type CastValue = (value: number | bigint) => number | bigint | undefined;
type PutValue = (view: DataView, at: number, value: number | bigint) => void;

/** A function from elements to elements; an element without a counterpart is an error of the given kind. */
export function castWith(
  from: NumberType,
  to: NumberType,
  rules: CastRules,
): (bytes: Uint8Array, code: ErrorCode) => Uint8Array {
  const cast = to.kind === "float" ? floatCast(to, rules) : integerCast(to, rules);
  const put = to.kind === "float" ? putFloat(to) : putInteger(to);
  const isSame = from.name === to.name && rules.map.size === 0;
  const map = new Map(Array.from(rules.map, ([key, value]) => [isWide(from) ? key : Number(key), value]));
  return (bytes, code) => {
    if (isSame) return bytes;
    const source = isWide(from) ? readBigints(from, bytes) : readDoubles(from, bytes);
    const out = allocate(source.length * to.itemSize);
    const view = new DataView(out.buffer);
    for (let i = 0; i < source.length; i++) {
      const value = source[i]!;
      const result = map.get(value) ?? cast(value);
      if (result === undefined) throw unfit(value, i, to, code);
      if (Number.isNaN(result)) putNan(out, to, i, signBit(bytes, from, i));
      else put(view, i * to.itemSize, result);
    }
    return out;
  };
}

function unfit(value: number | bigint, index: number, to: NumberType, code: ErrorCode): HyperslabError {
  return new HyperslabError(code, `the value ${value} at index ${index} does not fit ${to.name}`, {
    hint: "Set out_of_range, or give it a place in scalar_map.",
  });
}

function integerCast(to: IntegerType, { rounding, outOfRange }: CastRules): CastValue {
  const round = integerRounder(rounding);
  const { min, max } = integerRange(to);
  const [least, most] = [Number(min), Number(max)];
  const outside = (value: bigint): bigint | undefined => {
    if (outOfRange === "error") return undefined;
    if (outOfRange === "clamp") return value < min ? min : max;
    return to.signed ? BigInt.asIntN(to.bits, value) : BigInt.asUintN(to.bits, value);
  };
  return (value) => {
    if (typeof value === "bigint") return value >= min && value <= max ? value : outside(value);
    // NaN and infinities are not near any integer, whatever the rule for values out of range.
    if (!Number.isFinite(value)) return undefined;
    const whole = round(value);
    // The largest 64-bit integers are not doubles: the nearest doubles lie just outside.
    if (whole >= least && whole <= most && (to.bits < 64 || BigInt(whole) <= max)) return whole;
    return outside(BigInt(whole));
  };
}

function floatCast(to: FloatType, { rounding, outOfRange }: CastRules): CastValue {
  const limits = floatLimits(to.name);
  const round = floatRounder(rounding, limits);
  const outside = (value: number): number | undefined => {
    if (outOfRange !== "clamp") return undefined;
    return Math.sign(value) * (limits.hasInfinity ? Number.POSITIVE_INFINITY : limits.max);
  };
  return (value) => {
    if (typeof value === "bigint")
      return inside(roundBigint(value, rounding, limits), limits) ?? outside(Number(value));
    if (Number.isNaN(value)) return limits.hasNan ? value : undefined;
    if (!Number.isFinite(value)) return limits.hasInfinity ? value : outside(value);
    return inside(round(value), limits) ?? outside(value);
  };
}

function inside(value: number, { max }: FloatLimits): number | undefined {
  return Math.abs(value) <= max ? value : undefined;
}

function putInteger(to: IntegerType): PutValue {
  if (to.itemSize === 8) return (view, at, value) => view.setBigUint64(at, BigInt.asUintN(64, BigInt(value)), true);
  if (to.itemSize === 4) return (view, at, value) => view.setInt32(at, Number(value), true);
  if (to.itemSize === 2) return (view, at, value) => view.setInt16(at, Number(value), true);
  return (view, at, value) => view.setInt8(at, Number(value));
}

function putFloat(to: FloatType): PutValue {
  const { name } = to;
  if (name === "float64") return (view, at, value) => view.setFloat64(at, Number(value), true);
  if (!isSmallFloat(name)) return (view, at, value) => view.setFloat32(at, Number(value), true);
  if (to.itemSize === 2) return (view, at, value) => view.setUint16(at, encodeFloat(name, Number(value)), true);
  return (view, at, value) => view.setUint8(at, encodeFloat(name, Number(value)));
}

/** Quiet, without payload; the sign is kept if the type has signed NaNs. */
function putNan(out: Uint8Array, to: NumberType, index: number, negative: boolean): void {
  const at = index * to.itemSize;
  const view = new DataView(out.buffer);
  if (to.name === "float64") view.setUint32(at + 4, 0x7ff80000, true);
  else if (to.name === "float32") view.setUint32(at, 0x7fc00000, true);
  else if (to.kind === "float") putFloat(to)(view, at, Number.NaN);
  const last = at + to.itemSize - 1;
  if (negative && to.itemSize > 1) out[last]! |= 0x80;
}

function signBit(bytes: Uint8Array, type: NumberType, index: number): boolean {
  return type.kind === "float" && type.itemSize > 1 && bytes[(index + 1) * type.itemSize - 1]! >= 0x80;
}
