/**
 * The limits of codecs and kernels, which are loaded when a codec chain names them: separate from limits.ts, so that
 * the core of a page stays small. Where both values are the same, the limit only refuses input.
 */
import { defineLimits, type Limit } from "../bytes/limit.ts";

const KIB = 1024;
const MIB = 1024 * 1024;

type Name =
  | "keptModuleBytes"
  | "unknownOutputBytes"
  | "growingBytes"
  | "firstLookBytes"
  | "shortFrameBytes"
  | "shortRunBytes"
  | "reachBytes"
  | "decodedPieceBytes"
  | "objectPieceBytes"
  | "runObjects"
  | "objectRuns"
  | "shortItemBytes"
  | "msgpackDepth"
  | "msgpackValues"
  | "summedBytes"
  | "kernelSumBytes"
  | "loadedSumBytes"
  | "sumPieceBytes"
  | "tileBytes"
  | "smallStreamBytes"
  | "sampledBytes"
  | "mappedNumbers"
  | "inflatedBytes"
  | "inflatedAloneBytes"
  | "fewRotations"
  | "manyRotations"
  | "metTexts"
  | "gatheredZstdBytes"
  | "wholeZstdBytes"
  | "streamedWindowBytes"
  | "streamedPieceBytes"
  | "imageBlocks"
  | "imagePackets";

export const lazyLimits: Readonly<Record<Name, Limit>> = defineLimits("codecs", {
  /** WebAssembly memory never shrinks, so an instance that grew beyond this is discarded after use. */
  keptModuleBytes: [64 * MIB, 2 * MIB],
  /** The initial memory for output of unknown length, for decoders that need all of it in one piece. */
  unknownOutputBytes: [256 * KIB, 64],
  /** The initial memory for output of unknown length, for decoders that can let it grow. */
  growingBytes: [64 * KIB, 64],
  /** A first look at a Blosc frame: its header and the offsets of a thousand blocks. */
  firstLookBytes: [4 * KIB, 24],
  /** Blosc frames up to this length are read whole, and their checksum is verified: more requests would take longer. */
  shortFrameBytes: [64 * KIB, 64],
  /**
   * Neighbouring chunks of a Bloscpack file up to this length together are read as one: two of the default size
   * that compress at all.
   */
  shortRunBytes: [2 * MIB, 256],
  /** If a few bytes on both sides of a chunk boundary are needed, this much is read on each side at once. */
  reachBytes: [896 * KIB, 64],
  /** About this much of a Bloscpack file is decoded at a time. */
  decodedPieceBytes: [8 * MIB, 512],
  /** Chunks of neighbouring objects are read together up to this length. */
  objectPieceBytes: [8 * MIB, 128],
  /** Offsets of objects that are read at a time: one megabyte of them. */
  runObjects: [128 * KIB, 3],
  /** Runs of objects that are read at a time. */
  objectRuns: [256, 2],
  /** Up to this length, copying an item with a loop takes less time than a call. */
  shortItemBytes: [64, 4],
  /** Nested arrays and maps of MessagePack. */
  msgpackDepth: [512, 512],
  /** Values of MessagePack: as many as a JSON document may have. */
  msgpackValues: [20_000_000, 20_000_000],
  /** This much of a Bloscpack chunk is copied into kernel memory at a time for its checksum. */
  summedBytes: [256 * KIB, 64],
  /** From this many bytes on, a kernel is faster than plain code. */
  kernelSumBytes: [512, 32],
  /** From this many bytes on, more than most shard indexes have, kernels are loaded for a checksum. */
  loadedSumBytes: [16 * KIB, 64],
  /** Bytes that a kernel sums at a time: a multiple of 720, Fletcher's block, of 12, lookup3's, and of 16. */
  sumPieceBytes: [720 * 352, 720],
  /** Elements go through kernel memory in tiles of this length, which stay in the nearer caches. */
  tileBytes: [128 * KIB, KIB],
  /** Streams of a Blosc frame shorter than this are copied into kernel memory one block at a time. */
  smallStreamBytes: [4 * KIB, 64],
  /**
   * Streams from this length on are abandoned if a sample from their middle, half of it, promises too little (c-blosc
   * samples 4096 bytes).
   */
  sampledBytes: [8 * KIB, 256],
  /** Numbers that plain code converts at a time: doubles that stay in the fastest cache. */
  mappedNumbers: [2 * KIB, 4],
  /**
   * Input and output of the DEFLATE kernel if Node is available: beyond this its memory, which never shrinks, is not
   * worth it.
   */
  inflatedBytes: [48 * MIB, 512],
  /** The same if there is only TypeScript besides; lengths that the kernel returns must stay below 2^31. */
  inflatedAloneBytes: [2 ** 30, 512],
  /** Up to this size a class of rotations is sorted by insertion. */
  fewRotations: [24, 4],
  /** From this size on a class of rotations is sorted by digits, below by the engine. */
  manyRotations: [4 * KIB, 16],
  /** Strings whose codes are remembered: searching more of them takes longer than decoding their text. */
  metTexts: [16, 2],
  /** A Zstandard file that arrives in pieces is collected up to this length, to be decoded as a whole. */
  gatheredZstdBytes: [32 * MIB, 64],
  /** A file that decodes to more than this, or does not state its length, is decoded in pieces. */
  wholeZstdBytes: [64 * MIB, 64],
  /** Memory that such a frame may request; other programs refuse more too, unless told otherwise. */
  streamedWindowBytes: [128 * MIB, 128 * MIB],
  /** Bytes of its pieces. */
  streamedPieceBytes: [MIB, 64],
  /** Precincts and code-blocks of a JPEG 2000 tile: this many empty ones take gigabytes to describe, and a few bytes in the file. */
  imageBlocks: [2 ** 22, 2 ** 22],
  /** Packets of such a tile. */
  imagePackets: [2 ** 22, 2 ** 22],
});
