/**
 * The quick way for numbers that make no trouble: elements of one type become doubles, something is done to those, and
 * they are stored as another type, a few thousand at a time, so that no second array is made. The loops run over
 * doubles alone and the engine converts, so nothing in them depends on the types. NaNs (whose bits must be kept),
 * infinities and whatever the other type cannot hold are left to the careful way.
 */
import { isBigintArray, isLittleEndianHost, numbersFromBytes, numericNameFor } from "../../model/numeric-array.ts";
import { isSmallFloat } from "../../model/small-float.ts";
import { allocate } from "../allocate.ts";
import { integerRange, isWide, type RealType } from "./real-type.ts";

/** Doubles of a block: they stay in the nearest cache. */
const BLOCK = 2048;

/** From this on a double becomes an infinity as a float32: the largest float32 and half a step. */
const FLOAT32_LIMIT = 2 ** 128 - 2 ** 103;

/** Changes the first `count` doubles of a block. A NaN or an infinity must stay one. */
export type BlockOperation = (block: Float64Array, count: number) => void;

/**
 * The elements after `operate`, in `out` if they can lie there; undefined if the careful way has to be gone. Fractions
 * are dropped where integers are stored.
 */
export function mapDoubles(
  bytes: Uint8Array,
  from: RealType,
  to: RealType,
  operate: BlockOperation | undefined,
  out?: Uint8Array,
): Uint8Array | undefined {
  if (!isSimple(from) || !isSimple(to)) return undefined;
  const source = numbersFromBytes(numericNameFor(from), bytes);
  const count = source.length;
  const target = targetFor(to, count, out);
  const numbers = numbersFromBytes(numericNameFor(to), target);
  if (isBigintArray(source) || isBigintArray(numbers)) return undefined;
  const [least, most] = limits(to);
  const block = new Float64Array(Math.min(BLOCK, count));
  for (let start = 0; start < count; start += BLOCK) {
    const length = Math.min(BLOCK, count - start);
    block.set(source.subarray(start, start + length));
    operate?.(block, length);
    if (!allBetween(block, length, least, most)) return undefined;
    numbers.set(length === block.length ? block : block.subarray(0, length), start);
  }
  return target;
}

/** Numbers of 8 to 64 bits that lie in memory as typed arrays have them, and that doubles can hold. */
function isSimple(type: RealType): boolean {
  if (!isLittleEndianHost() || type.kind === "bool" || isWide(type)) return false;
  return type.kind === "float" ? !isSmallFloat(type.name) : type.kind !== "integer" || type.bits >= 8;
}

function targetFor({ itemSize }: RealType, count: number, out: Uint8Array | undefined): Uint8Array {
  const fits = out?.byteLength === count * itemSize && out.byteOffset % itemSize === 0;
  return fits ? out : allocate(count * itemSize);
}

/** Exclusive limits of what the type can hold, fractions dropped. */
function limits(type: RealType): readonly [number, number] {
  if (type.kind !== "float") {
    const { min, max } = integerRange(type);
    return [Number(min) - 1, Number(max) + 1];
  }
  const most = type.name === "float32" ? FLOAT32_LIMIT : Number.POSITIVE_INFINITY;
  return [-most, most];
}

function allBetween(block: Float64Array, count: number, least: number, most: number): boolean {
  let inside = 0;
  for (let i = 0; i < count; i++) {
    const value = block[i]!;
    if (value > least && value < most) inside++;
  }
  return inside === count;
}
