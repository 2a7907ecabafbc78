/**
 * The configuration of `bloscpack-varlen`, which only our own nodes carry: how a file of objects is made. A file that is
 * there says all of itself.
 */

import type { BloscFilter } from "../../../bytes/blosc/frame-header.ts";
import { BLOSC_COMPRESSORS, type BloscCompressor } from "../../../bytes/blosc/options.ts";
import { CHECKSUM_NAMES, type ChecksumName } from "../../../bytes/checksum/named-checksum.ts";
import type { JsonView } from "../../../bytes/json/view.ts";

export interface ObjectsConfiguration {
  /** The text of the metadata; undefined: none. */
  readonly metadata: string | undefined;
  /** Offsets that there is room for beyond those of the objects. */
  readonly reserve: number;
  readonly checksum: ChecksumName;
  readonly compressor: BloscCompressor;
  readonly level: number;
  readonly filter: BloscFilter;
}

const SHUFFLES = ["noshuffle", "shuffle", "bitshuffle"] as const;
const FILTERS: readonly BloscFilter[] = ["none", "shuffle", "bitshuffle"];

export function parseObjects(configuration: JsonView): ObjectsConfiguration {
  return {
    metadata: configuration.get("metadata")?.string(),
    reserve: configuration.get("reserve")?.integer(0, 2 ** 31) ?? 0,
    checksum: configuration.required("checksum").oneOf(CHECKSUM_NAMES),
    compressor: configuration.required("cname").oneOf(BLOSC_COMPRESSORS),
    level: configuration.required("clevel").integer(0, 9),
    filter: FILTERS[SHUFFLES.indexOf(configuration.required("shuffle").oneOf(SHUFFLES))]!,
  };
}
