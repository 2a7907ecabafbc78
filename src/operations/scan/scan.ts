/** Foreign files as one dataset: each is scanned, all are checked against each other, and nothing is copied. */
import { forEachBounded, inOrder } from "../../bytes/concurrency.ts";
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import { type OpenOptions, openAddress } from "../../dataset/open/open.ts";
import { chosenStart } from "../../dataset/open/sources.ts";
import { type OnProgress, progressMeter } from "../../dataset/transfer.ts";
import { Group } from "../../dataset/tree/group.ts";
import { openVirtual } from "../../dataset/virtual/open-virtual.ts";
import { settle } from "../../dataset/virtual/settle.ts";
import { atPlace, HyperslabError, isHyperslabError } from "../../errors.ts";
import type { OpenedSource } from "../../formats/format.ts";
import { virtualFacts } from "../../formats/virtual/virtual-store.ts";
import { OWN_FILE, type VirtualDataset, type VirtualNote } from "../../model/virtual/virtual-dataset.ts";
import { SCAN } from "../option-names.ts";
import { lossesIn, refuseLosses } from "../refs/losses.ts";
import type { SaveAsParquetOptions, SavedParquetReferences } from "../refs/save-parquet.ts";
import type { SavedReferences, SaveReferencesOptions } from "../refs/save-references.ts";
import { Combination, type CombineOptions, type Placed } from "./combine/combine.ts";
import { addressFrom, type OpenPart, type OpenTarget } from "./combine/part.ts";
import { expandFiles, type NamedFile } from "./files.ts";
import type { ScanState } from "./scan-state.ts";
import { datasetOfSet } from "./set-dataset.ts";
import { SetParts } from "./set-part.ts";

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

const CONCURRENCY = 8;

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
  return scanNamed(addresses, options, state, []);
}

/** `before`: files that cannot be used, and were left out of `addresses`. */
async function scanNamed(
  addresses: readonly NamedFile[],
  options: ScanOptions,
  state: ScanState | undefined,
  before: readonly FailedFile[],
): Promise<ScanResult> {
  const { signal, store, format, concurrency = CONCURRENCY, keepGoing = false, onProgress } = options;
  const meter = progressMeter("scan", addresses.length, onProgress);
  const failed: FailedFile[] = [...before];
  const combination = new Combination(options);
  const others: OtherFiles = new Map();
  const sets = new SetParts({ store, signal });
  let count = 0;
  const opened = async (file: NamedFile): Promise<OpenPart | undefined> => {
    try {
      return await openFor(file);
    } catch (error) {
      if (!keepGoing || !isHyperslabError(error)) throw error;
      failed.push({ file: file.address, message: error.message });
      meter.step(0);
      return undefined;
    }
  };
  /** Files get their places in the order in which they were named; the remaining work waits for no other file. */
  async function* placed(): AsyncGenerator<Placed> {
    for await (const part of inOrder(addresses, concurrency, opened)) {
      if (part === undefined) continue;
      noteTargets(others, part);
      count += 1;
      yield combination.place(part);
    }
  }
  let first: FailedFile | undefined;
  const addOne = async ({ file, isFirst, add }: Placed): Promise<void> => {
    try {
      await add();
    } catch (error) {
      if (!keepGoing || !isHyperslabError(error) || error.code === "invalid-request") throw error;
      count -= 1;
      if (isFirst) {
        first = { file, message: error.message };
        throw error;
      }
      failed.push({ file, message: error.message });
    }
    meter.step(0);
  };
  await forEachBounded(placed(), concurrency, addOne, signal).catch((error: unknown) => {
    if (first === undefined) throw error;
  });
  // All others were compared with it.
  if (first !== undefined) {
    const { file } = first;
    const others = addresses.filter(({ address }) => address !== file);
    return scanNamed(others, options, state, [...before, first]);
  }
  async function openFor(named: NamedFile): Promise<OpenPart> {
    const { address: file } = named;
    const known = await state?.load(file, { signal, store });
    const isSet = format === undefined && state === undefined;
    const part =
      known ?? (isSet ? await sets.open(named) : undefined) ?? (await openPart(file, { signal, store, format }));
    if (options.lenient !== true) refuseLosses(lossesIn(part.dataset.notes), part.group.hierarchy.store.location);
    return known ?? (await state?.keep(part, { signal, store })) ?? part;
  }
  meter.end();
  if (count === 0) {
    const [reason] = failed;
    if (reason === undefined) throw new HyperslabError("invalid-request", "no files were given");
    throw new HyperslabError("not-found", "none of the files could be scanned", { hint: reason.message });
  }
  checkListed(options, failed);
  const opening = { store, openOther: otherFiles(others) };
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
  throw new HyperslabError(
    "invalid-request",
    `a list needs one value per file, but ${failed[0]!.file} could not be used`,
    {
      hint: `${failed[0]!.message} Leave out its value and the file.`,
    },
  );
}

/** By address: how to open files that were not named, but are referenced by named ones. */
type OtherFiles = Map<string, { readonly file: string; readonly url: string; readonly open: OpenTarget }>;

function noteTargets(others: OtherFiles, { file, dataset, openTarget: open }: OpenPart): void {
  for (const url of dataset.references.table.urls) {
    if (url !== OWN_FILE) others.set(addressFrom(file, url), { file, url, open });
  }
}

/** Each is opened with the permissions of the file that refers to it. */
function otherFiles(others: OtherFiles): (address: string) => Promise<OpenedSource> | undefined {
  return (address) => {
    const known = others.get(address);
    return known?.open(known.file, known.url);
  };
}

/** Opens the file again, because parts are not kept. */
function targetOpener(options: OpenOptions): OpenTarget {
  return async (file, url) => {
    const { hierarchy } = await openAddress(file, options);
    const facts = virtualFacts(hierarchy.store);
    if (facts !== undefined) return facts.openSource(url);
    throw new HyperslabError("unsupported", `${file} refers to ${url}, which cannot be read when files are combined`);
  };
}

async function openPart(file: string, options: OpenOptions): Promise<OpenPart> {
  const group = await openAddress(file, options);
  const isRoot = group instanceof Group && group.path === "";
  const dataset = isRoot
    ? ((await settle(group.hierarchy, { signal: options.signal, notesLosses: true })) ??
      (await datasetOfSet(group.hierarchy, chosenStart(options.store?.references), options.signal)))
    : undefined;
  if (!(group instanceof Group) || dataset === undefined) {
    throw new HyperslabError("unsupported", "not a file that can be scanned", {
      location: group.hierarchy.store.location,
      hint: `It is ${group.hierarchy.title}, which is opened directly: refs make creates references to it.`,
    });
  }
  // A chunk without a reference would read as the fill value.
  const [problem] = dataset.references.problems.values();
  if (problem !== undefined) throw atPlace(problem, { location: file });
  return { file, dataset, group, openTarget: targetOpener(options) };
}
