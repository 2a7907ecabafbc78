/** How MD5 and the SHAs split a message: whole blocks, then the rest, a set bit, zeros, and the length in bits. */

export interface BlockRules {
  /** Bytes per block: 64, or 128 for the 64-bit SHAs. */
  readonly block: number;
  /** Byte order of the length at the end, which takes an eighth of a block. */
  readonly littleEndian: boolean;
}

/** Calls `mix` for each block of the padded message. */
export function eachBlock(bytes: Uint8Array, rules: BlockRules, mix: (view: DataView, at: number) => void): void {
  const { block } = rules;
  const whole = bytes.byteLength - (bytes.byteLength % block);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < whole; at += block) mix(view, at);
  const last = lastBlocks(bytes, whole, rules);
  for (let at = 0; at < last.byteLength; at += block) mix(last, at);
}

function lastBlocks(bytes: Uint8Array, start: number, { block, littleEndian }: BlockRules): DataView {
  const rest = bytes.byteLength - start;
  const padded = new Uint8Array(rest < block - block / 8 ? block : 2 * block);
  padded.set(bytes.subarray(start));
  padded[rest] = 0x80;
  const view = new DataView(padded.buffer);
  const high = Math.floor(bytes.byteLength / 2 ** 29);
  const low = (bytes.byteLength << 3) >>> 0;
  view.setUint32(padded.byteLength - 8, littleEndian ? low : high, littleEndian);
  view.setUint32(padded.byteLength - 4, littleEndian ? high : low, littleEndian);
  return view;
}
