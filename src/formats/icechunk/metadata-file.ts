/**
 * The files of an Icechunk repository other than chunks:
 *
 *     magic       12  "ICE", an ice cube (U+1F9CA), "CHUNK"
 *     writer      24  a name, padded with spaces
 *     version      1  1, or 2 for 2.x
 *     kind         1  1 snapshot, 2 manifest, 4 transaction log, 6 repository
 *     compression  1  0 none, 1 Zstandard
 *     content         FlatBuffers, compressed
 */
import { FlatBuffer } from "../../bytes/flatbuffers/flat-buffer.ts";
import { encodeUtf8 } from "../../bytes/text/utf8.ts";
import { atPlace, HyperslabError } from "../../errors.ts";
import { formatLimits } from "../limits.ts";

const MAGIC = encodeUtf8("ICE\u{1f9ca}CHUNK");
const HEADER_BYTES = 39;
const [VERSION_AT, KIND_AT, COMPRESSION_AT] = [36, 37, 38];

/** The kinds by their numbers in the header. */
export const FILE_KINDS = { snapshot: 1, manifest: 2, "transaction log": 4, repository: 6 } as const;
export type FileKind = keyof typeof FILE_KINDS;

/** Decodes a whole Zstandard file; more than `maxLength` bytes are refused. */
export type DecodeZstd = (bytes: Uint8Array, maxLength: number) => Promise<Uint8Array>;

export interface MetadataFile {
  readonly version: number;
  readonly content: FlatBuffer;
}

/** Content may have this many times the bytes of its file, because lists of almost equal references compress well. */
const MOST_RATIO = 1024;

export function isMetadataFile(bytes: Uint8Array): boolean {
  return bytes.byteLength >= HEADER_BYTES && MAGIC.every((byte, index) => bytes[index] === byte);
}

export async function readMetadataFile(
  bytes: Uint8Array,
  kind: FileKind,
  place: { readonly location: string; readonly key: string },
  decodeZstd: DecodeZstd,
): Promise<MetadataFile> {
  const fail = (code: "invalid-data" | "unsupported", what: string): HyperslabError =>
    new HyperslabError(code, what, place);
  if (!isMetadataFile(bytes)) {
    throw fail("invalid-data", `not an Icechunk file: it has ${bytes.byteLength} bytes and begins differently`);
  }
  const version = bytes[VERSION_AT]!;
  if (version !== 1 && version !== 2) {
    const what = `a file of version ${version} of the Icechunk format; known are 1 and 2 (byte ${VERSION_AT})`;
    throw fail("unsupported", what);
  }
  if (bytes[KIND_AT] !== FILE_KINDS[kind]) {
    throw fail(
      "invalid-data",
      `a file of kind ${bytes[KIND_AT]}, not ${FILE_KINDS[kind]}, a ${kind} (byte ${KIND_AT})`,
    );
  }
  const compression = bytes[COMPRESSION_AT]!;
  if (compression > 1) throw fail("unsupported", `the unknown compression ${compression} (byte ${COMPRESSION_AT})`);
  const stored = bytes.subarray(HEADER_BYTES);
  try {
    const room = Math.min(2 ** 31 - 1, formatLimits.icechunkContentBytes.atLeast(MOST_RATIO * stored.byteLength));
    return { version, content: new FlatBuffer(compression === 0 ? stored : await decodeZstd(stored, room)) };
  } catch (error) {
    throw atPlace(error, place);
  }
}
