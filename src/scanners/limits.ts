/** The limits of this room; see bytes/limit.ts. */
import { defineLimits, type Limit } from "../bytes/limit.ts";

const MIB = 1024 * 1024;

type Name = "indexedFileBytes" | "indexBytes" | "headsAhead" | "otherFiles";

export const scannerLimits: Readonly<Record<Name, Limit>> = defineLimits("scanners", {
  /** From this length on, an index beside a GRIB file is looked for: smaller files take few requests without it. */
  indexedFileBytes: [MIB, 64],
  /** Longer index files are not used. Lines have about 100 bytes, so this is more than a hundred thousand messages. */
  indexBytes: [16 * MIB, 16 * MIB],
  /** Heads of GRIB messages that are requested ahead of the current one. */
  headsAhead: [16, 1],
  /** Other files that one HDF5 file may refer to: opening each takes a few requests. */
  otherFiles: [1024, 1024],
});
