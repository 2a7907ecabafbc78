/** netCDF-3 files (CDF-1, CDF-2 and CDF-5): dimensions, typed attributes and variables in netCDF's terms. */

import { BlockReader } from "../../bytes/source/block-reader.ts";
import { ByteCursor } from "../../bytes/source/byte-cursor.ts";
import { type ErrorPlace, HyperslabError, isHyperslabError } from "../../errors.ts";
import { scannerLimits } from "../limits.ts";
import type { Scanner } from "../scanner.ts";
import { datasetOf } from "./dataset.ts";
import { type Netcdf3Header, parseHeader } from "./header.ts";

/** Headers of this length contain millions of variables. */
const MOST_BYTES = 512 * 1024 * 1024;

const VERSIONS = [1, 2, 5];

export const scanner: Scanner = {
  scan: async ({ source, place, signal }) => {
    const { headBytes } = scannerLimits;
    const reader = new BlockReader(source, { place, signal, blockBytes: headBytes.value });
    const start = await reader.readUpTo(0, headBytes.value);
    const isMarked = start[0] === 0x43 && start[1] === 0x44 && start[2] === 0x46;
    if (!isMarked || !VERSIONS.includes(start[3] ?? 0)) return undefined;
    const size = headBytes.isReachedBy(start.byteLength) ? await reader.size() : start.byteLength;
    return datasetOf(await readHeader(reader, start, size, place), size);
  },
};

/** Reads more until the header is complete, because its length is not recorded. */
async function readHeader(
  reader: BlockReader,
  start: Uint8Array,
  size: number,
  place: ErrorPlace,
): Promise<Netcdf3Header> {
  for (let bytes = start; ; ) {
    const cursor = new ByteCursor(bytes, { endian: "big", place });
    try {
      return parseHeader(cursor, size);
    } catch (error) {
      const length = Math.max(4 * bytes.byteLength, bytes.byteLength + cursor.missing);
      if (cursor.missing === 0 || !isHyperslabError(error)) throw error;
      if (bytes.byteLength >= size) {
        throw new HyperslabError("invalid-data", `the file ends within its header: ${error.what}`, {
          ...place,
          hint: "Was the file copied completely?",
        });
      }
      if (length <= MOST_BYTES) bytes = await reader.readUpTo(0, Math.min(size, length));
      else throw new HyperslabError("unsupported", `the header is longer than ${MOST_BYTES} bytes`, place);
    }
  }
}
