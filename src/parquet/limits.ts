/**
 * The limits of this room; see bytes/limit.ts. All but the last only refuse input: a file of a few bytes could request
 * gigabytes.
 */
import { defineLimits, type Limit } from "../bytes/limit.ts";

export const parquetLimits: Readonly<Record<"rows" | "pageBytes" | "footerBytes" | "walkedRows", Limit>> = defineLimits(
  "parquet",
  {
    /** Rows of one file: a run of a few bytes can claim billions. */
    rows: [2 ** 22, 2 ** 22],
    /** The most bytes that a page may decompress to. */
    pageBytes: [2 ** 28, 2 ** 28],
    /** Bytes of the metadata at the end of the file: those of four columns in one row group take a few hundred. */
    footerBytes: [2 ** 24, 2 ** 24],
    /** Rows of a page that are found one by one, by walking its runs. Beyond that, a table of all rows is built. */
    walkedRows: [32, 1],
  },
);
