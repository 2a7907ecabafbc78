/** The limits of this room; see bytes/limit.ts. Where both values are the same, the limit only refuses input. */
import { defineLimits, type Limit } from "../bytes/limit.ts";

const KIB = 1024;
const MIB = 1024 * 1024;

type Name =
  | "prefixBytes"
  | "objectPrefixBytes"
  | "indexBytes"
  | "walkedBytes"
  | "metadataBytes"
  | "superchunks"
  | "elementBytes"
  | "chunksAlong"
  | "pickleBytes"
  | "notes"
  | "referenceBlockBytes"
  | "referenceMemberBytes"
  | "generatedReferences"
  | "expandedReferences"
  | "icechunkContentBytes"
  | "icechunkKeptBytes"
  | "referencePieceBytes"
  | "regularReferences"
  | "urlTemplates"
  | "referenceRecordBytes"
  | "spacedBytes"
  | "spanBytes"
  | "npyHeaderBytes";

export const formatLimits: Readonly<Record<Name, Limit>> = defineLimits("formats", {
  /**
   * Read at once when a Bloscpack file is opened: the offsets of 16 000 chunks, or the head of the first chunk of a
   * file of 1.4 GB as bloscpack writes it by default. Never less than the headers of the file and its metadata, 64
   * bytes.
   */
  prefixBytes: [128 * KIB, 64],
  /**
   * Read at once when a file of objects is opened: its metadata, and the offsets of a few hundred objects. Never less
   * than the header, 32 bytes.
   */
  objectPrefixBytes: [4 * KIB, 32],
  /**
   * Read at once from what may be the index of a directory of objects, or a large file of that name. Never less than
   * the header, 32 bytes.
   */
  indexBytes: [64 * KIB, 32],
  /** Read at once while walking chunks: small ones come several at a time. Never less than the head of a chunk. */
  walkedBytes: [16 * KIB, 16],
  /** Metadata beyond this is refused: it is read as a whole, and a header can claim 4 GiB. */
  metadataBytes: [64 * MIB, 64 * MIB],
  /** Every chunk of an array has an entry in a list: this many take a few megabytes. */
  superchunks: [2 ** 20, 2 ** 20],
  /** A fill value is held in memory as one element; a document of a few bytes could request gigabytes. */
  elementBytes: [2 ** 26, 2 ** 26],
  /** Chunks along one dimension of a rectilinear grid. A run of a few bytes could request any number of them. */
  chunksAlong: [2 ** 22, 2 ** 22],
  /** The metadata of a thousand fields; a real pickle has a few hundred bytes. */
  pickleBytes: [2 ** 20, 2 ** 20],
  /** Finding a line costs a pass over the text, and a tree of thousands of nodes may repeat the same irregularity in each. */
  notes: [200, 200],
  /** Read at once of a file of references. */
  referenceBlockBytes: [4 * MIB, 64],
  /** A single entry of a file of references beyond this is refused: it is held as a whole. */
  referenceMemberBytes: [256 * MIB, 256 * MIB],
  /** What a metadata file of Icechunk may decompress to, however short it is. */
  icechunkContentBytes: [64 * MIB, 64 * MIB],
  /** Decompressed Icechunk manifests that are kept per open snapshot. */
  icechunkKeptBytes: [256 * MIB, 1],
  /** Text that is collected before it is written, when a set is saved as JSON. */
  referencePieceBytes: [MIB, 64],
  /** Fewer references of one file are not worth a `gen` entry. */
  regularReferences: [8, 2],
  /** The most templates to create: fsspec passes all of them to every URL. */
  urlTemplates: [64, 2],
  /** Memory for files of a Parquet set that were read: those of three million references. */
  referenceRecordBytes: [64 * MIB, 1],
  /** The most references that one `gen` entry may generate. */
  generatedReferences: [2 ** 26, 2 ** 26],
  /** The most references of `gen` entries that cannot be computed on demand, per set. */
  expandedReferences: [2 ** 23, 2 ** 23],
  /** If the chunks of an array begin further apart in their file, they are read one by one (docs/design/118-netcdf3.md). */
  spacedBytes: [32 * KIB, 16],
  /** Chunks at equal distances are read together, in spans of up to this length: the longest merged read of stores. */
  spanBytes: [MIB, 64],
  /** A longer header of a .npy file is refused: NumPy itself reads 10,000 bytes unless told otherwise. */
  npyHeaderBytes: [MIB, MIB],
});
