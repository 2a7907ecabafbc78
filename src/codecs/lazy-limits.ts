/** The limits of codecs and kernels, which are loaded when a chain of codecs names them: apart from limits.ts, so that the core of a page stays small. Where both values are the same, the limit only refuses input. */
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
  | "streamedPieceBytes";

export const lazyLimits: Readonly<Record<Name, Limit>> = defineLimits("codecs", {
  /** Memory of WebAssembly never shrinks; an instance that grew beyond this is thrown away after use. */
  keptModuleBytes: [64 * MIB, 2 * MIB],
  /** Output of unknown length is first given this much by decoders that need all of it in one place. */
  unknownOutputBytes: [256 * KIB, 64],
  /** Output of unknown length is first given this much by decoders that can let it grow. */
  growingBytes: [64 * KIB, 64],
  /** A first look at a Blosc frame: its header and the offsets of a thousand blocks. */
  firstLookBytes: [4 * KIB, 24],
  /** Blosc frames up to this length are read whole, and their checksum is compared: more requests would take longer. */
  shortFrameBytes: [64 * KIB, 64],
  /**
   * Neighbouring chunks of a Bloscpack file up to this length together are read as one: two of the default size
   * that compress at all.
   */
  shortRunBytes: [2 * MIB, 256],
  /** Where a few bytes lie on both sides of the end of a chunk, this much is read on each side at once. */
  reachBytes: [896 * KIB, 64],
  /** About this much of a Bloscpack file is decoded at a time. */
  decodedPieceBytes: [8 * MIB, 512],
  /** Chunks of neighbouring objects are read together up to this length. */
  objectPieceBytes: [8 * MIB, 128],
  /** Offsets of objects that are read at a time: one megabyte of them. */
  runObjects: [128 * KIB, 3],
  /** Runs of objects that are read at a time. */
  objectRuns: [256, 2],
  /** Up to this length, copying an item by a loop takes less time than a call. */
  shortItemBytes: [64, 4],
  /** Nested arrays and maps of MessagePack. */
  msgpackDepth: [512, 512],
  /** Values of MessagePack: as many as a JSON document may have. */
  msgpackValues: [20_000_000, 20_000_000],
  /** This much of a Bloscpack chunk is brought into kernel memory at a time for its checksum. */
  summedBytes: [256 * KIB, 64],
  /** From this many bytes on a kernel sums faster than plain code. */
  kernelSumBytes: [512, 32],
  /** From this many bytes on, more than most shard indexes have, kernels are loaded for a checksum. */
  loadedSumBytes: [16 * KIB, 64],
  /** Bytes that a kernel sums at a time: a multiple of 720, Fletcher's block, of 12, lookup3's, and of 16. */
  sumPieceBytes: [720 * 352, 720],
  /** Elements go through kernel memory in tiles of this length, which stay in the nearer caches. */
  tileBytes: [128 * KIB, KIB],
  /** Streams of a Blosc frame shorter than this are brought into kernel memory a block at a time. */
  smallStreamBytes: [4 * KIB, 64],
  /** Streams from this length on are given up if their middle half of it promises too little (c-blosc samples 4096 bytes). */
  sampledBytes: [8 * KIB, 256],
  /** Numbers that plain code converts at a time: doubles that stay in the nearest cache. */
  mappedNumbers: [2 * KIB, 4],
  /** Input and output of the DEFLATE kernel beside Node: beyond this its memory, which never shrinks, is not worth it. */
  inflatedBytes: [48 * MIB, 512],
  /** The same where there is only TypeScript beside it; lengths that the kernel returns must stay below 2^31. */
  inflatedAloneBytes: [2 ** 30, 512],
  /** Up to this size a class of rotations is sorted by insertion. */
  fewRotations: [24, 4],
  /** From this size on a class of rotations is sorted by digits, below by the engine. */
  manyRotations: [4 * KIB, 16],
  /** Texts whose codes are remembered: looking for more of them takes longer than asking for their text. */
  metTexts: [16, 2],
  /** A Zstandard file that comes in pieces is gathered up to this length, to be decoded as a whole. */
  gatheredZstdBytes: [32 * MIB, 64],
  /** One that decodes to more than this, or does not say to how much, is decoded in pieces. */
  wholeZstdBytes: [64 * MIB, 64],
  /** Memory that such a frame may ask for; programs refuse more too, unless they are told otherwise. */
  streamedWindowBytes: [128 * MIB, 128 * MIB],
  /** Bytes of its pieces. */
  streamedPieceBytes: [MIB, 64],
});
