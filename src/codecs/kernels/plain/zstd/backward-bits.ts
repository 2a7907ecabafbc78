/**
 * Bit streams that are read from their end: the highest set bit of the last byte marks the end, the bits below it come
 * first. `left` is the number of bits still to be read; if negative, the stream was too short.
 */
export interface BackwardBits {
  /** A copy of the stream with zeros after it, so that words may be read at any bit. */
  readonly view: DataView;
  left: number;
}

const PADDING = 4;

/** The stream in these bytes; without an end mark `left` is -1. */
export function backwardBits(bytes: Uint8Array, start: number, end: number): BackwardBits {
  const copy = new Uint8Array(end - start + PADDING);
  copy.set(bytes.subarray(start, end));
  const last = end > start ? bytes[end - 1]! : 0;
  const left = last === 0 ? -1 : (end - start) * 8 - 1 - (Math.clz32(last) - 24);
  return { view: new DataView(copy.buffer), left };
}

/** The next `count` (0 .. 25) bits; 0 if they are missing. */
export function readBits(stream: BackwardBits, count: number): number {
  stream.left -= count;
  return stream.left < 0 ? 0 : bitsFrom(stream.view, stream.left, count);
}

/** `count` (0 .. 25) bits from this bit of the stream on, counted from its start. */
export function bitsFrom(view: DataView, position: number, count: number): number {
  return (view.getInt32(position >> 3, true) >>> (position & 7)) & ((1 << count) - 1);
}
