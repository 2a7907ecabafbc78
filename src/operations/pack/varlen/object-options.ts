/** The kinds of objects, and how files of them are created. */
import type { ChecksumName } from "../../../bytes/checksum/named-checksum.ts";
import type { PlainJson } from "../../../bytes/json/node.ts";
import type { OnProgress } from "../../../dataset/transfer.ts";
import type { AttributesInput } from "../../../dataset/tree/attributes.ts";
import type { CompressionOptions } from "../pack-options.ts";

/** Strings (UTF-8), bytes, or JSON values. */
export type ObjectType = "string" | "bytes" | "json";
/** An object: text, bytes or a JSON value. */
export type ObjectValue = string | Uint8Array | PlainJson;
/** Objects to pack, all at once or as they become available. */
export type ObjectValues = Iterable<ObjectValue> | AsyncIterable<ObjectValue>;

/** Where objects come from: `lines` of a text, `json` (a list of values), `files` of a directory. */
export type ObjectSourceKind = "lines" | "json" | "files";
/** What `packObjectsFrom` can read. */
export const OBJECT_SOURCES: readonly ObjectSourceKind[] = ["lines", "json", "files"];

/** Options of `appendObjects`, shared by `packObjects`. */
export interface ObjectsOptions extends Omit<CompressionOptions, "typeSize"> {
  /** Aborts the operation; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the progress, at most ten times per second and once at the end. */
  readonly onProgress?: OnProgress | undefined;
}

/** Options of `packObjects` and `packObjectsFrom`. */
export interface PackObjectsOptions extends ObjectsOptions {
  /** Default: the type of the first object. */
  readonly type?: ObjectType | undefined;
  /** Default `adler32`. */
  readonly checksum?: ChecksumName | undefined;
  /** Offsets to reserve room for, so that this many objects can be appended in place; default 0. */
  readonly reserve?: number | undefined;
  /** Write a directory, with this many objects per file. */
  readonly superchunk?: number | undefined;
  /** Attributes of the array of objects. */
  readonly attributes?: AttributesInput | undefined;
  /** Replace existing output. */
  readonly overwrite?: boolean | undefined;
}

/** What `packObjects` or `appendObjects` did. */
export interface ObjectsReport {
  /** Objects that were written. */
  readonly objects: number;
  /** The total number of objects afterwards. */
  readonly total: number;
  /** Bytes of the objects that were written. */
  readonly bytesIn: number;
}
