/**
 * Which of the three kinds a codec is, as far as documents need to know: to put `bytes` where a document leaves it out,
 * and to tell filters apart. Codecs that are not listed are taken to work on bytes.
 */
import { HyperslabError } from "../../errors.ts";

export type CodecPlace = "array-to-array" | "array-to-bytes" | "bytes-to-bytes";

const PREFIX = "numcodecs.";

/** numcodecs ids by kind, and Zarr v3 names, where a name stands for both the same. */
const ARRAY_TO_ARRAY: ReadonlySet<string> = new Set([
  "transpose",
  "bitround",
  "cast_value",
  "reshape",
  "scale_offset",
  "zarrs.squeeze",
  ...["astype", "bitround", "categorize", "delta", "fixedscaleoffset", "packbits", "quantize"].map((id) => PREFIX + id),
]);

const ARRAY_TO_BYTES: ReadonlySet<string> = new Set([
  "bytes",
  "n5_default",
  "packbits",
  "pcodec",
  "sharding_indexed",
  "vlen-array",
  "vlen-bytes",
  "vlen-utf8",
  "zarrs.optional",
  "zfp",
  ...["json", "json2", "msgpack", "msgpack2", "pcodec", "pickle", "vlen-array", "zfpy"].map((id) => PREFIX + id),
]);

const BYTES_TO_BYTES: ReadonlySet<string> = new Set(["blosc", "crc32c", "gzip", "zstd"]);

/** Plain names of Zarr v3 documents (zarrs, netCDF-C) for what numcodecs writes; the bytes are the same. */
const PLAIN_IDS: ReadonlySet<string> = new Set([
  "adler32",
  "astype",
  "base64",
  "bz2",
  "categorize",
  "crc32",
  "delta",
  "fixedscaleoffset",
  "fletcher32",
  "jenkins_lookup3",
  "json2",
  "lzma",
  "msgpack2",
  "pickle",
  "quantize",
  "shuffle",
  "vlen-array",
  "zfpy",
  "zlib",
]);

/** numcodecs ids whose bytes are those of a codec that Zarr v3 has a name for. */
const V3_NAMES: ReadonlySet<string> = new Set([
  "bitround",
  "blosc",
  "crc32c",
  "gzip",
  "vlen-bytes",
  "vlen-utf8",
  "zstd",
]);

/** Spellings found in the wild, by the name they stand for. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["endian", "bytes"],
  ["optional", "zarrs.optional"],
  ["squeeze", "zarrs.squeeze"],
  ["vlen_array", "vlen-array"],
  ["vlen_utf8", "vlen-utf8"],
  ["vlen_bytes", "vlen-bytes"],
]);

/**
 * The one name that a codec has in nodes: Zarr v3's where it has one, else `numcodecs.<id>`. A checksum that stands
 * before the data (`numcodecs.crc32c` with a location) is told apart by its configuration, not here.
 */
export function neutralName(name: string): string {
  const known = ALIASES.get(name) ?? name;
  if (known.startsWith(PREFIX) && V3_NAMES.has(known.slice(PREFIX.length))) return known.slice(PREFIX.length);
  return PLAIN_IDS.has(known) ? PREFIX + known : known;
}

/** The kind of a codec by its neutral name; undefined if it is not known here. */
export function knownPlace(name: string): CodecPlace | undefined {
  if (ARRAY_TO_ARRAY.has(name)) return "array-to-array";
  if (ARRAY_TO_BYTES.has(name)) return "array-to-bytes";
  return BYTES_TO_BYTES.has(name) || name.startsWith(PREFIX) ? "bytes-to-bytes" : undefined;
}

export function codecPlace(name: string): CodecPlace {
  return knownPlace(name) ?? "bytes-to-bytes";
}

/** The numcodecs id of a codec by its neutral name. A codec that numcodecs lacks is `unsupported`. */
export function numcodecsId(name: string): string {
  if (name.startsWith(PREFIX)) return name.slice(PREFIX.length);
  if (V3_NAMES.has(name)) return name;
  throw new HyperslabError("unsupported", `Zarr v2 has no codec ${JSON.stringify(name)}`, {
    codec: name,
    hint: "Write Zarr v3, or choose another codec.",
  });
}
