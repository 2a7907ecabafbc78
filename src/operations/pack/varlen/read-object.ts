/** `readObject`: the bytes of one object of a file, or a part of them. */
import type { ByteSource } from "../../../bytes/source/byte-source.ts";
import type { FileHead } from "../../../codecs/array-to-bytes/bloscpack/file-head.ts";
import { loadFrameCodec } from "../../../codecs/array-to-bytes/bloscpack/frames.ts";
import { readObjectPart } from "../../../codecs/array-to-bytes/bloscpack/object-part.ts";
import { loadStreamCodecs } from "../../../codecs/bytes-to-bytes/blosc.ts";
import { loadKernels } from "../../../codecs/kernels/kernels.ts";
import { driveAsync } from "../../../codecs/pipeline/drive.ts";
import { atPlace, HyperslabError } from "../../../errors.ts";
import { type ObjectLayout, readObjectLayout } from "../../../formats/bloscpack/varlen/object-layout.ts";
import type { StoreSettings } from "../../../stores/location/settings.ts";
import { openPacked } from "../places.ts";

export interface ReadObjectOptions {
  /** First byte of the object that is wanted; default 0. */
  readonly start?: number | undefined;
  /** The byte behind the last one; default: its end. */
  readonly end?: number | undefined;
  /** How the store behind an address is reached. */
  readonly store?: StoreSettings | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reads only what holds the bytes: offsets, and of a long object its blocks. `not-found` if there is no such file. */
export async function readObject(
  file: string | ByteSource,
  index: number,
  options: ReadObjectOptions = {},
): Promise<Uint8Array> {
  const { start = 0, end = Number.POSITIVE_INFINITY, signal } = options;
  if (!Number.isSafeInteger(index) || index < 0 || start < 0 || end < start) {
    throw new HyperslabError("invalid-request", `bytes ${start} to ${end} of object ${index}`);
  }
  const { source, location, close } = await openPacked(file, options.store);
  try {
    const layout = await readObjectLayout(source, {}, { signal });
    if (layout === undefined) throw new HyperslabError("not-found", "there is no file of objects");
    if (layout.state === "unwritten") throw new HyperslabError("invalid-data", "no object was written yet");
    const [frames, kernels, { decoders }] = await Promise.all([loadFrameCodec(), loadKernels(), loadStreamCodecs()]);
    const reads = readObjectPart({ frames, kernels, decoders }, headOf(layout), index, start, end);
    return await driveAsync(reads, layout.source, { signal });
  } catch (error) {
    throw atPlace(error, { location });
  } finally {
    await close();
  }
}

function headOf({ header }: ObjectLayout): FileHead {
  return {
    checksum: header.checksum,
    count: header.chunkCount,
    metadataSize: header.metadataSize,
    objectLength: header.chunkSize,
    lastLength: header.lastChunk,
  };
}
