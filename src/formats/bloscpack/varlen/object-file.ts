/** Whole files of objects that are made without compressing anything: new ones, and old ones with other metadata. */

import { HEADER_BYTES, LEAST_FRAME_BYTES, printHeader } from "../../../bytes/blosc/file-header.ts";
import { OFFSET_BYTES, parseOffsets, printOffsets, UNKNOWN_OFFSET } from "../../../bytes/blosc/offsets.ts";
import { computeChecksum } from "../../../bytes/checksum/named-checksum.ts";
import { joinBytes } from "../../../bytes/source/join-bytes.ts";
import { encodeUtf8 } from "../../../bytes/text/utf8.ts";
import { objectHeader } from "./object-header.ts";
import type { ObjectLayout } from "./object-layout.ts";

type Checksum = ObjectLayout["header"]["checksum"];

/** A file in which no object is yet: all offsets are unknown. */
export function unwrittenFile(count: number, metadata: string, checksum: Checksum): Uint8Array {
  const text = encodeUtf8(metadata);
  return joinBytes(printHeader(objectHeader(checksum, count, text.byteLength)), text, printOffsets([], count));
}

/** The index of a directory; `count` is unknown while files may be missing. */
export function indexFile(count: number | undefined, metadata: string, checksum: Checksum): Uint8Array {
  const text = encodeUtf8(metadata);
  return joinBytes(printHeader(objectHeader(checksum, count, text.byteLength, false)), text);
}

/** A file of `count` times the same short object, without metadata. */
export function uniformFile(count: number, object: Uint8Array, checksum: Checksum): Uint8Array {
  const frame = storedFrame(object);
  const chunk = joinBytes(frame, computeChecksum(checksum, frame));
  const start = HEADER_BYTES + OFFSET_BYTES * count;
  const offsets = Float64Array.from({ length: count }, (_, i) => start + i * chunk.byteLength);
  const chunks = new Uint8Array(count * chunk.byteLength);
  for (let i = 0; i < count; i++) chunks.set(chunk, i * chunk.byteLength);
  return joinBytes(printHeader(objectHeader(checksum, count, 0)), printOffsets(offsets), chunks);
}

/** Blosc stores what is so short as it is: version 2, inner version 1, flag "stored", type size 1, then the lengths. */
function storedFrame(object: Uint8Array): Uint8Array {
  const length = LEAST_FRAME_BYTES + object.byteLength;
  const frame = new Uint8Array(length);
  frame.set([2, 1, 2, 1]);
  const view = new DataView(frame.buffer);
  view.setUint32(4, object.byteLength, true);
  view.setUint32(8, object.byteLength, true);
  view.setUint32(12, length, true);
  frame.set(object, LEAST_FRAME_BYTES);
  return frame;
}

/** `bytes`, the whole file, with other metadata: everything behind them moves. */
export function replaceObjectMetadata(bytes: Uint8Array, layout: ObjectLayout, metadata: string): Uint8Array {
  const { header, tableAt, dataStart } = layout;
  const text = encodeUtf8(metadata);
  const moved = HEADER_BYTES + text.byteLength - tableAt;
  const offsets = parseOffsets(bytes.subarray(tableAt, dataStart), tableAt);
  return joinBytes(
    printHeader({ ...header, metadata: true, metadataSize: text.byteLength }),
    text,
    printOffsets(offsets.map((offset) => (offset === UNKNOWN_OFFSET ? offset : offset + moved))),
    bytes.subarray(dataStart),
  );
}
