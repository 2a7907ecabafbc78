/** Part of one object: of a long one only the Blosc blocks that hold it are read, for which no checksum is stored. */
import { HyperslabError } from "../../../errors.ts";
import type { Reads } from "../../codec.ts";
import { lazyLimits } from "../../lazy-limits.ts";
import { allocate } from "../../pipeline/allocate.ts";
import type { FileHead } from "./file-head.ts";
import { type BlockReader, readFrameBlocks, truncated } from "./frame-blocks.ts";
import type { FrameCodec } from "./frames.ts";
import { locateObjects, type ObjectPlace } from "./object-places.ts";
import { checkHead, inObject } from "./read-objects.ts";

export interface PartReader extends BlockReader {
  readonly frames: FrameCodec;
}

/** Bytes `from` to `to` of object `index`; fewer where it ends before. */
export function* readObjectPart(
  reader: PartReader,
  head: FileHead,
  index: number,
  from: number,
  to: number,
): Reads<Uint8Array> {
  if (index >= head.count) {
    throw new HyperslabError("invalid-request", `there is no object ${index}: the file holds ${head.count}`);
  }
  const [[place] = []] = yield* locateObjects(head, [{ first: index, count: 1 }]);
  if (place === undefined) throw new HyperslabError("invalid-data", `object ${index} has no place`);
  try {
    return yield* readPart(reader, head, place, from, to);
  } catch (error) {
    throw inObject(error, place);
  }
}

function* readPart(
  reader: PartReader,
  head: FileHead,
  place: ObjectPlace,
  from: number,
  to: number,
): Reads<Uint8Array> {
  const { firstLookBytes, shortFrameBytes } = lazyLimits;
  const room = place.room ?? firstLookBytes.value;
  const isShort = !shortFrameBytes.isExceededBy(room);
  const [look] = yield [{ offset: place.offset, length: isShort ? room : firstLookBytes.value }];
  const { header, length } = checkHead(head, place, look);
  const begin = Math.min(from, header.length);
  const end = Math.max(begin, Math.min(to, header.length));
  const most = (end - begin) * 2 >= header.length;
  if (!shortFrameBytes.isExceededBy(length) || most) {
    let chunk = look;
    if (chunk === undefined || chunk.byteLength < length) [chunk] = yield [{ offset: place.offset, length }];
    if (chunk === undefined || chunk.byteLength < length) throw truncated(place.offset, chunk, length);
    const decoded = allocate(header.length);
    reader.frames.decode(chunk.subarray(0, length), head.checksum, decoded);
    return decoded.subarray(begin, end);
  }
  if (begin === end) return new Uint8Array(0);
  const out = allocate(end - begin);
  yield* readFrameBlocks(reader, place.offset, header, look ?? new Uint8Array(0), begin, end, out);
  return out;
}
