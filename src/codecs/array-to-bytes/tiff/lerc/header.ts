/** The header of a LERC image, see lerc.ts, and its checksum. */
import { decodeUtf8 } from "../../../../bytes/text/utf8.ts";
import { HyperslabError } from "../../../../errors.ts";
import { LERC_TYPES, type LercReader, type LercType } from "./reader.ts";

export interface LercHeader {
  readonly version: number;
  readonly rows: number;
  readonly columns: number;
  /** Values per pixel. */
  readonly depth: number;
  /** Pixels that have values. */
  readonly valid: number;
  readonly blockSize: number;
  readonly type: LercType;
  /** The greatest error of a value. */
  readonly error: number;
  readonly least: number;
  readonly greatest: number;
  /** Of the whole image, in bytes. */
  readonly length: number;
}

const [FIRST, LAST] = [3, 6] as const;
/** The key, the version and the checksum are not summed. */
const UNSUMMED = 14;

export function readHeader(reader: LercReader, bytes: Uint8Array): LercHeader {
  if (decodeUtf8(reader.take(6)) !== "Lerc2 ") throw new HyperslabError("unsupported", "LERC of the first version");
  const version = reader.value("int32");
  if (version < FIRST || version > LAST) throw new HyperslabError("unsupported", `LERC of version 2.${version}`);
  const checksum = reader.value("uint32");
  const [rows, columns] = [reader.value("int32"), reader.value("int32")];
  const depth = version >= 4 ? reader.value("int32") : 1;
  const [valid, blockSize, length, number] = [1, 2, 3, 4].map(() => reader.value("int32")) as [
    number,
    number,
    number,
    number,
  ];
  const more = version >= 6 ? reader.value("int32") : 0;
  const hasNodata = version >= 6 && reader.take(4)[0] !== 0;
  const [error, least, greatest] = [1, 2, 3].map(() => reader.value("float64")) as [number, number, number];
  if (version >= 6) reader.take(16);
  const type = LERC_TYPES[number];
  if (
    rows < 1 ||
    columns < 1 ||
    depth < 1 ||
    valid < 0 ||
    valid > rows * columns ||
    blockSize < 1 ||
    type === undefined
  ) {
    throw new HyperslabError("invalid-data", "the LERC image is broken: its header has impossible numbers");
  }
  if (more !== 0 || hasNodata)
    throw new HyperslabError("unsupported", "LERC of several images, or with nodata of its own");
  if (length < UNSUMMED || length > bytes.byteLength) {
    throw new HyperslabError(
      "invalid-data",
      `the LERC image is broken: it claims ${length} bytes of ${bytes.byteLength}`,
    );
  }
  const sum = fletcher32(bytes.subarray(UNSUMMED, length));
  if (sum !== checksum) {
    throw new HyperslabError("invalid-data", `the LERC image is broken: its checksum is ${sum}, expected ${checksum}`);
  }
  return { version, rows, columns, depth, valid, blockSize, type, error, least, greatest, length };
}

/** Fletcher's sums of big-endian words; a last odd byte is the high half of a word. */
function fletcher32(bytes: Uint8Array): number {
  let [first, second] = [0xffff, 0xffff];
  for (let at = 0; at < bytes.byteLength; ) {
    // This many words do not overflow 32 bits.
    for (const end = Math.min(bytes.byteLength, at + 718); at < end; at += 2) {
      first += bytes[at]! * 256 + (bytes[at + 1] ?? 0);
      second += first;
    }
    first = (first & 0xffff) + Math.floor(first / 65536);
    second = (second & 0xffff) + Math.floor(second / 65536);
  }
  first = (first & 0xffff) + (first >>> 16);
  second = (second & 0xffff) + (second >>> 16);
  return second * 65536 + first;
}
