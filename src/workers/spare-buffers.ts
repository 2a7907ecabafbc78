/** Buffers that came back from workers, for the next chunks of any array: fresh memory costs as much as decoding into it. */
const spare: ArrayBuffer[] = [];
const MOST_SPARE_BYTES = 32 * 1024 * 1024;

/** A buffer of at least this length, with anything in it. */
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
    if (bytes > MOST_SPARE_BYTES) spare.length = i;
  }
}
