/** The limits of this room; see bytes/limit.ts. If both values are equal, the limit only refuses input. */
import { defineLimits, type Limit } from "../bytes/limit.ts";

const KIB = 1024;
const MIB = 1024 * 1024;

type Name =
  | "exportBlockBytes"
  | "textBlockBytes"
  | "largestBlockBytes"
  | "csvRows"
  | "csvRowBytes"
  | "askedPositions"
  | "unlistedPositions"
  | "copiedBytes"
  | "copyBlockBytes"
  | "sharedBlockBytes"
  | "journalBytes"
  | "valuePieceBytes"
  | "listedKeys"
  | "heldObjectBytes"
  | "movedBytes"
  | "batchObjectBytes"
  | "batchObjects"
  | "linePieceBytes"
  | "packedBatchBytes"
  | "unpackedBatchBytes"
  | "inFlightBytes"
  | "packedWorkerBytes"
  | "largeChunkBytes"
  | "largePieceBytes"
  | "offsetsAtOnce"
  | "verifiedBytes"
  | "salvagedBytes"
  | "servedBytes"
  | "servedChunks"
  | "sentPieceBytes"
  | "keptTags"
  | "comparedBytes"
  | "quantileValues"
  | "distinctTexts"
  | "smallSetBytes"
  | "splitChunks";

export const operationLimits: Readonly<Record<Name, Limit>> = defineLimits("operations", {
  /** An export reads about this much at a time: enough for workers to share. */
  exportBlockBytes: [64 * MIB, 256],
  /** The same for text, which takes far longer to print than to read: the first lines should appear soon. */
  textBlockBytes: [4 * MIB, 128],
  /** Blocks grow up to this size to contain whole chunks, which would otherwise be decoded several times. */
  largestBlockBytes: [256 * MIB, 512],
  /** In larger grids a copy lists the source: a listing returns 1000 keys per request, a query only one. */
  askedPositions: [2 ** 20, 8],
  /** If the store cannot list, a copy queries at most this many positions: days of requests. */
  unlistedPositions: [2 ** 30, 2 ** 30],
  /** CSV rows per piece of output. */
  csvRows: [8192, 3],
  /** A longer CSV row is invalid: an unclosed quote swallows the rest of the file. */
  csvRowBytes: [64 * MIB, 64 * MIB],
  /** The most that the blocks of a copy may hold together: the source's values and, for verification, the target's. */
  copiedBytes: [256 * MIB, KIB],
  /** One block of a copy holds at most this much, unless a single target chunk is larger. */
  copyBlockBytes: [64 * MIB, 512],
  /** Blocks of small chunks are this large, so that reading and writing start workers. */
  sharedBlockBytes: [32 * MIB, 256],
  /** A journal has a few lines per array; anything longer is not one. */
  journalBytes: [64 * MIB, 64 * MIB],
  /** Longer values are read in pieces, all of one version. */
  valuePieceBytes: [16 * MIB, 64],
  /** Sizes of keys are requested in groups of this many, so that the first appear soon. */
  listedKeys: [64, 3],
  /** Chunks of objects are written this much at a time. */
  heldObjectBytes: [MIB, 64],
  /** Bytes of a file are moved this much at a time. */
  movedBytes: [4 * MIB, 64],
  /** Objects are unpacked about this much at a time. */
  batchObjectBytes: [4 * MIB, 256],
  /** Objects that are unpacked at a time. */
  batchObjects: [4096, 3],
  /** Lines are read this much at a time. */
  linePieceBytes: [MIB, 16],
  /** About this much of a Bloscpack file is encoded or decoded per batch. */
  packedBatchBytes: [MIB, 256],
  /** Small chunks are unpacked together up to this size. */
  unpackedBatchBytes: [MIB, 256],
  /** Batches being packed or unpacked concurrently take about this much. */
  inFlightBytes: [24 * MIB, KIB],
  /** Starting workers takes as long as encoding or decoding this much. */
  packedWorkerBytes: [16 * MIB, KIB],
  /** Larger chunks of a Bloscpack file are encoded and decoded in pieces. */
  largeChunkBytes: [4 * MIB, 2 * KIB],
  /** About this much of a large chunk is encoded, decoded or copied at a time. */
  largePieceBytes: [MIB, 256],
  /** Chunk offsets that are read at a time. */
  offsetsAtOnce: [8192, 3],
  /** How much of source and target is read at once to compare them. */
  verifiedBytes: [32 * MIB, 256],
  /** Read at once from a damaged file: the heads of small chunks, or this much of the offsets. */
  salvagedBytes: [64 * KIB, 16],
  /** Encoded chunks are kept for serving up to this size. */
  servedBytes: [64 * MIB, KIB],
  /** The same by number: absent chunks count too. */
  servedChunks: [4096, 2],
  /** A value is sent this much at a time: what directories read on the calling thread (stores.synchronousBytes). */
  sentPieceBytes: [128 * KIB, 16],
  /** Entity tags that are kept: a few hundred bytes each. */
  keptTags: [4096, 2],
  /** Arrays that all files of a scan share are read and compared up to this size; a note names larger ones. */
  comparedBytes: [4 * MIB, 256],
  /** The most values that are held and sorted for exact quantiles, unless they have one or two bytes. */
  quantileValues: [2 ** 24, 2 ** 24],
  /** The most distinct strings that are remembered for counting. */
  distinctTexts: [2 ** 16, 2 ** 16],
  /** Reference sets that a scan combines are read in one piece up to this size, and larger ones block by block. */
  smallSetBytes: [4 * MIB, 256],
  /** Chunks of various lengths are cut into at most this many pieces of one length. */
  splitChunks: [2 ** 22, 2 ** 22],
});
