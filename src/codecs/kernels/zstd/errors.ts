/** What can be wrong with a Zstandard frame: the numbers of kernels/zstd/error-codes.ts, and messages for them. */
import { HyperslabError } from "../../../errors.ts";

export const ZSTD_ERRORS = {
  truncated: -1,
  badMagic: -2,
  badHeader: -3,
  needsDictionary: -4,
  badBlockHeader: -5,
  badLiterals: -6,
  badHuffmanTree: -7,
  badHuffmanStream: -8,
  badSequenceTable: -9,
  badSequences: -10,
  badOffset: -11,
  blockTooLong: -12,
  outputTooLong: -13,
  wrongContentSize: -14,
  wrongChecksum: -15,
  windowTooLarge: -16,
  regionTooLarge: -17,
} as const;

const WORDS: Readonly<Record<number, string>> = {
  [ZSTD_ERRORS.truncated]: "the compressed data is truncated",
  [ZSTD_ERRORS.badMagic]: "the compressed data has no zstd header",
  [ZSTD_ERRORS.badHeader]: "a reserved bit of the zstd header is set",
  [ZSTD_ERRORS.needsDictionary]: "the zstd frame needs a dictionary",
  [ZSTD_ERRORS.badBlockHeader]: "a zstd block of the reserved type, or of a size that is not allowed",
  [ZSTD_ERRORS.badLiterals]: "the literals of a zstd block are corrupt",
  [ZSTD_ERRORS.badHuffmanTree]: "the Huffman tree of a zstd block is corrupt",
  [ZSTD_ERRORS.badHuffmanStream]: "the Huffman codes of a zstd block are corrupt",
  [ZSTD_ERRORS.badSequenceTable]: "a table of a zstd block's sequences is corrupt",
  [ZSTD_ERRORS.badSequences]: "the sequences of a zstd block are corrupt",
  [ZSTD_ERRORS.badOffset]: "a zstd sequence refers to bytes before the frame",
  [ZSTD_ERRORS.blockTooLong]: "a zstd block decodes to more than is allowed",
  [ZSTD_ERRORS.wrongContentSize]: "a zstd frame does not decode to the size that its header says",
  [ZSTD_ERRORS.wrongChecksum]: "the checksum of a zstd frame does not match its content",
  [ZSTD_ERRORS.windowTooLarge]: "the zstd frame needs a window of more than 2 GiB",
  [ZSTD_ERRORS.regionTooLarge]: "the zstd frame is too large to be decoded or encoded at once",
};

const UNSUPPORTED: readonly number[] = [
  ZSTD_ERRORS.needsDictionary,
  ZSTD_ERRORS.windowTooLarge,
  ZSTD_ERRORS.regionTooLarge,
];

/** The error for one of the numbers; `limit` is the allowed length of the output. */
export function zstdError(result: number, limit = 0): HyperslabError {
  if (result === ZSTD_ERRORS.outputTooLong) {
    return new HyperslabError("invalid-data", `decodes to more than the ${limit} bytes expected`);
  }
  const what = WORDS[result] ?? `the zstd kernel failed (${result})`;
  return new HyperslabError(UNSUPPORTED.includes(result) ? "unsupported" : "invalid-data", what);
}

/** The error for a decoder that did not fill its output. */
export function wrongLength(found: number, expected: number): HyperslabError {
  return new HyperslabError("invalid-data", `decoded to ${found} bytes, expected ${expected}`);
}
