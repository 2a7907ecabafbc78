/** Reads of which some are answered by what was read before. */
import type { ByteRange } from "../../../bytes/source/byte-range.ts";
import type { Reads } from "../../codec.ts";

/** Bytes of the object, and where they begin in it. */
export interface Window {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Asks only for what does not lie in one of the windows. */
export function* withWindows<T>(reads: Reads<T>, windows: readonly Window[]): Reads<T> {
  let step = reads.next();
  while (step.done !== true) {
    const found = step.value.map((range) => within(windows, range));
    const missing = step.value.filter((_, i) => found[i] === undefined);
    const answers = missing.length === 0 ? [] : yield missing;
    let next = 0;
    step = reads.next(found.map((bytes) => bytes ?? answers[next++]));
  }
  return step.value;
}

function within(windows: readonly Window[], range: ByteRange | undefined): Uint8Array | undefined {
  if (range === undefined || !("offset" in range) || range.length === undefined) return undefined;
  for (const { offset, bytes } of windows) {
    const at = range.offset - offset;
    if (at >= 0 && at + range.length <= bytes.byteLength) return bytes.subarray(at, at + range.length);
  }
  return undefined;
}
