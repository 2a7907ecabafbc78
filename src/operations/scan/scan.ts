/** Foreign files as one dataset: each is scanned, all are checked against each other, and nothing is copied. */
import { forEachBounded } from "../../bytes/concurrency.ts";
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import { type OnProgress, progressMeter } from "../../dataset/array/progress.ts";
import { type OpenOptions, openAddress } from "../../dataset/open/open.ts";
import { Group } from "../../dataset/tree/group.ts";
import { openVirtual } from "../../dataset/virtual/open-virtual.ts";
import { settle } from "../../dataset/virtual/settle.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import type { OpenedSource } from "../../formats/format.ts";
import { virtualFacts } from "../../formats/virtual/virtual-store.ts";
import { OWN_FILE, type VirtualDataset, type VirtualNote } from "../../model/virtual/virtual-dataset.ts";
import { SCAN } from "../option-names.ts";
import type { SaveAsParquetOptions, SavedParquetReferences } from "../refs/save-parquet.ts";
import type { SavedReferences, SaveReferencesOptions } from "../refs/save-references.ts";
import { type CombineOptions, combine, type OpenPart } from "./combine/combine.ts";
import { addressFrom } from "./combine/reference-target.ts";
import { expandFiles } from "./files.ts";
import type { ScanState } from "./scan-state.ts";
import { datasetOfSet } from "./set-dataset.ts";

/** Options of `scan`. */
export interface ScanOptions extends Pick<OpenOptions, "store" | "format" | "signal">, CombineOptions {
  /** Files under way at once (default 8). */
  readonly concurrency?: number | undefined;
  /** True: files that fail are reported in the result, and the others are combined. */
  readonly keepGoing?: boolean | undefined;
  /** True: what a file holds and the dataset cannot represent is a note, not an error. */
  readonly lenient?: boolean | undefined;
  /** A directory for what was found so far, until the result is saved: the same call goes on there after an interruption. */
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
  /** What was odd, and what could not be represented. */
  readonly notes: readonly VirtualNote[];
  /** Where every chunk lies. */
  readonly virtual: VirtualDataset;
  /** Saves it as a reference set: JSON, or Parquet where the name ends in `.parq`, `.parquet` or `/`. */
  save(output: string, options?: SaveScanOptions): Promise<SavedReferences | SavedParquetReferences>;
}

/** Options of `ScanResult.save`. */
export interface SaveScanOptions extends SaveReferencesOptions, Pick<SaveAsParquetOptions, "recordSize"> {
  /** How documents are spelled (default `zarr2`, which every reader of references knows). */
  readonly format?: "zarr2" | "zarr3" | undefined;
}

const CONCURRENCY = 8;

/**
 * Scans files and makes one dataset of them, without copying a value. Patterns such as `data/*.nc` name many files.
 *
 * @example
 * const { group } = await scan("data/*.nc", { concat: "time" });
 * const t2m = await group.openArray("t2m");
 */
export async function scan(files: string | Iterable<string>, options: ScanOptions = {}): Promise<ScanResult> {
  if (hasUnknown(options, SCAN)) return refuseUnknown("scan", options, SCAN);
  const { signal, store, format, concurrency = CONCURRENCY, keepGoing = false, onProgress } = options;
  const addresses = await expandFiles(typeof files === "string" ? [files] : files, { signal, store });
  const meter = progressMeter("scan", addresses.length, onProgress);
  const state = options.resume === undefined ? undefined : await stateAt(options.resume, store);
  const parts = new Map<number, OpenPart>();
  const failed: FailedFile[] = [];
  await forEachBounded(
    addresses.entries(),
    concurrency,
    async ([index, file]) => {
      try {
        const known = await state?.load(file, { signal, store });
        const part = known ?? (await openPart(file, { signal, store, format }));
        if (options.lenient !== true) checkLosses(part);
        parts.set(index, known ?? (await state?.keep(part, { signal, store })) ?? part);
      } catch (error) {
        if (!keepGoing || !isHyperslabError(error)) throw error;
        failed.push({ file, message: error.message });
      }
      meter.step(0);
    },
    signal,
  );
  meter.end();
  const opened = addresses.flatMap((_, index) => parts.get(index) ?? []);
  if (opened.length === 0) {
    throw new HyperslabError("not-found", "none of the files could be scanned", { hint: failed[0]?.message ?? "" });
  }
  const opening = { store, openOther: otherFiles(opened) };
  const { virtual, files: order } = await combine(opened, options, opening);
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

/** Opens files that parts refer to, as each part itself may: by what is allowed to it. */
function otherFiles(parts: readonly OpenPart[]): (address: string) => Promise<OpenedSource> | undefined {
  const openers = new Map<string, () => Promise<OpenedSource>>();
  for (const { file, dataset, group } of parts) {
    for (const url of dataset.references.table.urls) {
      if (url === OWN_FILE) continue;
      const facts = virtualFacts(group.hierarchy.store);
      openers.set(addressFrom(file, url), async () => {
        if (facts !== undefined) return facts.openSource(url);
        throw new HyperslabError(
          "unsupported",
          `${file} refers to ${url}, which cannot be read when files are combined`,
        );
      });
    }
  }
  return (address) => openers.get(address)?.();
}

async function openPart(file: string, options: OpenOptions): Promise<OpenPart> {
  const group = await openAddress(file, options);
  const isRoot = group instanceof Group && group.path === "";
  const dataset = isRoot
    ? ((await settle(group.hierarchy, options)) ?? (await datasetOfSet(group.hierarchy, options.signal)))
    : undefined;
  if (!(group instanceof Group) || dataset === undefined) {
    throw new HyperslabError("unsupported", "not a file that can be scanned", {
      location: group.hierarchy.store.location,
      hint: `It is ${group.hierarchy.title}, which is opened as it is: refs make gives references to it.`,
    });
  }
  return { file, dataset, group };
}

function checkLosses({ dataset, group }: OpenPart): void {
  const losses = dataset.notes.filter(({ isLoss }) => isLoss === true);
  if (losses.length === 0) return;
  const list = losses.map(({ path, message }) => `${path}: ${message}`).join("; ");
  throw new HyperslabError("unsupported", `the file holds what cannot be represented: ${list}`, {
    location: group.hierarchy.store.location,
    hint: "Give lenient: true (--lenient) to go on without it.",
  });
}
