/**
 * `packObjects`: packs objects into a Bloscpack file of the variable-length layout, or a directory of such files.
 * Chunks are written as they become available; the number of objects need not be known in advance.
 */

import { OFFSET_BYTES, printOffsets } from "../../../bytes/blosc/chunk-table.ts";
import { FILE_HEADER_BYTES, objectHeader, printHeader } from "../../../bytes/blosc/file-header.ts";
import { DEFAULT_CHUNKS } from "../../../bytes/blosc/options.ts";
import { hasUnknown, refuseUnknown } from "../../../bytes/known-options.ts";
import type { ByteTarget } from "../../../bytes/source/byte-target.ts";
import { encodeUtf8 } from "../../../bytes/text/utf8.ts";
import { progressMeter } from "../../../dataset/transfer.ts";
import { atPlace, HyperslabError } from "../../../errors.ts";
import type { Store } from "../../../stores/store.ts";
import { PACK_OBJECTS } from "../../option-names.ts";
import { openOutput } from "../places.ts";
import { moveBytes, streamChunks } from "./chunk-stream.ts";
import { isDirectory, packDirectory } from "./directory-objects.ts";
import { chunksOf, describeList, type ObjectItems, typedItems } from "./object-chunks.ts";
import type { ObjectSourceKind, ObjectsReport, ObjectValues, PackObjectsOptions } from "./object-options.ts";
import { NAMES, openObjectSource } from "./object-sources.ts";

/** Packs objects into a file (a name that ends in .blp, or a target), or else a directory (a name, or a store). */
export async function packObjects(
  objects: ObjectValues,
  output: string | ByteTarget | Store,
  options: PackObjectsOptions = {},
): Promise<ObjectsReport> {
  if (hasUnknown(options, PACK_OBJECTS)) return refuseUnknown("packObjects", options, PACK_OBJECTS);
  const known = Array.isArray(objects) ? objects.length : 0;
  return packItems(await typedItems(objects, options.type), output, options, known);
}

/** The same for the lines of a text, the values of a JSON list, or the files of a directory. */
export async function packObjectsFrom(
  input: string,
  kind: ObjectSourceKind,
  output: string,
  options: PackObjectsOptions = {},
): Promise<ObjectsReport> {
  if (hasUnknown(options, PACK_OBJECTS)) return refuseUnknown("packObjectsFrom", options, PACK_OBJECTS);
  const source = await openObjectSource(input, kind);
  try {
    const names = source.names && { [NAMES]: source.names };
    return await packItems(source, output, { ...options, attributes: options.attributes ?? names }, 0);
  } catch (error) {
    throw atPlace(error, { location: input });
  } finally {
    await source.close();
  }
}

async function packItems(
  items: ObjectItems,
  output: string | ByteTarget | Store,
  options: PackObjectsOptions,
  known: number,
): Promise<ObjectsReport> {
  if (isDirectory(output)) return packDirectory(items, output, options);
  if (options.superchunk !== undefined) {
    throw new HyperslabError("invalid-request", "super-chunks are the files of a directory", {
      hint: "Name a directory: an address that does not end in .blp, or a store.",
    });
  }
  const packed = await openOutput(output, options);
  try {
    const report = await writeFile(packed.target, items, known, options);
    await packed.target.sync?.();
    await packed.finish();
    return report;
  } catch (error) {
    await packed.abandon();
    throw error;
  }
}

async function writeFile(
  target: ByteTarget,
  items: ObjectItems,
  guess: number,
  options: PackObjectsOptions,
): Promise<ObjectsReport> {
  const { reserve = 0, checksum = DEFAULT_CHUNKS.checksum } = options;
  if (!Number.isSafeInteger(reserve) || reserve < 0) {
    throw new HyperslabError("invalid-request", `room for ${reserve} offsets`);
  }
  const tableAt = FILE_HEADER_BYTES + encodeUtf8(describeList(items.type, 0, options)).byteLength;
  const start = tableAt + OFFSET_BYTES * (guess + reserve);
  const meter = progressMeter("pack", guess, options.onProgress);
  const chunks = chunksOf(items, checksum, options);
  const { offsets, end, bytesIn } = await streamChunks(target, start, chunks, meter);
  const count = offsets.length;
  // There are more objects than room for offsets, or fewer.
  const moved = OFFSET_BYTES * (count - guess);
  if (moved !== 0) await moveBytes(target, start, target, start + moved, end - start);
  if (moved < 0) await target.truncate(end + moved);
  const placed = offsets.map((offset) => offset + moved);
  const metadata = encodeUtf8(describeList(items.type, count, options));
  await target.write(tableAt, [printOffsets(placed, reserve)]);
  await target.write(0, [printHeader(objectHeader(checksum, count, metadata.byteLength)), metadata]);
  meter.end();
  return { objects: count, total: count, bytesIn };
}
