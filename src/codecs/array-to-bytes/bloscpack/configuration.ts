/**
 * The configurations of `bloscpack` and `bloscpack-varlen`, which only our own nodes carry: where the chunks lie in the
 * file and how they are cut and encoded. Header and metadata belong to the format.
 */
import type { ChunkTable } from "../../../bytes/blosc/chunk-table.ts";
import { type ChunkOptions, parseCompression } from "../../../bytes/blosc/options.ts";
import { CHECKSUM_NAMES } from "../../../bytes/checksum/named-checksum.ts";
import type { JsonView } from "../../../bytes/json/view.ts";
import { type ByteOrder, parseByteOrder } from "../byte-order.ts";

export interface BloscpackConfiguration extends ChunkOptions, ChunkTable {
  /** Decoded bytes of every chunk but the last; undefined if the table is followed by the start of each, i64 each. */
  readonly chunkSize: number | undefined;
  readonly endian: ByteOrder;
  readonly typeSize: number;
}

/** An existing file records where its objects lie. */
export interface ObjectsConfiguration extends ChunkOptions {
  /** The text of the metadata; undefined if there is none. */
  readonly metadata: string | undefined;
  /** Reserved offsets beyond those of the objects. */
  readonly reserve: number;
}

const LARGEST = Number.MAX_SAFE_INTEGER;

export function parseBloscpack(view: JsonView): BloscpackConfiguration {
  const chunkSize = view.required("chunk_size");
  return {
    chunkSize: chunkSize.isNull() ? undefined : chunkSize.integer(0, LARGEST),
    chunkCount: view.required("chunks").integer(0, LARGEST),
    tableAt: view.required("table_at").integer(0, LARGEST),
    dataStart: view.required("data_start").integer(0, LARGEST),
    checksum: view.required("checksum").oneOf(CHECKSUM_NAMES),
    endian: parseByteOrder(view.get("endian")),
    ...parseCompression(view),
    typeSize: view.required("typesize").integer(1, 255),
  };
}

export function parseObjects(view: JsonView): ObjectsConfiguration {
  return {
    metadata: view.get("metadata")?.string(),
    reserve: view.get("reserve")?.integer(0, 2 ** 31) ?? 0,
    checksum: view.required("checksum").oneOf(CHECKSUM_NAMES),
    ...parseCompression(view),
  };
}
