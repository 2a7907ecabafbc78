/** The limits of this room; see bytes/limit.ts. */
import { defineLimits, type Limit } from "../bytes/limit.ts";

const MIB = 1024 * 1024;

type Name = "indexedFileBytes" | "indexBytes" | "headsAhead";

export const scannerLimits: Readonly<Record<Name, Limit>> = defineLimits("scanners", {
  /** An index beside a GRIB file is looked for from this length on: smaller files take a few requests without it. */
  indexedFileBytes: [MIB, 64],
  /** Longer index files are not used. Lines have about 100 bytes: this is an index of more than a hundred thousand messages. */
  indexBytes: [16 * MIB, 16 * MIB],
  /** Heads of GRIB messages that are asked for ahead of the one that is read. */
  headsAhead: [16, 1],
});
