/** The files that contain a dataset: the opened one, and those it refers to, each opened once. */
import { BlockReader } from "../../bytes/source/block-reader.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { type ErrorPlace, HyperslabError, isHyperslabError } from "../../errors.ts";
import { OWN_FILE } from "../../model/virtual/virtual-dataset.ts";
import { scannerLimits } from "../limits.ts";
import type { DecodeBytes, ScanInput } from "../scanner.ts";
import { Objects } from "./objects.ts";
import type { Hdf5File } from "./structures/file.ts";
import { GlobalHeap } from "./structures/global-heap.ts";
import { SharedMessages } from "./structures/shared-messages.ts";
import { readSuperblock } from "./structures/superblock.ts";

export interface Origin {
  /** As named in references: `OWN_FILE`, an address, or a path relative to the directory of the opened file. */
  readonly url: string;
  readonly file: Hdf5File;
  readonly objects: Objects;
  readonly heap: GlobalHeap;
  readonly root: number;
  /** Of the superblock. */
  readonly version: number;
}

export class Files {
  readonly #input: ScanInput;
  readonly #opened = new Map<string, Promise<Origin>>();
  #signal: AbortSignal | undefined;

  constructor(input: ScanInput) {
    this.#input = input;
    this.#signal = input.signal;
  }

  /** The file itself; undefined if it is not HDF5. */
  async own(): Promise<Origin | undefined> {
    const { source, place } = this.#input;
    const origin = await openFile(OWN_FILE, this.#cancellable(source), place, this.#input.decode);
    if (origin !== undefined) this.#opened.set(OWN_FILE, Promise.resolve(origin));
    return origin;
  }

  /** A file by the name that another one uses for it. */
  async open(name: string, from: Origin): Promise<Origin> {
    const url = addressFrom(from.url, name);
    const own = url === this.#input.name ? OWN_FILE : url;
    const known = this.#opened.get(own);
    if (known !== undefined) return known;
    const { otherFiles } = scannerLimits;
    // The file itself is among those that are open, and this one will be.
    if (otherFiles.isExceededBy(this.#opened.size)) {
      throw new HyperslabError("unsupported", `more than ${otherFiles.value} other files are referred to`, {
        location: url,
      });
    }
    const opening = this.#openOther(url);
    this.#opened.set(own, opening);
    // A file that could not be opened is tried again.
    opening.catch(() => this.#opened.delete(own));
    return opening;
  }

  /** The same, but returns a reason if it cannot be opened. */
  async tryOpen(name: string, from: Origin): Promise<Origin | string> {
    try {
      return await this.open(name, from);
    } catch (error) {
      if (isHyperslabError(error)) return error.what;
      throw error;
    }
  }

  async #openOther(url: string): Promise<Origin> {
    const { openSource } = this.#input;
    const place = { location: url };
    if (openSource === undefined) throw new HyperslabError("unsupported", "other files cannot be opened here", place);
    const source = this.#cancellable(await openSource(url));
    if (source.size !== undefined && (await source.size()) === undefined) {
      throw new HyperslabError("not-found", "it does not exist", place);
    }
    const origin = await openFile(url, source, place, this.#input.decode);
    if (origin !== undefined) return origin;
    throw new HyperslabError("invalid-data", "it is not an HDF5 file", place);
  }

  /** From now on, the signal of the scan no longer aborts reads: files are read as long as the dataset is open. */
  endScan(): void {
    this.#signal = undefined;
  }

  #cancellable(source: ByteSource): ByteSource {
    const { size } = source;
    return {
      ...source,
      read: (range, options) => source.read(range, { ...options, signal: this.#signal }),
      ...(size && { size: () => size({ signal: this.#signal }) }),
    };
  }
}

async function openFile(
  url: string,
  source: ByteSource,
  place: ErrorPlace,
  decode: DecodeBytes | undefined,
): Promise<Origin | undefined> {
  const reader = new BlockReader(source, { place, readAhead: true });
  const superblock = await readSuperblock(reader, place, decode);
  if (superblock === undefined) return undefined;
  const { file, root, extension, version } = superblock;
  const objects = new Objects(file, new SharedMessages(file, extension));
  return { url, file, objects, heap: new GlobalHeap(file), root, version };
}

/** A name relative to the directory of the file that contains it; addresses and absolute paths are unchanged. */
export function addressFrom(from: string, name: string): string {
  if (/^(?:[a-z][a-z\d+.-]+:|[/\\])/i.test(name)) return name;
  return from.slice(0, from.lastIndexOf("/") + 1) + name.replace(/^(?:\.\/)+/, "");
}
