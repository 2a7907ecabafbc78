/** What can be wrong with a DEFLATE stream: the numbers of kernels/inflate/error-codes.ts, and words for them. */
import { HyperslabError } from "../../errors.ts";

export const INFLATE_ERRORS = {
  truncated: -1,
  badBlockType: -2,
  badStoredLength: -3,
  tooManySymbols: -4,
  badLengthCode: -5,
  nothingToRepeat: -6,
  tooManyLengths: -7,
  noEnd: -8,
  badLiteralCode: -9,
  badDistanceCode: -10,
  unknownCode: -11,
  badDistance: -12,
  outputTooLong: -13,
} as const;

const WHAT_IS_CORRUPT: Readonly<Record<number, string>> = {
  [INFLATE_ERRORS.badBlockType]: "unknown block type 3",
  [INFLATE_ERRORS.badStoredLength]: "the length of a stored block does not match its complement",
  [INFLATE_ERRORS.tooManySymbols]: "too many length or distance symbols",
  [INFLATE_ERRORS.badLengthCode]: "the length code lengths make no code",
  [INFLATE_ERRORS.nothingToRepeat]: "a repeated code length without one before it",
  [INFLATE_ERRORS.tooManyLengths]: "too many code lengths",
  [INFLATE_ERRORS.noEnd]: "a block without an end",
  [INFLATE_ERRORS.badLiteralCode]: "the literal code lengths make no code",
  [INFLATE_ERRORS.badDistanceCode]: "the distance code lengths make no code",
  [INFLATE_ERRORS.unknownCode]: "a code that stands for nothing",
  [INFLATE_ERRORS.badDistance]: "a match that refers to nothing",
};

/** The error for one of the numbers; `limit` is what the output was allowed to be. */
export function inflateError(result: number, limit = 0): HyperslabError {
  if (result === INFLATE_ERRORS.truncated)
    return new HyperslabError("invalid-data", "the compressed data is truncated");
  const what =
    result === INFLATE_ERRORS.outputTooLong
      ? `decodes to more than the ${limit} bytes expected`
      : `the compressed data is corrupt: ${WHAT_IS_CORRUPT[result] ?? `the kernel failed (${result})`}`;
  return new HyperslabError("invalid-data", what);
}
