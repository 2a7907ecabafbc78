/**
 * The slices of a variable in the records of a file: one chunk per record. They are computed when they are looked up,
 * because a file can have hundreds of millions of records.
 */
import { HyperslabError } from "../../errors.ts";
import { chunkKeys } from "../../model/virtual/chunk-key.ts";
import type { PendingChunks } from "../../model/virtual/pending-chunks.ts";
import type { ReferenceTable } from "../../model/virtual/reference-table.ts";
import { OWN_FILE } from "../../model/virtual/virtual-dataset.ts";

export interface RecordSlices {
  /** The path of the variable. */
  readonly path: string;
  readonly rank: number;
  /** The first byte of the first slice, and the bytes of each. */
  readonly begin: number;
  readonly length: number;
  /** Bytes from one record to the next. */
  readonly step: number;
  /** The number of records in the header, and the number that the file contains. */
  readonly records: number;
  readonly stored: number;
}

export function recordChunks(table: ReferenceTable, slices: RecordSlices): PendingChunks {
  const { begin, length, step, records, stored } = slices;
  let isLoaded = false;
  return {
    get isLoaded() {
      return isLoaded;
    },
    find: async ([record = 0]) => {
      if (record >= records) return undefined;
      if (record >= stored) throw missingRecords(slices);
      return { reference: { kind: "range", url: OWN_FILE, offset: begin + record * step, length }, mask: 0 };
    },
    load: async () => {
      if (isLoaded) return;
      if (stored < records) throw missingRecords(slices);
      addRecords(table, slices);
      isLoaded = true;
    },
  };
}

/** References to all slices that are stored. */
export function addRecords(table: ReferenceTable, { path, rank, begin, length, step, stored }: RecordSlices): void {
  const keyOf = chunkKeys(path);
  const own = table.url(OWN_FILE);
  const coords = new Array<number>(rank).fill(0);
  for (let record = 0; record < stored; record++) {
    coords[0] = record;
    table.addRange(keyOf(coords), own, begin + record * step, length);
  }
}

export function missingRecords({ path, records, stored }: RecordSlices): HyperslabError {
  return new HyperslabError(
    "invalid-data",
    `the header counts ${records} records, but the file ends in record ${stored} of ${path}`,
    { hint: "Was the file copied completely?" },
  );
}
