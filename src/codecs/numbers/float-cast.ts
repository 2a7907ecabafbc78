/**
 * Floats of one size to floats of another, rounded to nearest, ties to even, straight from the source. Signs and
 * payloads of NaNs are copied as bits (made quiet), as processors do, never through a JavaScript number.
 */
import { HyperslabError } from "../../errors.ts";
import { isSmallFloat, narrowFloats, type SmallFloatName } from "../../model/data-types/small-float.ts";
import { bytesFromNumbers, isLittleEndianHost } from "../../model/values/numeric-array.ts";
import { allocate } from "../pipeline/allocate.ts";
import { type FloatType, readFloats } from "./real-type.ts";

/** Called for each finite element that became an infinity, or that the type cannot hold; may throw. */
export type OnUnfit = (index: number) => void;

export function castFloats(bytes: Uint8Array, from: FloatType, to: FloatType, onUnfit: OnUnfit): Uint8Array {
  if (from.name === to.name) return bytes;
  const source = readFloats(from, bytes);
  if (isSmallFloat(to.name)) return toSmall(source, to.name, onUnfit);
  const target = to.name === "float64" ? new Float64Array(source) : new Float32Array(source);
  for (let i = 0; i < source.length; i++) {
    const value = source[i]!;
    if (Number.isNaN(value)) copyNan(source, target, i);
    else if (target[i] !== value && Number.isFinite(value) && !Number.isFinite(target[i]!)) onUnfit(i);
  }
  return bytesFromNumbers(target);
}

function toSmall(source: Float32Array | Float64Array, name: SmallFloatName, onUnfit: OnUnfit): Uint8Array {
  const size = name === "float16" || name === "bfloat16" ? 2 : 1;
  const out = allocate(source.length * size);
  const one = new Float32Array(1);
  for (let i = 0; i < source.length; i++) {
    const target = out.subarray(i * size, (i + 1) * size);
    const value = source[i]!;
    if (!Number.isNaN(value)) narrowFloats(name, [value], target);
    else {
      copyNan(source, one, i, 0);
      narrowFloats(name, one, target);
    }
  }
  refuseOverflow(source, name, out, onUnfit);
  return out;
}

function refuseOverflow(source: Float32Array | Float64Array, name: SmallFloatName, out: Uint8Array, onUnfit: OnUnfit) {
  const back = readFloats({ kind: "float", name, itemSize: out.byteLength / source.length }, out);
  for (let i = 0; i < source.length; i++) {
    if (Number.isFinite(source[i]!) && !Number.isFinite(back[i]!)) onUnfit(i);
  }
}

const QUIET_32 = 0x00400000;

/** Copies the NaN at an index of one array to an index of the other: sign and upper payload bits, made quiet. */
export function copyNan(
  source: Float32Array | Float64Array,
  target: Float32Array | Float64Array,
  from: number,
  to: number = from,
): void {
  const [high, low] = nanWords(source, from);
  const words = new Uint32Array(target.buffer, target.byteOffset, target.byteLength / 4);
  if (target.BYTES_PER_ELEMENT === 4) {
    // 20 bits of the upper word and 3 of the lower one are the 23 of a float32.
    words[to] = (high & 0x80000000) | 0x7f800000 | QUIET_32 | ((high & 0x000fffff) << 3) | (low >>> 29);
    return;
  }
  const upper = isLittleEndianHost() ? 1 : 0;
  words[2 * to + upper] = high | 0x00080000;
  words[2 * to + 1 - upper] = low;
}

/** A NaN as the two words of a float64. */
function nanWords(source: Float32Array | Float64Array, index: number): readonly [high: number, low: number] {
  const words = new Uint32Array(source.buffer, source.byteOffset, source.byteLength / 4);
  if (source.BYTES_PER_ELEMENT === 4) {
    const bits = words[index]!;
    return [(bits & 0x80000000) | 0x7ff00000 | ((bits & 0x007fffff) >>> 3), (bits << 29) >>> 0];
  }
  const upper = isLittleEndianHost() ? 1 : 0;
  return [words[2 * index + upper]!, words[2 * index + 1 - upper]!];
}

/** Refuses values that do not fit. */
export function neverFits(what: string): OnUnfit {
  return (index) => {
    throw new HyperslabError("invalid-data", `element ${index} ${what}`);
  };
}
