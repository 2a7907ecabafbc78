/** Bytes to one bzip2 stream (layout: decode.ts). */
import { allocate } from "../../pipeline/allocate.ts";
import { BitWriter } from "./bits.ts";
import { blockCrc, combineCrc } from "./block-crc.ts";
import { encodeBlock } from "./encode-block.ts";

/** As in bzip2's own encoder: a block is filled up to this many bytes less than its maximum. */
const MARGIN = 19;
const MAX_RUN = 255;

export function bzip2(bytes: Uint8Array, level: number): Uint8Array {
  const writer = new BitWriter();
  for (const letter of "BZh") writer.write(letter.charCodeAt(0), 8);
  writer.write(0x30 + level, 8);
  const capacity = Math.min(100_000 * level - MARGIN, Math.ceil(bytes.byteLength * 1.25) + 1);
  const block = allocate(capacity);
  let crc = 0;
  for (let at = 0; at < bytes.byteLength; ) {
    const { length, end } = collapseRuns(bytes, at, block);
    const computed = blockCrc(bytes, at, end);
    writer.write(0x314159, 24);
    writer.write(0x265359, 24);
    writer.write32(computed);
    writer.write(0, 1);
    encodeBlock(writer, block, length);
    crc = combineCrc(crc, computed);
    at = end;
  }
  writer.write(0x177245, 24);
  writer.write(0x385090, 24);
  writer.write32(crc);
  return writer.finish();
}

/** Fills a block: runs of four or more equal bytes become four and a count. Returns the bytes consumed and filled. */
function collapseRuns(bytes: Uint8Array, start: number, block: Uint8Array): { length: number; end: number } {
  let length = 0;
  let at = start;
  while (at < bytes.byteLength) {
    const byte = bytes[at]!;
    let run = 1;
    while (run < 4 + MAX_RUN && bytes[at + run] === byte) run++;
    const needed = Math.min(run, 4) + (run >= 4 ? 1 : 0);
    if (length + needed > block.byteLength) break;
    for (let i = length + Math.min(run, 4); i > length; i--) block[i - 1] = byte;
    length += needed;
    if (run >= 4) block[length - 1] = run - 4;
    at += run;
  }
  return { length, end: at };
}
