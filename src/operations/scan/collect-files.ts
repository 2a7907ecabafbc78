/**
 * Opens the files of a scan and combines those that can be used. With `keepGoing`, the others are listed with the reason.
 */
import { forEachBounded, inOrder } from "../../bytes/concurrency.ts";
import { type OpenOptions, openAddress } from "../../dataset/open/open.ts";
import { chosenStart } from "../../dataset/open/sources.ts";
import { type ProgressMeter, progressMeter } from "../../dataset/transfer.ts";
import { Group } from "../../dataset/tree/group.ts";
import { settle } from "../../dataset/virtual/settle.ts";
import { atPlace, HyperslabError, isHyperslabError } from "../../errors.ts";
import type { OpenedSource } from "../../formats/format.ts";
import { virtualFacts } from "../../formats/virtual/virtual-store.ts";
import { OWN_FILE } from "../../model/virtual/virtual-dataset.ts";
import { leftOutIn } from "../info/left-out.ts";
import { refuseLeftOut } from "../refs/refuse-left-out.ts";
import { Combination, type Placed } from "./combine/combine.ts";
import { addressFrom, type OpenPart, type OpenTarget } from "./combine/part.ts";
import type { NamedFile } from "./files.ts";
import type { FailedFile, ScanOptions } from "./scan.ts";
import type { ScanState } from "./scan-state.ts";
import { datasetOfSet } from "./set-dataset.ts";
import { SetParts } from "./set-part.ts";

export interface CollectedFiles {
  readonly combination: Combination;
  /** The number of files in the combination. */
  readonly count: number;
  readonly failed: readonly FailedFile[];
  /** Opens a file that was not named, but that a named one refers to. */
  openOther(address: string): Promise<OpenedSource> | undefined;
}

const CONCURRENCY = 8;

export async function collectFiles(
  files: readonly NamedFile[],
  options: ScanOptions,
  state: ScanState | undefined,
): Promise<CollectedFiles> {
  const failed: FailedFile[] = [];
  for (let remaining = files; ; ) {
    const meter = progressMeter("scan", remaining.length, options.onProgress);
    const collector = new Collector(options, state, meter);
    await collector.run(remaining);
    const { failedFirst } = collector;
    if (failedFirst === undefined) {
      meter.end();
      const { combination, count, openOther } = collector;
      return { combination, count, openOther, failed: [...failed, ...collector.failed] };
    }
    // The others were compared with this file, so all of them are compared again without it.
    failed.push(failedFirst);
    remaining = remaining.filter(({ address }) => address !== failedFirst.file);
  }
}

class Collector {
  readonly combination: Combination;
  readonly failed: FailedFile[] = [];
  count = 0;
  /** A file that failed although others may have been compared with it. */
  failedFirst: FailedFile | undefined;
  readonly #options: ScanOptions;
  readonly #state: ScanState | undefined;
  readonly #meter: ProgressMeter;
  readonly #sets: SetParts;
  readonly #others = new Map<string, { readonly file: string; readonly url: string; readonly open: OpenTarget }>();

  constructor(options: ScanOptions, state: ScanState | undefined, meter: ProgressMeter) {
    this.combination = new Combination(options);
    this.#options = options;
    this.#state = state;
    this.#meter = meter;
    this.#sets = new SetParts({ store: options.store, signal: options.signal });
  }

  /** The file is opened with the permissions of the one that refers to it. */
  readonly openOther = (address: string): Promise<OpenedSource> | undefined => {
    const known = this.#others.get(address);
    return known?.open(known.file, known.url);
  };

  async run(files: readonly NamedFile[]): Promise<void> {
    const { concurrency = CONCURRENCY, signal } = this.#options;
    try {
      await forEachBounded(this.#placed(files, concurrency), concurrency, (file) => this.#add(file), signal);
    } catch (error) {
      if (this.failedFirst === undefined) throw error;
    }
  }

  /** Files get their places in the order in which they were named; the remaining work waits for no other file. */
  async *#placed(files: readonly NamedFile[], concurrency: number): AsyncGenerator<Placed> {
    for await (const part of inOrder(files, concurrency, (file) => this.#openIfUsable(file))) {
      if (part === undefined) continue;
      const { file, openTarget: open } = part;
      for (const url of part.dataset.references.table.urls) {
        if (url !== OWN_FILE) this.#others.set(addressFrom(file, url), { file, url, open });
      }
      this.count += 1;
      yield this.combination.place(part);
    }
  }

  async #openIfUsable(named: NamedFile): Promise<OpenPart | undefined> {
    try {
      return await this.#open(named);
    } catch (error) {
      if (this.#options.keepGoing !== true || !isHyperslabError(error)) throw error;
      this.failed.push({ file: named.address, message: error.message });
      this.#meter.step(0);
      return undefined;
    }
  }

  async #open(named: NamedFile): Promise<OpenPart> {
    const { signal, store, format, lenient = false } = this.#options;
    const { address: file } = named;
    const state = this.#state;
    const version = await state?.version(file, { signal, store });
    const known = await state?.load(file, version, { signal, store });
    const isSet = format === undefined && state === undefined;
    const part =
      known ?? (isSet ? await this.#sets.open(named) : undefined) ?? (await openPart(file, { signal, store, format }));
    if (!lenient) refuseLeftOut(leftOutIn(part.dataset.notes), part.group.hierarchy.store.location);
    return known ?? (await state?.keep(part, version, { signal, store })) ?? part;
  }

  async #add({ file, isFirst, add }: Placed): Promise<void> {
    try {
      await add();
    } catch (error) {
      const isKept = this.#options.keepGoing === true && isHyperslabError(error) && error.code !== "invalid-request";
      if (!isKept) throw error;
      this.count -= 1;
      const failed = { file, message: error.message };
      if (isFirst) {
        this.failedFirst = failed;
        throw error;
      }
      this.failed.push(failed);
    }
    this.#meter.step(0);
  }
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
