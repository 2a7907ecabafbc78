/**
 * The objects of an Icechunk repository. Version 2 begins with the file `repo`, which lists all branches, tags and
 * commits; version 1 has a small file for each branch and tag, and each snapshot names its parent.
 *
 *     repo                                version 2
 *     refs/branch.NAME/ref.json           version 1: {"snapshot": "1CECHNKREP0F1RSTCMT0"}
 *     refs/tag.NAME/ref.json              and ref.json.deleted beside it if the tag was deleted
 *     snapshots/ID  manifests/ID  transactions/ID  chunks/ID
 */
import { atPlace, HyperslabError } from "../../errors.ts";
import type { Store, StoreOptions } from "../../stores/store.ts";
import { getDocumentBytes } from "../documents/document.ts";
import type { OpenOptions } from "../format.ts";
import { type Containers, containersInYaml, containersOf } from "./containers.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { type FileKind, isMetadataFile, type MetadataFile, readMetadataFile } from "./metadata-file.ts";
import { isObjectId } from "./object-id.ts";
import { ambiguousRef, DEFAULT_BRANCH, meaningOfRef, missingRef } from "./refs.ts";
import { type CommitInfo, type RepoInfo, readRepoInfo } from "./repo-info.ts";
import { readSnapshot, type Snapshot } from "./snapshot.ts";
import { readTransactionLog, type TransactionLog } from "./transaction-log.ts";
import { branchKey, listRefs, type NamedRef, oldTag, readRef } from "./version-one.ts";

/** Branches and tags, each with the id of its snapshot, sorted by name. */
export interface Refs {
  readonly branches: readonly NamedRef[];
  readonly tags: readonly NamedRef[];
}

/** What opening needs besides the store. */
export type RepositoryOptions = Pick<OpenOptions, "signal" | "asked" | "decodeZstd" | "zstdDictionary">;

const FOLDERS: Readonly<Record<Exclude<FileKind, "repository">, string>> = {
  snapshot: "snapshots",
  manifest: "manifests",
  "transaction log": "transactions",
};

/** The repository at the root of a store; undefined if it is proven that there is none. */
export async function openRepository(store: Store, options: RepositoryOptions): Promise<Repository | undefined> {
  const own = await getDocumentBytes(store, "repo", options);
  if (own instanceof Uint8Array && isMetadataFile(own)) {
    const file = await readMetadataFile(own, "repository", placeOf(store, "repo"), decoder(options));
    return new Repository(
      store,
      options,
      at(store, "repo", () => readRepoInfo(file)),
    );
  }
  const main = await getDocumentBytes(store, branchKey(DEFAULT_BRANCH), options);
  return main instanceof Uint8Array ? new Repository(store, options, undefined) : undefined;
}

export class Repository {
  readonly store: Store;
  /** Undefined in version 1. */
  readonly info: RepoInfo | undefined;
  readonly #options: RepositoryOptions;

  constructor(store: Store, options: RepositoryOptions, info: RepoInfo | undefined) {
    this.store = store;
    this.info = info;
    this.#options = options;
  }

  get version(): 1 | 2 {
    return this.info === undefined ? 1 : 2;
  }

  /** Returns whether this is the name of a branch or tag, as far as that is known without a request. */
  knows(ref: string): boolean {
    const { kinds, name } = meaningOfRef(ref);
    const { branches, tags } = this.info ?? {};
    return (kinds.includes("branch") && branches?.has(name)) || (kinds.includes("tag") && tags?.has(name)) || false;
  }

