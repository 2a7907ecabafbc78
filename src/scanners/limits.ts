/** The limits of this room; see bytes/limit.ts. */
import { defineLimits, type Limit } from "../bytes/limit.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

type Name =
  | "indexedFileBytes"
  | "indexBytes"
  | "headsAhead"
  | "otherFiles"
  | "numberedSources"
  | "rowChunkBytes"
  | "assembledChunkBytes"
  | "keptNodes"
  | "keptCollections"
  | "headBytes"
  | "cutRecords"
  | "searchedBytes"
  | "aheadBytes"
  | "keptWindows"
  | "unaskedBytes";

export const scannerLimits: Readonly<Record<Name, Limit>> = defineLimits("scanners", {
  /** From this length on, an index beside a GRIB file is looked for: smaller files take few requests without it. */
  indexedFileBytes: [MIB, 64],
  /** Longer index files are not used. Lines have about 100 bytes, so this is more than a hundred thousand messages. */
  indexBytes: [16 * MIB, 16 * MIB],
  /** Heads of GRIB messages that are requested ahead of the current one. */
  headsAhead: [16, 1],
  /** Other files that one HDF5 file may refer to: opening each takes a few requests. */
  otherFiles: [1024, 1024],
  /** HDF5: sources that one name with a number stands for. Each is looked for by its name when the file is opened. */
  numberedSources: [4096, 16],
  /** HDF5: contiguous values are cut into chunks of whole rows with at most this many bytes, and not much less. */
  rowChunkBytes: [MIB, 64],
  /** HDF5: the most bytes of a chunk of a virtual dataset. It is assembled whole, whatever part of it is wanted. */
  assembledChunkBytes: [4 * MIB, 64],
  /** HDF5: nodes of a B-tree of chunks that are kept between lookups. */
  keptNodes: [4096, 2],
  /** HDF5: collections of the global heap that are kept. Consecutive elements usually lie in one. */
  keptCollections: [64, 1],
  /** netCDF-3 and TIFF: the first request; most headers, and the directories of most cloud-optimised files, fit. */
  headBytes: [64 * KIB, 64],
  /** netCDF-3: if a file that was cut off has more records, they are not listed one by one. */
  cutRecords: [2 ** 20, 2],
  /** GRIB: gaps between messages are searched in pieces of this size. */
  searchedBytes: [64 * KIB, 16],
  /** TIFF: the most bytes that one request reads ahead for directories. */
  aheadBytes: [MIB, 256],
  /** TIFF: read windows that are kept; the oldest are dropped first. */
  keptWindows: [64, 2],
  /** TIFF: bytes that directories may claim to hold before the size of the file is requested. */
  unaskedBytes: [MIB, 64],
});
