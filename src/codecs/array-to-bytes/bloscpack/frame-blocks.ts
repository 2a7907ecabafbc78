/** Part of a long Blosc frame in a file: only the blocks that hold it are read. */

import { type BloscHeader, HEADER_BYTES } from "../../../bytes/blosc/frame-header.ts";
import { HyperslabError } from "../../../errors.ts";
import type { Reads } from "../../codec.ts";
import { decodeBloscBytes, type StreamDecoders } from "../../kernels/blosc-decode.ts";
import type { Kernels } from "../../kernels/kernels.ts";
import { blockSpans, joinBlocks } from "./frame-part.ts";

export interface BlockReader {
  readonly kernels: Kernels;
  readonly decoders: StreamDecoders;
}

/**
 * Decodes bytes `from` to `to`, at least one, of the frame that begins at byte `offset` of the file, into `out`. `look`
 * are its first bytes, of which `header` was read.
 */
export function* readFrameBlocks(
  { kernels, decoders }: BlockReader,
  offset: number,
  header: BloscHeader,
  look: Uint8Array,
  from: number,
  to: number,
  out: Uint8Array,
): Reads<void> {
  if (header.stored) {
    const wanted = { offset: offset + HEADER_BYTES + from, length: to - from };
    const [bytes] = yield [wanted];
    if (bytes?.byteLength !== wanted.length) throw truncated(wanted.offset, bytes, wanted.length);
    out.set(bytes);
    return;
  }
  const table = HEADER_BYTES + 4 * header.blockCount;
  let head: Uint8Array | undefined = look;
  if (head.byteLength < table) [head] = yield [{ offset, length: table }];
  if (head === undefined || head.byteLength < table) throw truncated(offset, head, table);
  const known = head;
  const view = new DataView(known.buffer, known.byteOffset, table);
  const starts = Int32Array.from({ length: header.blockCount }, (_, i) => view.getInt32(HEADER_BYTES + 4 * i, true));
  const first = Math.floor(from / header.blockSize);
  const last = Math.floor((to - 1) / header.blockSize);
  const spans = blockSpans(header, starts, first, last);
  // What the first look gave already is not asked for again.
  const missing = spans.filter((span) => span.offset + span.length > known.byteLength);
  const answers = yield missing.map((span) => ({ offset: offset + span.offset, length: span.length }));
  const blocks = spans.map((span) => {
    const at = missing.indexOf(span);
    const bytes = at < 0 ? known.subarray(span.offset, span.offset + span.length) : answers[at];
    if (bytes?.byteLength !== span.length) throw truncated(offset + span.offset, bytes, span.length);
    return bytes;
  });
  const skipped = first * header.blockSize;
  const frame = joinBlocks(header, known, first, blocks);
  decodeBloscBytes(kernels, frame, from - skipped, to - skipped, out, decoders);
}

/** `needed` bytes ought to be there from `offset` on. */
export function truncated(offset: number, found: Uint8Array | undefined, needed: number): HyperslabError {
  const end = offset + needed;
  const short = needed - (found?.byteLength ?? 0);
  return new HyperslabError("invalid-data", `it is truncated: the file ends before byte ${end}, ${short} bytes short`);
}
