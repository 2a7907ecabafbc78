/**
 * The fast path for unproblematic numbers: elements of one type become doubles, an operation is applied, and they are
 * stored as another type. NaNs (whose bits must be kept), infinities and values that the other type cannot hold are
 * left to the slow path.
 */

import { isSmallFloat } from "../../model/data-types/small-float.ts";
import { isLittleEndianHost, numericNameFor } from "../../model/values/numeric-array.ts";
import { type Kernels, MAP_SCRATCH_BYTES, NUMBER_OPERATIONS, NUMBER_TYPES } from "../kernels/kernels.ts";
import { byTiles, within } from "../kernels/staged.ts";
import { allocate } from "../pipeline/allocate.ts";
import { isWide, type RealType } from "./real-type.ts";

/** The operation; `kernels.ts` describes each. */
export interface NumberOperation {
  readonly name: (typeof NUMBER_OPERATIONS)[number];
  readonly first: number;
  readonly second: number;
}

const NONE: NumberOperation = { name: "none", first: 0, second: 0 };

/**
 * The elements after the operation, in `out` if possible; undefined if the slow path is required. Fractions are dropped
 * if integers are stored.
 */
export function mapNumbers(
  kernels: Kernels,
  bytes: Uint8Array,
  from: RealType,
  to: RealType,
  operation: NumberOperation = NONE,
  out?: Uint8Array,
): Uint8Array | undefined {
  const [fromType, toType] = [numberOf(from), numberOf(to)];
  if (fromType < 0 || toType < 0) return undefined;
  const count = bytes.byteLength / from.itemSize;
  const target = out?.byteLength === count * to.itemSize ? out : allocate(count * to.itemSize);
  const { first, second } = operation;
  const code = NUMBER_OPERATIONS.indexOf(operation.name);
  const done = within(kernels, () => {
    const scratch = kernels.memory.allocate(MAP_SCRATCH_BYTES);
    const [given, stored] = [
      { bytes, size: from.itemSize },
      { bytes: target, size: to.itemSize },
    ];
    return byTiles(kernels, given, stored, count, (source, place, elements) => {
      return kernels.mapNumbers(fromType, toType, code, first, second, source, place, elements, scratch) === 1;
    });
  });
  return done ? target : undefined;
}

/** The type's number for the kernels; -1 for types that are not represented that way in memory, or not by doubles. */
function numberOf(type: RealType): number {
  if (!isLittleEndianHost() || type.kind === "bool" || isWide(type)) return -1;
  if (type.kind === "float" ? isSmallFloat(type.name) : type.kind === "integer" && type.bits < 8) return -1;
  const name = numericNameFor(type);
  return NUMBER_TYPES.indexOf(name);
}
