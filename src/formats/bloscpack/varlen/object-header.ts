/**
 * The header of files of variable-length objects (its bytes: ../bloscpack/header.ts), and what is true of no other:
 * offsets are mandatory in a file of objects, and absent in the index of a directory of such files.
 */

import { type BloscpackHeader, hasVariableLength, parseHeader } from "../../../bytes/blosc/file-header.ts";
import { type ErrorPlace, HyperslabError } from "../../../errors.ts";
import { formatLimits } from "../../limits.ts";

/** The version that is written. No release ever wrote this layout; 2 and 3 are those it was proposed beside. */
export const OBJECTS_VERSION = 4;
const OLDEST_VERSION = 2;
const OPTIONS_AT = 5;
const KNOWN_OPTIONS = 7;

export interface ObjectHeader extends BloscpackHeader {
  readonly metadataSize: number;
}

/** Of a file of objects; the caller knows that it is one. */
export function parseObjectHeader(bytes: Uint8Array, place: ErrorPlace = {}): ObjectHeader & { chunkCount: number } {
  const header = parseAnyHeader(bytes, place);
  const { chunkCount } = header;
  if (!header.offsets) refuse("invalid-data", "objects without offsets: bit 0 of the options at byte 5", place);
  if (chunkCount === undefined) {
    throw new HyperslabError("invalid-data", "the number of objects, at byte 16, is unknown", {
      ...place,
      hint: "The file was not finished: offsets cannot be told from objects.",
    });
  }
  return { ...header, chunkCount };
}

/** Of the index of a directory; `undefined` if the bytes are no such index. */
export function parseIndexHeader(bytes: Uint8Array, place: ErrorPlace = {}): ObjectHeader | undefined {
  if (!hasVariableLength(bytes)) return undefined;
  const header = parseAnyHeader(bytes, place);
  return header.offsets ? undefined : header;
}

function parseAnyHeader(bytes: Uint8Array, place: ErrorPlace): ObjectHeader {
  const header = parseHeader(bytes, place);
  const { version, metadataSize = 0 } = header;
  if (version < OLDEST_VERSION || version > OBJECTS_VERSION) {
    refuse(
      "unsupported",
      `version ${version} of a file of objects, known are 2 to ${OBJECTS_VERSION}, at byte 4`,
      place,
    );
  }
  const options = bytes[OPTIONS_AT] ?? 0;
  if ((options & ~KNOWN_OPTIONS) !== 0) {
    refuse("unsupported", `options ${options.toString(2).padStart(8, "0")} set a reserved bit, at byte 5`, place);
  }
  if (header.metadata !== metadataSize > 0) {
    const told = header.metadata ? "there are metadata" : "there are no metadata";
    refuse("invalid-data", `options say that ${told}, but ${metadataSize} bytes of them are told at byte 24`, place);
  }
  if (formatLimits.metadataBytes.isExceededBy(metadataSize)) {
    const what = `metadata of ${metadataSize} bytes, told at byte 24; at most ${formatLimits.metadataBytes.value} are read`;
    refuse("unsupported", what, place);
  }
  return { ...header, metadataSize };
}

function refuse(code: "invalid-data" | "unsupported", what: string, place: ErrorPlace): never {
  throw new HyperslabError(code, what, place);
}

/** The header of a file with these objects; unknown while not all of them are there. */
export function objectHeader(
  checksum: BloscpackHeader["checksum"],
  chunkCount: number | undefined,
  metadataSize: number,
  offsets = true,
): ObjectHeader {
  return {
    version: OBJECTS_VERSION,
    offsets,
    metadata: metadataSize > 0,
    variableLength: true,
    checksum,
    typeSize: 1,
    chunkSize: undefined,
    lastChunk: undefined,
    chunkCount,
    spareChunks: 0,
    metadataSize,
  };
}
