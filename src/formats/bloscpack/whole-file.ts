/** Whole files that are made without compressing anything: new ones, and old ones with other metadata. */
import { parseOffsets, printOffsets, UNKNOWN_OFFSET } from "../../bytes/blosc/chunk-table.ts";
import { FILE_HEADER_BYTES, objectHeader, printHeader } from "../../bytes/blosc/file-header.ts";
import { joinBytes } from "../../bytes/source/join-bytes.ts";
import { encodeUtf8 } from "../../bytes/text/utf8.ts";
import { isFixedSize } from "../../model/data-types/data-type.ts";
import type { ArrayNode } from "../../model/node.ts";
import type { FileLayout } from "./file-layout.ts";
import { planFile, unwrittenHeader } from "./file-plan.ts";
import { printMetadata } from "./metadata-section.ts";
import { planObjects } from "./varlen/object-array.ts";
import { printObjectMetadata } from "./varlen/object-metadata.ts";

/** The file of an array that nothing was written to yet: all its offsets are unknown. */
export async function blankFile(array: ArrayNode): Promise<Uint8Array> {
  if (!isFixedSize(array.dataType)) {
    const count = array.shape.reduce((product, length) => product * length, 1);
    const text = encodeUtf8(printObjectMetadata(array));
    const { checksum } = planObjects(array, false).choice;
    return joinBytes([printHeader(objectHeader(checksum, count, text.byteLength)), text, printOffsets([], count)]);
  }
  const { header, metadata } = planFile(array);
  const unwritten = unwrittenHeader(header);
  return joinBytes([printHeader(unwritten), await printMetadata(metadata), printOffsets([], unwritten.spareChunks)]);
}

/** `bytes`, the whole file, with other metadata: everything after them moves. */
export function replaceMetadata(bytes: Uint8Array, { header, table }: FileLayout, metadata: Uint8Array): Uint8Array {
  const { tableAt, dataStart } = table;
  const moved = FILE_HEADER_BYTES + metadata.byteLength - tableAt;
  const offsets = parseOffsets(bytes.subarray(tableAt, dataStart), tableAt);
  const size = header.variableLength ? { metadataSize: metadata.byteLength } : {};
  return joinBytes([
    printHeader({ ...header, metadata: true, ...size }),
    metadata,
    printOffsets(offsets.map((offset) => (offset === UNKNOWN_OFFSET ? offset : offset + moved))),
    bytes.subarray(dataStart),
  ]);
}