  /** The id of the snapshot that a branch, a tag or an id stands for. */
  async resolve(ref: string = `branch.${DEFAULT_BRANCH}`, options: StoreOptions = this.#options): Promise<string> {
    const { kinds, name } = meaningOfRef(ref);
    const [branch, tag] = await Promise.all([
      kinds.includes("branch") ? this.#branch(name, options) : undefined,
      kinds.includes("tag") ? this.#tag(name, options) : undefined,
    ]);
    if (branch !== undefined && tag !== undefined && branch !== tag) throw ambiguousRef(name, this.store.location);
    const found = branch ?? tag ?? (kinds.includes("snapshot") && isObjectId(name) ? name : undefined);
    if (found === undefined) throw missingRef(ref, this.store.location, this.#knownRefs());
    return found;
  }

  async refs(options: StoreOptions = this.#options): Promise<Refs> {
    if (this.info === undefined) return listRefs(this.store, options);
    const sorted = (refs: ReadonlyMap<string, string>): readonly NamedRef[] =>
      Array.from(refs, ([name, snapshot]) => ({ name, snapshot })).sort((a, b) => (a.name < b.name ? -1 : 1));
    return { branches: sorted(this.info.branches), tags: sorted(this.info.tags) };
  }

  /** Goes from a snapshot to the first one. Cyclic parents are refused. */
  async *ancestry(id: string, options: StoreOptions = this.#options): AsyncGenerator<CommitInfo, void, undefined> {
    const seen = new Set<string>();
    for (let next: string | undefined = id; next !== undefined; ) {
      if (seen.has(next)) {
        throw new HyperslabError("invalid-data", `the snapshot ${next} is among its own ancestors`, {
          location: this.store.location,
        });
      }
      seen.add(next);
      const commit: CommitInfo = await this.#commit(next, options);
      yield commit;
      next = commit.parent;
    }
  }

  async snapshot(id: string, options: StoreOptions = this.#options): Promise<Snapshot> {
    const { file, key } = await this.#file("snapshot", id, options);
    return at(this.store, key, () => readSnapshot(file, id));
  }

  async manifest(id: string, snapshot: Snapshot, options: StoreOptions = this.#options): Promise<Manifest> {
    const info = snapshot.manifests.get(id);
    const { file, key, size } = await this.#file("manifest", id, options);
    const manifest = await atLater(this.store, key, () => readManifest(file, id, this.#options.zstdDictionary));
    if (info !== undefined && (info.size !== size || info.references !== manifest.references)) {
      const [says, has] = [info, { size, references: manifest.references }].map(
        (facts) => `${facts.references} references in ${facts.size} bytes`,
      );
      throw new HyperslabError("invalid-data", `the manifest has ${has}, but the snapshot says ${says}`, {
        ...placeOf(this.store, key),
      });
    }
    return manifest;
  }

  async transactionLog(id: string, options: StoreOptions = this.#options): Promise<TransactionLog> {
    const { file, key } = await this.#file("transaction log", id, options);
    return at(this.store, key, () => readTransactionLog(file, id));
  }

  /** The URLs of named containers of virtual chunks. */
  async containers(options: StoreOptions = this.#options): Promise<Containers> {
    if (this.info !== undefined) return containersOf(this.info.config);
    const yaml = await this.store.get("config.yaml", { signal: options.signal });
    return yaml === undefined ? new Map() : containersInYaml(new TextDecoder().decode(yaml));
  }

  async #branch(name: string, options: StoreOptions): Promise<string | undefined> {
    if (this.info !== undefined) return this.info.branches.get(name);
    const { asked } = this.#options;
    return name.includes("/") ? undefined : readRef(this.store, branchKey(name), { ...options, asked });
  }

  async #tag(name: string, options: StoreOptions): Promise<string | undefined> {
    if (this.info !== undefined) return this.info.tags.get(name);
    return name.includes("/") ? undefined : oldTag(this.store, name, options);
  }

  #knownRefs(): readonly string[] | undefined {
    return this.info && [...this.info.branches.keys(), ...this.info.tags.keys()];
  }

  async #commit(id: string, options: StoreOptions): Promise<CommitInfo> {
    if (this.info === undefined) return { ...(await this.snapshot(id, options)), pruned: [] };
    const commit = this.info.commits.get(id);
    if (commit === undefined) throw missingRef(id, this.store.location, this.#knownRefs());
    return commit;
  }

  async #file(
    kind: keyof typeof FOLDERS,
    id: string,
    options: StoreOptions,
  ): Promise<{ readonly file: MetadataFile; readonly key: string; readonly size: number }> {
    const key = `${FOLDERS[kind]}/${id}`;
    const bytes = await this.store.get(key, { signal: options.signal });
    if (bytes === undefined) {
      throw new HyperslabError("not-found", `the repository has no ${kind} ${id}`, {
        ...placeOf(this.store, key),
        hint: "It never existed, or was removed by garbage collection.",
      });
    }
    const place = placeOf(this.store, key);
    return { file: await readMetadataFile(bytes, kind, place, decoder(this.#options)), key, size: bytes.byteLength };
  }
}

/** Runs a reader of the file at `key`, and adds that key to its errors. */
function at<T>(store: Store, key: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw atPlace(error, placeOf(store, key));
  }
}

async function atLater<T>(store: Store, key: string, read: () => Promise<T>): Promise<T> {
  return read().catch((error: unknown) => {
    throw atPlace(error, placeOf(store, key));
  });
}

function placeOf({ location }: Store, key: string): { readonly location: string; readonly key: string } {
  return { location, key };
}

function decoder({ decodeZstd }: RepositoryOptions): NonNullable<RepositoryOptions["decodeZstd"]> {
  if (decodeZstd !== undefined) return decodeZstd;
  throw new HyperslabError("unsupported", "Icechunk needs a Zstandard decoder, but none was given");
}
