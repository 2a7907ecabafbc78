/** Buffers that came back from workers, for the next chunks of any array: fresh memory costs as much as decoding into it. */
import { workerLimits } from "../limits.ts";

const spare: ArrayBuffer[] = [];

/** A buffer of at least this length, with arbitrary content. */
export function takeBuffer(length: number): ArrayBuffer {
  const at = spare.findIndex(({ byteLength }) => byteLength >= length && byteLength <= 2 * length);
  return at < 0 ? new ArrayBuffer(length) : spare.splice(at, 1)[0]!;
}

export function giveBack(buffer: ArrayBuffer): void {
  let bytes = buffer.byteLength;
  if (bytes === 0) return;
  spare.unshift(buffer);
  for (let i = 1; i < spare.length; i++) {
    bytes += spare[i]!.byteLength;
    if (workerLimits.spareBytes.isExceededBy(bytes)) spare.length = i;
  }
}
