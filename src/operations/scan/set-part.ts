/**
 * JSON reference sets among the files of a scan. Sets of thousands of files usually have the same documents, and differ
 * only in their references: those are read straight into columns, and nodes are created only from documents that were
 * not seen before.
 */
import { resolveAddress } from "../../dataset/open/address.ts";
import { chosenStart, openSource, type ReachedOrigins } from "../../dataset/open/sources.ts";
import { openVirtual } from "../../dataset/virtual/open-virtual.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import { detectFormat } from "../../formats/detect.ts";
import type { OpenedSource } from "../../formats/format.ts";
import { noteList } from "../../formats/notes.ts";
import { readJsonReferences } from "../../formats/references/read-json.ts";
import { virtualStore } from "../../formats/virtual/virtual-store.ts";
import type { Node } from "../../model/node.ts";
import type { ReferenceSet } from "../../model/virtual/reference-set.ts";
import type { VirtualDataset } from "../../model/virtual/virtual-dataset.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import type { Store } from "../../stores/store.ts";
import { equalBytes } from "../copy/mismatch.ts";
import { operationLimits } from "../limits.ts";
import type { OpenPart, OpenTarget } from "./combine/part.ts";
import type { NamedFile } from "./files.ts";
import { datasetOfSet, isSpelledAlike } from "./set-dataset.ts";

const OPEN_OBJECT = 0x7b;

export interface SetOptions {
  readonly store?: StoreSettings | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Documents of a set, and the nodes that they describe. */
interface KnownDocuments {
  readonly documents: ReadonlyMap<string, Uint8Array>;
  readonly nodes: ReadonlyMap<string, Node>;
}

/** Opens the sets of one scan. */
export class SetParts {
  readonly #options: SetOptions;
  readonly #openTarget: OpenTarget;
  /** Of the last set whose nodes were created. */
  #known: KnownDocuments | undefined;

  constructor(options: SetOptions) {
    this.#options = options;
    this.#openTarget = targetOpener(options.store);
  }

  /** Returns undefined if it is not certainly a set in one JSON file; its format is then detected as for any file. */
  async open({ address: file, listed }: NamedFile): Promise<OpenPart | undefined> {
    const { store: settings, signal } = this.#options;
    // Targets that start elsewhere are renamed where sets are opened in general.
    if (!/\.json$/i.test(file) || chosenStart(settings?.references) !== undefined) return undefined;
    const place = isPlain(file) && listed !== undefined ? listed : await fileAt(file, settings);
    if (place === undefined) return undefined;
    const openTarget = this.#openTarget;
    const small = await smallFile(place.store, place.key, signal);
    if (small === undefined) return undefined;
    const set = await readJsonReferences(() => oneBlock(small), noteList(), settings?.references).catch(
      (error: unknown) => {
        if (isHyperslabError(error, "invalid-data") || isHyperslabError(error, "unsupported")) return undefined;
        throw error;
      },
    );
    const dataset = set === undefined || set.problems.size > 0 ? undefined : await this.#dataset(file, set);
    if (dataset === undefined) return undefined;
    const openOther = (url: string): Promise<OpenedSource> => openTarget(file, url);
    return { file, dataset, group: openVirtual(dataset, { location: file, store: settings, openOther }), openTarget };
  }

  async #dataset(file: string, set: ReferenceSet): Promise<VirtualDataset | undefined> {
    const documents = documentsOf(set);
    if (documents === undefined) return undefined;
    if (this.#known !== undefined && sameDocuments(this.#known.documents, documents)) {
      return { nodes: this.#known.nodes, references: set, notes: [] };
    }
    const store = virtualStore(set, { location: file, place: `part ${file}`, openSource: notAsked });
    const found = await detectFormat(store, "", { signal: this.#options.signal });
    const dataset =
      found?.node.kind === "group" ? await datasetOfSet(found.hierarchy, undefined, this.#options.signal) : undefined;
    if (dataset === undefined) return undefined;
    const isAlike = [...dataset.nodes.values()].every((node) => node.kind === "group" || isSpelledAlike(node));
    if (isAlike) this.#known = { documents, nodes: dataset.nodes };
    return dataset;
  }
}

/** Returns whether the address says nothing more than where the file is. */
function isPlain(file: string): boolean {
  return !/[|#]|::/.test(file);
}

/** Returns undefined if the address names a node in a hierarchy, or how to open it. */
async function fileAt(
  file: string,
  settings: StoreSettings | undefined,
): Promise<{ readonly store: Store; readonly key: string } | undefined> {
  const { store, path, format } = await resolveAddress(file, "", settings);
  return store.object === undefined || path !== "" || format !== undefined ? undefined : { store, key: store.object };
}

/** The whole file, if it is small and begins like JSON. */
async function smallFile(store: Store, key: string, signal: AbortSignal | undefined): Promise<Uint8Array | undefined> {
  const length = operationLimits.smallSetBytes.value;
  const bytes = await store.get(key, { range: { offset: 0, length }, signal });
  return bytes === undefined || bytes.byteLength >= length || bytes[0] !== OPEN_OBJECT ? undefined : bytes;
}

async function* oneBlock(bytes: Uint8Array): AsyncGenerator<Uint8Array, undefined> {
  yield bytes;
}

/** Documents are stored in the set. */
async function notAsked(url: string): Promise<never> {
  throw new HyperslabError("unsupported", `a metadata document is a reference to ${url}, not in the set itself`);
}

/**
 * Values whose name is not a number, which include everything that describes nodes. Undefined if some of them are
 * stored elsewhere.
 */
function documentsOf({ table }: ReferenceSet): ReadonlyMap<string, Uint8Array> | undefined {
  const documents = new Map<string, Uint8Array>();
  for (const [key, reference] of table.named()) {
    if (reference.kind !== "inline") return undefined;
    documents.set(key, reference.bytes);
  }
  return documents;
}

function sameDocuments(a: ReadonlyMap<string, Uint8Array>, b: ReadonlyMap<string, Uint8Array>): boolean {
  if (a.size !== b.size) return false;
  for (const [key, bytes] of b) {
    const own = a.get(key);
    if (own === undefined || !equalBytes(own, bytes)) return false;
  }
  return true;
}

/** Opens the targets of sets, as when each set is opened alone. */
function targetOpener(settings: StoreSettings | undefined): OpenTarget {
  const reached = new Map<string, ReachedOrigins>();
  return async (file, url) => {
    const address = await resolveAddress(file, "", settings);
    const own: ReachedOrigins = reached.get(file) ?? new Map();
    reached.set(file, own);
    return openSource(address, { store: settings }, own, url);
  };
}
