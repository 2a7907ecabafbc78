/** The limits of this room; see bytes/limit.ts. Where both values are the same, the limit only refuses input. */
import { defineLimits, type Limit } from "../bytes/limit.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

type Name =
  | "fillBlockBytes"
  | "runUnits"
  | "loopWords"
  | "tileAlong"
  | "shortTextBytes"
  | "swapParts"
  | "typeDepth"
  | "tableNames"
  | "tableUrls"
  | "tableTextCharacters"
  | "madeCharacters"
  | "pageRows"
  | "pieceBytes"
  | "keptPieces";

export const modelLimits: Readonly<Record<Name, Limit>> = defineLimits("model", {
  /** A block that fits the fastest cache; larger ones are not copied faster. */
  fillBlockBytes: [16 * KIB, 16],
  /** Runs of at least this many units are copied by the engine's memmove; a call costs as much as looping over 32 units. */
  runUnits: [32, 2],
  /** Up to this many words of 4 bytes a loop is faster: the engine's memmove needs a view of the run, which becomes garbage. */
  loopWords: [128, 4],
  /** Rows of a transposed plane copied together, along the source's innermost axis. */
  tileAlong: [64, 2],
  /** Up to about this length a loop is faster than calling a decoder. */
  shortTextBytes: [32, 4],
  /** Sub-arrays of structs repeat their parts, so a small document could request an endless list. */
  swapParts: [2 ** 16, 2 ** 16],
  /** Far more than any real type needs; stops types that contain themselves. */
  typeDepth: [64, 64],
  /** The most keys of references that do not end in numbers, and the most arrays: each takes some hundred bytes. */
  tableNames: [2 ** 22, 2 ** 22],
  /** The most different URLs of a reference set: as many as a Map of V8 holds. */
  tableUrls: [2 ** 24, 2 ** 24],
  /** The longest URL or key of a reference set. V8 hashes longer strings by their length alone, so a Map of many would take hours. */
  tableTextCharacters: [16_383, 16_383],
  /** The most characters that templates may produce for one reference set: a few bytes can ask for any number. */
  madeCharacters: [2 ** 29, 2 ** 29],
  /** References of a page: full pages are packed, and their memory stays where it is. */
  pageRows: [2 ** 14, 8],
  /** Values that are contiguous in a foreign file become chunks of about this size, so that several workers share them. */
  pieceBytes: [4 * MIB, 64],
  /** Pieces of a selection that are kept per axis while its chunks are gone through; of longer axes, they are made again. */
  keptPieces: [4096, 2],
});
