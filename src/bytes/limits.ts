/** The limits of this room; see bytes/limit.ts. Where both values are the same, the limit only refuses input. */
import { defineLimits, type Limit } from "./limit.ts";

const KIB = 1024;
const MIB = 1024 * 1024;

type Name =
  | "memoryBlockBytes"
  | "keptRoomBytes"
  | "longestRoomBytes"
  | "shortestRoomBytes"
  | "shortTextBytes"
  | "jsonDepth"
  | "jsonBytes"
  | "jsonValues"
  | "jsonDuplicates"
  | "integerDigits";

export const byteLimits: Readonly<Record<Name, Limit>> = defineLimits("bytes", {
  /** Memory that is written to at any place consists of blocks of this length: gaps take no memory. */
  memoryBlockBytes: [64 * KIB, 64],
  /** What a room keeps while no one uses it. */
  keptRoomBytes: [16 * MIB, 8 * KIB],
  /** Longer values get fresh memory. */
  longestRoomBytes: [MIB, 2 * KIB],
  /** The smallest buffer of a room. */
  shortestRoomBytes: [4 * KIB, 64],
  /** Up to this length, calling the encoder costs more than writing the text. */
  shortTextBytes: [48, 4],
  /** Nested arrays and objects of a JSON document, unless the caller says otherwise. */
  jsonDepth: [512, 512],
  /** Length of a JSON document, unless the caller says otherwise. */
  jsonBytes: [256 * MIB, 256 * MIB],
  /** Values of a JSON document, an array counting as 4 and an object as 5, unless the caller says otherwise. */
  jsonValues: [20_000_000, 20_000_000],
  /** Duplicates beyond this many are not recorded: a document of nothing else would cost more than its tree. */
  jsonDuplicates: [1000, 1000],
  /** Integer tokens longer than this are not a bigint: converting takes more than linear time. */
  integerDigits: [4096, 4096],
});
