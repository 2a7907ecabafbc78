/** Fill values: when they are written, and the bytes of one element as the file stores it. */
import type { ByteCursor } from "../../../bytes/source/byte-cursor.ts";

export interface Hdf5Fill {
  /** Undefined for zeros, or for none at all. */
  readonly value: Uint8Array | undefined;
  /** False if elements that were never written hold arbitrary data. */
  readonly isWritten: boolean;
}

const NEVER = 1;
export const NO_FILL: Hdf5Fill = { value: undefined, isWritten: true };

/** Message 5: `01|02 allocated written defined [length(4) value]`, or `03 flags [length(4) value]`. */
export function parseFill(cursor: ByteCursor): Hdf5Fill {
  const version = cursor.u8();
  if (version === 3) {
    const flags = cursor.u8();
    const isWritten = ((flags >> 2) & 3) !== NEVER;
    return { value: (flags & 0x20) === 0 ? undefined : readValue(cursor), isWritten };
  }
  if (version !== 1 && version !== 2) return cursor.fail(`fill value version ${version}; 1 to 3 are known`, 1);
  cursor.skip(1);
  const isWritten = cursor.u8() !== NEVER;
  const isDefined = cursor.u8() !== 0;
  return { value: version === 1 || isDefined ? readValue(cursor) : undefined, isWritten };
}

/** Message 4, in old files: `length(4) value`. */
export function parseOldFill(cursor: ByteCursor): Hdf5Fill {
  return { value: readValue(cursor), isWritten: true };
}

function readValue(cursor: ByteCursor): Uint8Array | undefined {
  const length = cursor.i32();
  return length <= 0 ? undefined : cursor.bytes(length);
}
