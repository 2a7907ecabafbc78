/** What `blpk info` prints about a file, line by line. */
import type { FirstChunkInfo, JsonNode, MetadataHeaderInfo, PackInfo } from "../../index.ts";
import { pythonPrint, pythonScalar } from "./python-print.ts";

const PREFIX = "blpk: ";
/** Python prints metadata this wide. */
const WIDTH = 90;

export function packInfoLines({ header, offsets, metadata_tree, metadata_header, first_chunk }: PackInfo): string {
  const lines = [
    "BloscpackHeader:",
    `    format_version: ${header.format_version}`,
    `    offsets: ${pythonScalar(header.offsets)}`,
    `    metadata: ${pythonScalar(header.metadata)}`,
    `    checksum: ${pythonScalar(header.checksum)}`,
    `    typesize: ${header.typesize}`,
    `    chunk_size: ${prettySize(header.chunk_size)}`,
    `    last_chunk: ${prettySize(header.last_chunk)}`,
    `    nchunks: ${header.nchunks}`,
    `    max_app_chunks: ${header.max_app_chunks}`,
  ];
  if (offsets !== undefined && offsets.length > 0) lines.push("'offsets':", `[${offsets.join(",")},...]`);
  // In Python, null means that there is no metadata.
  if (metadata_header !== undefined && metadata_tree !== undefined && metadata_tree.type !== "null") {
    for (const line of metadataLines(metadata_tree)) lines.push(line);
    for (const line of metadataHeaderLines(metadata_header)) lines.push(line);
  }
  if (first_chunk !== undefined) for (const line of chunkLines(first_chunk)) lines.push(line);
  return blpkLines(lines);
}

/** Prefixes each line with the name of the program. */
export function blpkLines(lines: readonly string[]): string {
  return lines.map((line) => PREFIX + line).join("\n");
}

/** The metadata of a file as shown by `blpk decompress` and `blpk info`. */
export function metadataLines(metadata: JsonNode): readonly string[] {
  return ["Metadata:", ...pythonPrint(metadata, WIDTH).split("\n")];
}

function metadataHeaderLines(header: MetadataHeaderInfo): readonly string[] {
  return [
    "MetadataHeader:",
    `    magic_format: b${pythonScalar(header.magic_format)}`,
    `    meta_options: ${pythonScalar(header.meta_options)}`,
    `    meta_checksum: ${pythonScalar(header.meta_checksum)}`,
    `    meta_codec: ${pythonScalar(header.meta_codec)}`,
    `    meta_level: ${header.meta_level}`,
    `    meta_size: ${prettySize(header.meta_size)}`,
    `    max_meta_size: ${prettySize(header.max_meta_size)}`,
    `    meta_comp_size: ${prettySize(header.meta_comp_size)}`,
    `    user_codec: b${pythonScalar(header.user_codec)}`,
  ];
}

function chunkLines(chunk: FirstChunkInfo): readonly string[] {
  const { version, versionlz, flags, typesize, nbytes, blocksize, ctbytes, ...rest } = chunk;
  return [
    "First chunk blosc header:",
    orderedDict({ version, versionlz, flags, typesize, nbytes, blocksize, ctbytes }),
    "First chunk blosc flags: ",
    orderedDict(rest),
  ];
}

function orderedDict(members: object): string {
  const items = Object.entries(members).map(([name, value]) => `('${name}', ${pythonScalar(value)})`);
  return `OrderedDict([${items.join(", ")}])`;
}

const LETTERS = "BKMGT";

/** `64.0K (65536B)`, `10.99K (11249B)`, `0B (0B)`; two digits at most, as Python rounds and prints them. */
export function prettySize(bytes: number): string {
  if (bytes < 0) return `None (${bytes}B)`;
  if (bytes === 0) return "0B (0B)";
  let power = 0;
  let rest = bytes;
  while (rest >= 1024 && power < LETTERS.length - 1) {
    rest /= 1024;
    power += 1;
  }
  const rounded = Math.round(rest * 100) / 100;
  const digits = Number.isInteger(rounded) ? rounded.toFixed(1) : String(rounded);
  return `${digits}${LETTERS[power]} (${bytes}B)`;
}
