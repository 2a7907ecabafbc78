/** `readObject`: reads the bytes of one object of a file, or a part of them. */

import { parseObjectHeader } from "../../../bytes/blosc/file-header.ts";
import { checkChoice, hasUnknown, refuseUnknown } from "../../../bytes/known-options.ts";
import type { ByteSource } from "../../../bytes/source/byte-source.ts";
import { loadFrameCodec } from "../../../codecs/array-to-bytes/bloscpack/frames.ts";
import { readObjectPart } from "../../../codecs/array-to-bytes/bloscpack/read-objects.ts";
import { driveAsync } from "../../../codecs/pipeline/drive.ts";
import { atPlace, HyperslabError } from "../../../errors.ts";
import { openObjects } from "../../../formats/bloscpack/open-file.ts";
import type { StoreSettings } from "../../../stores/location/settings.ts";
import { READ_OBJECT } from "../../option-names.ts";
import { openPacked } from "../places.ts";

/** Options of `readObject`. */
export interface ReadObjectOptions {
  /** The first byte of the object to read; default 0. */
  readonly start?: number | undefined;
  /** The byte after the last one to read; default: its end. */
  readonly end?: number | undefined;
  /** The form of the result: the stored bytes, whatever they represent. The only choice, and the default. */
  readonly as?: "bytes" | undefined;
  /** How the store of an address is reached. */
  readonly store?: StoreSettings | undefined;
  /** Aborts the operation; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Reads only what is needed: offsets and, for a long object, its blocks. Fails with `not-found` if there is no such file. */
export async function readObject(
  file: string | ByteSource,
  index: number,
  options: ReadObjectOptions = {},
): Promise<Uint8Array> {
  checkChoice("the form of an object (as)", options.as, ["bytes"]);
  if (hasUnknown(options, READ_OBJECT)) return refuseUnknown("readObject", options, READ_OBJECT);
  const { start = 0, end = Number.POSITIVE_INFINITY, signal } = options;
  if (!Number.isSafeInteger(index) || index < 0 || start < 0 || end < start) {
    throw new HyperslabError("invalid-request", `bytes ${start} to ${end} of object ${index}`);
  }
  const { source, location, close } = await openPacked(file, options.store);
  try {
    const opened = await openObjects(source, { signal });
    if (opened === undefined) throw new HyperslabError("not-found", "there is no file of objects");
    if (opened.state === "unwritten") throw new HyperslabError("invalid-data", "no object was written yet");
    const header = parseObjectHeader(opened.layout.prefix);
    const reads = readObjectPart(await loadFrameCodec(), header, index, start, end);
    return await driveAsync(reads, opened.source, { signal });
  } catch (error) {
    throw atPlace(error, { location });
  } finally {
    await close();
  }
}
