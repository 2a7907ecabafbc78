/** The last chunk of a packed file, decoded and with its checksum compared, for appending to it. */

import { LEAST_FRAME_BYTES } from "../../bytes/blosc/file-header.ts";
import { OFFSET_BYTES, parseOffsets } from "../../bytes/blosc/offsets.ts";
import { checksumSize } from "../../bytes/checksum/named-checksum.ts";
import type { ByteTarget } from "../../bytes/source/byte-target.ts";
import { loadFrameCodec } from "../../codecs/array-to-bytes/bloscpack/frames.ts";
import { HyperslabError } from "../../errors.ts";
import type { FileLayout } from "../../formats/bloscpack/file-layout.ts";
import { parseFrameHead } from "../../formats/bloscpack/frame-head.ts";

export interface LastChunk {
  readonly offset: number;
  /** Frame and checksum. */
  readonly stored: Uint8Array;
  /** Where they end. */
  readonly end: number;
  readonly decoded: Uint8Array;
  /** Bytes that it decodes to. */
  readonly length: number;
}

/** Refuses files that cannot be appended to. */
export async function readLastChunk(target: ByteTarget, layout: FileLayout): Promise<LastChunk> {
  const { header, offsetsAt, offsets } = layout;
  const { chunkCount, chunkSize, lastChunk, checksum } = header;
  if (header.version !== 3) throw refused(`files of version ${header.version} leave no room for more`);
  if (!header.offsets) throw refused("the file has no offsets");
  if (chunkCount === undefined || chunkSize === undefined || lastChunk === undefined) {
    throw refused("the file does not say how long its chunks are");
  }
  if (chunkCount === 0) throw refused("the file was made and never written");
  if (offsets.length === 0) throw refused("the offsets of the file were never filled in");
  const at = offsetsAt + OFFSET_BYTES * (chunkCount - 1);
  const [offset = -1] = parseOffsets(
    (await target.read({ offset: at, length: OFFSET_BYTES })) ?? new Uint8Array(0),
    at,
  );
  if (offset < layout.dataStart)
    throw new HyperslabError("invalid-data", `the offset ${offset} of the last chunk, at byte ${at}`);
  const what = `chunk ${chunkCount - 1} at byte ${offset}`;
  const head = parseFrameHead((await target.read({ offset, length: LEAST_FRAME_BYTES })) ?? new Uint8Array(0), offset);
  if (head.length !== lastChunk) {
    throw new HyperslabError("invalid-data", `${what}: it holds ${head.length} bytes, the header says ${lastChunk}`);
  }
  const length = head.frameLength + checksumSize(checksum);
  const stored = (await target.read({ offset, length }))?.slice();
  if (stored?.byteLength !== length) throw new HyperslabError("invalid-data", `${what}: the file is truncated`);
  const decoded = new Uint8Array(lastChunk);
  (await loadFrameCodec()).decode(stored, checksum, decoded);
  return { offset, stored, end: offset + length, decoded, length: lastChunk };
}

function refused(why: string): HyperslabError {
  return new HyperslabError("unsupported", `nothing can be appended: ${why}`, {
    hint: "Unpack the file and pack it anew together with what is to be appended.",
  });
}
