/** The last chunk of a packed file, decoded and with its checksum verified, for appending to it. */
import type { ByteTarget } from "../../bytes/source/byte-target.ts";
import { loadFrameCodec } from "../../codecs/array-to-bytes/bloscpack/frames.ts";
import { HyperslabError } from "../../errors.ts";
import { readHead, readOffset } from "../../formats/bloscpack/chunk-walk.ts";
import type { FileLayout } from "../../formats/bloscpack/file-layout.ts";

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
  const { header, table, offsets } = layout;
  const { chunkCount, chunkSize, lastChunk, checksum } = header;
  if (header.version !== 3) throw refused(`files of version ${header.version} leave no room for more`);
  if (!header.offsets) throw refused("the file has no offsets");
  if (chunkCount === undefined || chunkSize === undefined || lastChunk === undefined) {
    throw refused("the file does not say how long its chunks are");
  }
  if (chunkCount === 0) throw refused("the file was created and never written");
  if (offsets.length === 0) throw refused("the offsets of the file were never filled in");
  const index = chunkCount - 1;
  const offset = (await readOffset(target, table, index)) ?? -1;
  if (offset < table.dataStart) throw new HyperslabError("invalid-data", `the last chunk has the offset ${offset}`);
  const what = `chunk ${index} at byte ${offset}`;
  const { head, end } = await readHead(target, header, index, offset);
  if (head.length !== lastChunk) {
    throw new HyperslabError("invalid-data", `${what}: it holds ${head.length} bytes, the header says ${lastChunk}`);
  }
  const stored = (await target.read({ offset, length: end - offset }))?.slice();
  if (stored?.byteLength !== end - offset) throw new HyperslabError("invalid-data", `${what}: the file is truncated`);
  const decoded = new Uint8Array(lastChunk);
  (await loadFrameCodec()).decode(stored, checksum, decoded);
  return { offset, stored, end, decoded, length: lastChunk };
}

function refused(why: string): HyperslabError {
  return new HyperslabError("unsupported", `nothing can be appended: ${why}`, {
    hint: "Unpack the file and pack it again together with what you want to append.",
  });
}
