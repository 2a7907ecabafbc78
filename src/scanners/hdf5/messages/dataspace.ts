/** Dataspaces: `01 rank flags 0(5)` or `02 rank flags type`, then the length of each dimension, and its maximum. */
import type { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import type { Hdf5File } from "../structures/file.ts";

export interface Dataspace {
  /** `null` means no elements at all, not even one. */
  readonly kind: "scalar" | "simple" | "null";
  readonly shape: readonly number[];
  /** The maximum length of each dimension; infinity if unlimited. */
  readonly most: readonly number[];
}

const MOST_RANK = 32;
const KINDS = ["scalar", "simple", "null"] as const;

export function parseDataspace(file: Hdf5File, cursor: ByteCursor): Dataspace {
  const version = cursor.u8();
  const rank = cursor.u8();
  const flags = cursor.u8();
  if (version !== 1 && version !== 2) return cursor.fail(`dataspace version ${version}; 1 and 2 are known`, 3);
  if (rank > MOST_RANK) return cursor.fail(`a dataspace has ${rank} dimensions, and at most 32 are possible`, 2);
  const type = version === 2 ? cursor.u8() : rank === 0 ? 0 : 1;
  if (version === 1) cursor.skip(5);
  const kind = KINDS[type] ?? cursor.fail(`a dataspace is of type ${type}`, 1);
  const shape = Array.from({ length: rank }, () => file.length(cursor));
  const most = (flags & 1) === 0 ? shape : shape.map(() => file.limit(cursor));
  return { kind, shape, most };
}

/** The number of elements; more than 2^53 is `invalid-data`. */
export function elementCount({ kind, shape }: Dataspace, fail: (what: string) => never): number {
  if (kind === "null") return 0;
  const count = shape.reduce((product, length) => product * length, 1);
  return Number.isSafeInteger(count) ? count : fail(`${shape.join(" x ")} elements are more than 2^53`);
}
