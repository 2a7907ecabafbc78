/** Part of one object: of a long one only the Blosc blocks that hold it are read, for which no checksum is stored. */
import { HyperslabError } from "../../../errors.ts";
import { allocate } from "../../allocate.ts";
import type { Reads } from "../../codec.ts";
import { decodeBloscBytes, type StreamDecoders } from "../../kernels/blosc-decode.ts";
import { type BloscHeader, HEADER_BYTES } from "../../kernels/blosc-header.ts";
import type { Kernels } from "../../kernels/kernels.ts";
import { blockSpans, joinBlocks } from "../bloscpack/frame-part.ts";
import type { FrameCodec } from "../bloscpack/frames.ts";
import type { FileHead } from "./file-head.ts";
import { locateObjects, type ObjectPlace } from "./object-places.ts";
import { checkHead, inObject, truncated } from "./read-objects.ts";

export interface PartReader {
  readonly frames: FrameCodec;
  readonly kernels: Kernels;
  readonly decoders: StreamDecoders;
}

/** A first look at a chunk: its head and the offsets of a thousand blocks, or all of it. */
const FIRST_LOOK = 4096;
/** Chunks up to this length are read whole, and their checksum is compared. */
const SHORT_CHUNK = 64 * 1024;

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
  const room = place.room ?? FIRST_LOOK;
  const [look] = yield [{ offset: place.offset, length: room <= SHORT_CHUNK ? room : FIRST_LOOK }];
  const { header, length } = checkHead(head, place, look);
  const begin = Math.min(from, header.length);
  const end = Math.max(begin, Math.min(to, header.length));
  const most = (end - begin) * 2 >= header.length;
  if (length <= SHORT_CHUNK || most) {
    let chunk = look;
    if (chunk === undefined || chunk.byteLength < length) [chunk] = yield [{ offset: place.offset, length }];
    if (chunk === undefined || chunk.byteLength < length) throw truncated(place, chunk, length);
    const decoded = allocate(header.length);
    reader.frames.decode(chunk.subarray(0, length), head.checksum, decoded);
    return decoded.subarray(begin, end);
  }
  if (begin === end) return new Uint8Array(0);
  return yield* readBlocks(reader, place, header, look ?? new Uint8Array(0), begin, end);
}

function* readBlocks(
  { kernels, decoders }: PartReader,
  place: ObjectPlace,
  header: BloscHeader,
  look: Uint8Array,
  begin: number,
  end: number,
): Reads<Uint8Array> {
  const { offset } = place;
  if (header.stored) {
    const wanted = { offset: offset + HEADER_BYTES + begin, length: end - begin };
    const [bytes] = yield [wanted];
    if (bytes?.byteLength !== wanted.length) throw truncated(place, bytes, HEADER_BYTES + end);
    return bytes.slice();
  }
  const table = HEADER_BYTES + 4 * header.blockCount;
  let head: Uint8Array | undefined = look;
  if (head.byteLength < table) [head] = yield [{ offset, length: table }];
  if (head === undefined || head.byteLength < table) throw truncated(place, head, table);
  const view = new DataView(head.buffer, head.byteOffset, table);
  const starts = Int32Array.from({ length: header.blockCount }, (_, i) => view.getInt32(HEADER_BYTES + 4 * i, true));
  const first = Math.floor(begin / header.blockSize);
  const last = Math.floor((end - 1) / header.blockSize);
  const spans = blockSpans(header, starts, first, last);
  const blocks = yield spans.map((span) => ({ offset: offset + span.offset, length: span.length }));
  const whole = spans.map((span, i) => {
    const bytes = blocks[i];
    if (bytes?.byteLength === span.length) return bytes;
    throw truncated(place, bytes, span.offset + span.length);
  });
  const skipped = first * header.blockSize;
  const out = allocate(end - begin);
  const frame = joinBlocks(header, head, first, whole);
  decodeBloscBytes(kernels, frame, begin - skipped, end - skipped, out, decoders);
  return out;
}
