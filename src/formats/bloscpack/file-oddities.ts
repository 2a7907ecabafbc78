/** What is odd about a Bloscpack file that can be read all the same. */

import { LEAST_FRAME_BYTES } from "../../bytes/blosc/file-header.ts";
import { OFFSET_BYTES, parseOffsets } from "../../bytes/blosc/offsets.ts";
import { checksumSize } from "../../bytes/checksum/named-checksum.ts";
import type { ByteSource, ReadOptions } from "../../bytes/source/byte-source.ts";
import type { FileLayout } from "./file-layout.ts";
import { parseFrameHead } from "./frame-head.ts";
import { readUndoRecord } from "./undo-record.ts";

/** As its first bytes tell. */
export function* layoutOddities({ header, offsets }: FileLayout): Generator<string> {
  if (header.version < 3) yield `version ${header.version} of the format; bloscpack reads 3`;
  if (header.chunkCount === undefined) yield "the number of chunks is not told";
  else if (!header.offsets) yield "there are no offsets: chunks are found by walking the file";
  else if (offsets.length === 0 && header.chunkCount > 0) {
    yield "offsets were never filled in: the writer was interrupted";
  }
}

/** As the end of the file tells; `source` is the file as it is stored. */
export async function endOddity(
  { header, offsets, offsetsAt }: FileLayout,
  source: ByteSource,
  options: ReadOptions = {},
): Promise<string | undefined> {
  const { chunkCount = 0, lastChunk, checksum } = header;
  const size = await source.size?.(options);
  if (offsets.length === 0 || size === undefined) return undefined;
  const at = offsetsAt + OFFSET_BYTES * (chunkCount - 1);
  const bytes = await source.read({ offset: at, length: OFFSET_BYTES }, options);
  const [last = -1] = parseOffsets(bytes ?? new Uint8Array(0), at);
  if (last < 0) return "the offset of the last chunk was never filled in";
  const head = await source.read({ offset: last, length: LEAST_FRAME_BYTES }, options);
  if (head?.byteLength !== LEAST_FRAME_BYTES) {
    return `the file is truncated: it ends at byte ${size}, its last chunk would begin at byte ${last}`;
  }
  const { length, frameLength } = parseFrameHead(head, last);
  if (length !== lastChunk && (await readUndoRecord(source, options)) !== undefined) {
    return "an append was interrupted: the file is read as it was before, and the next append tidies it up";
  }
  const rest = size - (last + frameLength + checksumSize(checksum));
  if (rest < 0) return `the file is truncated: ${-rest} bytes of its last chunk are missing`;
  return rest > 0 ? `${rest} bytes follow the last chunk: nobody reads them` : undefined;
}
