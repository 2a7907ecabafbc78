/** What objects are, and how files of them are made. */
import type { ChecksumName } from "../../../bytes/checksum/named-checksum.ts";
import type { PlainJson } from "../../../bytes/json/node.ts";
import type { ObjectsConfiguration } from "../../../codecs/array-to-bytes/bloscpack/varlen-configuration.ts";
import type { OnProgress } from "../../../dataset/array/progress.ts";
import type { AttributesInput } from "../../../dataset/tree/attributes.ts";
import { type CompressionOptions, frameOptions } from "../pack-options.ts";

/** Texts (UTF-8), bytes as they are, or JSON values. */
export type ObjectType = "string" | "bytes" | "json";
export type ObjectValue = string | Uint8Array | PlainJson;
export type ObjectValues = Iterable<ObjectValue> | AsyncIterable<ObjectValue>;

/** What objects are made from: `lines` of a text, `json` (a list of values), `files` of a directory. */
export type ObjectSourceKind = "lines" | "json" | "files";
export const OBJECT_SOURCES: readonly ObjectSourceKind[] = ["lines", "json", "files"];

export interface ObjectsOptions extends Omit<CompressionOptions, "typeSize"> {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: OnProgress | undefined;
}

export interface PackObjectsOptions extends ObjectsOptions {
  /** Default: as the first object is. */
  readonly type?: ObjectType | undefined;
  /** Default `adler32`. */
  readonly checksum?: ChecksumName | undefined;
  /** Offsets that room is left for, so that as many objects can be appended in place; default 0. */
  readonly reserve?: number | undefined;
  /** Write a directory with a file for each so many objects. */
  readonly superchunk?: number | undefined;
  readonly attributes?: AttributesInput | undefined;
  /** Replace what is there. */
  readonly overwrite?: boolean | undefined;
}

export interface ObjectsReport {
  /** Objects that were written. */
  readonly objects: number;
  /** Objects that are there now. */
  readonly total: number;
  /** Bytes of the objects that were written. */
  readonly bytesIn: number;
}

/** What a chunk is made with; shuffling is by bytes of one element, and objects have elements of one byte. */
export function chunkConfiguration(options: ObjectsOptions, checksum: ChecksumName): ObjectsConfiguration {
  const { compressor, level, filter } = frameOptions({ ...options, typeSize: 1 }, checksum);
  return { metadata: undefined, reserve: 0, checksum, compressor, level, filter };
}
