/**
 * Numbers from one data type to another as NumPy's `astype` casts them: floats to integers by dropping the fraction,
 * integers to narrower ones by dropping upper bits. If that changes a value, the caller is notified and may refuse it;
 * otherwise the result is that of C code on x86-64.
 */

import { narrowFloats } from "../../model/data-types/small-float.ts";
import { bytesFromNumbers, isBigintArray, makeNumbers, numericNameFor } from "../../model/values/numeric-array.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { allocate } from "../pipeline/allocate.ts";
import { castFloats, type OnUnfit } from "./float-cast.ts";
import { mapNumbers } from "./map-numbers.ts";
import { type FloatType, integerRange, isWide, type RealType, readBigints, readDoubles } from "./real-type.ts";

/** The result may lie in `out`. */
export function castNumbers(
  kernels: Kernels,
  bytes: Uint8Array,
  from: RealType,
  to: RealType,
  onUnfit: OnUnfit,
  out?: Uint8Array,
): Uint8Array {
  if (from.name === to.name) return bytes;
  const quickly = mapNumbers(kernels, bytes, from, to, undefined, out);
  if (quickly !== undefined) return quickly;
  if (from.kind === "float" && to.kind === "float") return castFloats(bytes, from, to, onUnfit);
  if (isWide(from)) return fromWide(bytes, from, to, onUnfit);
  return castDoubles(readDoubles(from, bytes), to, onUnfit, from.kind !== "float");
}

/** The same for numbers that are already doubles. `modular` if they are integers whose low bits are kept. */
export function castDoubles(values: Float64Array, to: RealType, onUnfit: OnUnfit, modular = false): Uint8Array {
  if (to.kind === "float") {
    const float64: FloatType = { kind: "float", name: "float64", itemSize: 8 };
    return castFloats(bytesFromNumbers(values), float64, to, onUnfit);
  }
  if (to.kind === "bool") return Uint8Array.from(values, (value) => (value === 0 ? 0 : 1));
  return isWide(to) ? doublesToWide(values, to, onUnfit, modular) : doublesToNarrow(values, to, onUnfit, modular);
}

function doublesToNarrow(values: Float64Array, to: RealType, onUnfit: OnUnfit, modular: boolean): Uint8Array {
  const out = makeNumbers(numericNameFor(to) ?? "uint8", values.length);
  const { min, max } = integerRange(to);
  const [least, most] = [Number(min), Number(max)];
  if (isBigintArray(out)) return bytesFromNumbers(out);
  for (let i = 0; i < values.length; i++) {
    const whole = Math.trunc(values[i]!);
    const fits = whole >= least && whole <= most;
    if (!fits) onUnfit(i);
    // Storing into a typed array keeps the low bits.
    out[i] = fits || modular ? whole : machineInteger(whole, to);
  }
  return bytesFromNumbers(out);
}

/** x86-64's conversion of a float: the low bits, or one fixed value if it exceeds the register. */
function machineInteger(whole: number, to: RealType): number {
  const limit = to.name === "uint32" ? 2 ** 63 : 2 ** 31;
  return whole >= -limit && whole < limit ? whole : to.name === "int32" ? -limit : 0;
}

function doublesToWide(values: Float64Array, to: RealType, onUnfit: OnUnfit, modular: boolean): Uint8Array {
  const bytes = allocate(8 * values.length);
  const view = new DataView(bytes.buffer);
  const [least, limit] = to.name === "uint64" ? [0, 2 ** 64] : [-(2 ** 63), 2 ** 63];
  for (let i = 0; i < values.length; i++) {
    const whole = Math.trunc(values[i]!);
    const fits = whole >= least && whole < limit;
    if (!fits) onUnfit(i);
    view.setBigUint64(8 * i, fits || modular ? BigInt.asUintN(64, BigInt(whole)) : 2n ** 63n, true);
  }
  return bytes;
}

function fromWide(bytes: Uint8Array, from: RealType, to: RealType, onUnfit: OnUnfit): Uint8Array {
  const values = readBigints(from, bytes);
  if (to.kind === "float") return wideToFloats(values, to);
  if (to.kind === "bool") return Uint8Array.from(values, (value) => (value === 0n ? 0 : 1));
  const { min, max } = integerRange(to);
  const { itemSize } = to;
  const out = allocate(values.length * itemSize);
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value < min || value > max) onUnfit(i);
    out.set(bytes.subarray(8 * i, 8 * i + itemSize), i * itemSize);
  }
  return out;
}

function wideToFloats(values: ArrayLike<bigint>, to: FloatType): Uint8Array {
  if (to.name === "float64") return bytesFromNumbers(Float64Array.from(values, Number));
  const sticky = Array.from(values, toOddDouble);
  if (to.name === "float32") return bytesFromNumbers(Float32Array.from(sticky));
  const out = allocate(values.length * to.itemSize);
  narrowFloats(to.name, sticky, out);
  return out;
}

const EXACT = 2n ** 53n;

/**
 * A double that rounds to any narrower float as the integer itself does: where digits are dropped, the last one kept is
 * made odd, so that the value does not become a tie.
 */
function toOddDouble(value: bigint): number {
  if (value < EXACT && value > -EXACT) return Number(value);
  const kept = value >> 11n;
  return Number((value & 2047n) === 0n ? kept : kept | 1n) * 2048;
}
