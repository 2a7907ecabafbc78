/**
 * The configuration of `bloscpack`, which only our own nodes carry: where the chunks lie in the file and how they are cut
 * and made. The object of the codec is the whole file; what is not told here (header, metadata) is the format's affair.
 */

import type { BloscFilter } from "../../../bytes/blosc/frame-header.ts";
import { BLOSC_COMPRESSORS, type BloscCompressor } from "../../../bytes/blosc/options.ts";
import { CHECKSUM_NAMES, type ChecksumName } from "../../../bytes/checksum/named-checksum.ts";
import type { JsonView } from "../../../bytes/json/view.ts";
import { type ByteOrder, parseByteOrder } from "../byte-order.ts";

export interface BloscpackConfiguration {
  /** Decoded bytes of every chunk but the last; undefined: the table says where each begins. */
  readonly chunkSize: number | undefined;
  readonly chunkCount: number;
  /** Where the offsets of chunks begin: i64 each, or, with `chunkSize` undefined, offset and start of each. */
  readonly tableAt: number;
  /** Where the first chunk may begin. */
  readonly dataStart: number;
  readonly checksum: ChecksumName;
  readonly endian: ByteOrder;
  /** What chunks are made with. */
  readonly compressor: BloscCompressor;
  readonly level: number;
  readonly filter: BloscFilter;
  readonly typeSize: number;
}

const SHUFFLES = ["noshuffle", "shuffle", "bitshuffle"] as const;
const FILTERS: readonly BloscFilter[] = ["none", "shuffle", "bitshuffle"];
const LARGEST = Number.MAX_SAFE_INTEGER;

export function parseBloscpack(configuration: JsonView): BloscpackConfiguration {
  const chunkSize = configuration.required("chunk_size");
  return {
    chunkSize: chunkSize.isNull() ? undefined : chunkSize.integer(0, LARGEST),
    chunkCount: configuration.required("chunks").integer(0, LARGEST),
    tableAt: configuration.required("table_at").integer(0, LARGEST),
    dataStart: configuration.required("data_start").integer(0, LARGEST),
    checksum: configuration.required("checksum").oneOf(CHECKSUM_NAMES),
    endian: parseByteOrder(configuration.get("endian")),
    compressor: configuration.required("cname").oneOf(BLOSC_COMPRESSORS),
    level: configuration.required("clevel").integer(0, 9),
    filter: FILTERS[SHUFFLES.indexOf(configuration.required("shuffle").oneOf(SHUFFLES))]!,
    typeSize: configuration.required("typesize").integer(1, 255),
  };
}
