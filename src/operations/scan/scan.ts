/** Foreign files as one dataset: each is scanned, all are checked against each other, and nothing is copied. */
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import type { OpenOptions } from "../../dataset/open/open.ts";
import type { OnProgress } from "../../dataset/transfer.ts";
import type { Group } from "../../dataset/tree/group.ts";
import { openVirtual } from "../../dataset/virtual/open-virtual.ts";
import { HyperslabError } from "../../errors.ts";
import type { VirtualDataset, VirtualNote } from "../../model/virtual/virtual-dataset.ts";
import { SCAN } from "../option-names.ts";
import type { SaveAsParquetOptions, SavedParquetReferences } from "../refs/save-parquet.ts";
import type { SavedReferences, SaveReferencesOptions } from "../refs/save-references.ts";
import { collectFiles } from "./collect-files.ts";
import type { CombineOptions } from "./combine/combine.ts";
import { expandFiles } from "./files.ts";
import type { ScanState } from "./scan-state.ts";

/** Options of `scan`. */
export interface ScanOptions extends Pick<OpenOptions, "store" | "format" | "signal">, CombineOptions {
  /** Files processed concurrently (default 8). */
  readonly concurrency?: number | undefined;
  /** If true, files that fail are reported in the result, and the others are combined. */
  readonly keepGoing?: boolean | undefined;
  /** If true, content of a file that the dataset cannot represent is a note, not an error. */
  readonly lenient?: boolean | undefined;
  /** A directory for intermediate results, until the result is saved: the same call continues there after an interruption. */
  readonly resume?: string | undefined;
  /** Called with the progress, at most ten times per second and once at the end. */
  readonly onProgress?: OnProgress | undefined;
}

/** A file that could not be used. */
export interface FailedFile {
  /** Its address. */
  readonly file: string;
  /** Why. */
  readonly message: string;
}

/** What `scan` found. */
export interface ScanResult {
  /** The dataset: it reads from the files themselves. */
  readonly group: Group;
  /** The files in the order in which they were combined. */
  readonly files: readonly string[];
  /** With `keepGoing`: the files that could not be used. */
  readonly failed: readonly FailedFile[];
  /** Irregularities, and content that could not be represented. */
  readonly notes: readonly VirtualNote[];
  /** Where every chunk lies. */
  readonly virtual: VirtualDataset;
  /** Saves it as a reference set: JSON, or Parquet where the name ends in `.parq`, `.parquet` or `/`. */
  save(output: string, options?: SaveScanOptions): Promise<SavedReferences | SavedParquetReferences>;
}

/** Options of `ScanResult.save`. */
export interface SaveScanOptions extends SaveReferencesOptions, Pick<SaveAsParquetOptions, "recordSize"> {
  /** How documents are spelled (default `zarr2`, which every reader of references supports). */
  readonly format?: "zarr2" | "zarr3" | undefined;
}

/**
 * Scans files and combines them into one dataset, without copying a value. Patterns such as `data/*.nc` name many
 * files.
 *
 * @example
 * const { group } = await scan("data/*.nc", { concat: "time" });
 * const t2m = await group.openArray("t2m");
 */
export async function scan(files: string | Iterable<string>, options: ScanOptions = {}): Promise<ScanResult> {
  if (hasUnknown(options, SCAN)) return refuseUnknown("scan", options, SCAN);
  const { signal, store } = options;
  const addresses = await expandFiles(typeof files === "string" ? [files] : files, { signal, store });
  const state = options.resume === undefined ? undefined : await stateAt(options.resume, store);
  const { combination, count, failed, openOther } = await collectFiles(addresses, options, state);
  if (count === 0) {
    const [reason] = failed;
    if (reason === undefined) throw new HyperslabError("invalid-request", "no files were given");
    throw new HyperslabError("not-found", "none of the files could be scanned", { hint: reason.message });
  }
  checkListed(options, failed);
  const opening = { store, openOther };
  const { virtual, files: order } = await combination.finish(opening);
  const location = order.length === 1 ? order[0]! : `${order.length} files`;
  return {
    group: openVirtual(virtual, { ...opening, location }),
    files: order,
    failed,
    notes: virtual.notes,
    virtual,
    save: async (output, given = {}) => {
      const saved = await (await import("./save-scan.ts")).saveScan(virtual, output, given);
      await state?.clear();
      return saved;
    },
  };
}

async function stateAt(address: string, store: ScanOptions["store"]): Promise<ScanState> {
  return (await import("./scan-state.ts")).openScanState(address, store);
}

/** A list has one value per file: after a failure, it is unknown which values belong to the remaining files. */
function checkListed({ coordinate }: ScanOptions, failed: readonly FailedFile[]): void {
  if (failed.length === 0 || typeof coordinate !== "object" || !("values" in coordinate)) return;
  const what = `a list needs one value per file, but ${failed[0]!.file} could not be used`;
  throw new HyperslabError("invalid-request", what, {
    hint: `${failed[0]!.message} Leave out its value and the file.`,
  });
}
