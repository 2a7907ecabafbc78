/** TIFF files of tifffile and GDAL, and what those read from them (scripts/fixtures/tiff.py). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unpack } from "../../fixture-sets.ts";

export interface TiffTruth {
  readonly arrays?: Readonly<Record<string, { dtype: string; shape: number[]; sha256: string }>>;
  readonly multiscale?: number;
  readonly undecoded?: string;
  readonly shape?: number[];
}

export const ARCHIVE = "fixtures/tiff/tiff.tar.gz";
export const tiffFolder: string = unpack(ARCHIVE);
export const tiffTruth: Readonly<Record<string, TiffTruth>> = JSON.parse(
  readFileSync(join(tiffFolder, "truth.json"), "utf8"),
);
