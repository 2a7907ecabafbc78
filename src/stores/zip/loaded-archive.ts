/** An opened archive: what it holds, and how its entries are read. */
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import type { ByteTarget } from "../../bytes/source/byte-target.ts";
import { type Archive, openArchive } from "./archive.ts";
import { type Contents, contentsOf } from "./contents.ts";
import type { DecompressOptions } from "./decompress.ts";
import type { EntryReader } from "./read-entry.ts";
import { type EachName, topFolderOf } from "./top-folder.ts";

export interface LoadOptions {
  readonly location: string;
  /** Where keys begin; `undefined` if the archive decides. */
  readonly topFolder: string | undefined;
  /** Where they begin in an archive that is still empty, if nothing else decides. */
  firstFolder?: string;
  readonly decompress: DecompressOptions;
}

export interface LoadedArchive {
  /** `undefined` if there are no bytes yet. */
  readonly archive: Archive | undefined;
  readonly topFolder: string;
  readonly contents: Contents;
  readonly reader: EntryReader;
  /** The target's stamp when it was opened. */
  readonly stamp: string | undefined;
}

export async function loadArchive(source: ByteSource | ByteTarget, options: LoadOptions): Promise<LoadedArchive> {
  const stamp = "stamp" in source ? await source.stamp?.() : undefined;
  const archive = await openArchive(source, options.location);
  const topFolder =
    options.topFolder ??
    (archive === undefined ? (options.firstFolder ?? "") : topFolderOf(archive.comment, namesOf(archive)));
  return {
    archive,
    topFolder,
    contents: contentsOf(archive?.directory, topFolder),
    reader: {
      source,
      decompress: options.decompress,
      shift: 0,
      findShift: async (request) => (await archive?.shift(request)) ?? 0,
      recent: undefined,
    },
    stamp,
  };
}

function namesOf({ directory: { count, names } }: Archive): EachName {
  return (see) => {
    for (let number = 0; number < count; number++) {
      if (!see(names.bytes, names.starts[number]!, names.ends[number]!)) return;
    }
  };
}

/** The archive in its current state. */
export interface CurrentArchive {
  /** The result of `get`, if already known. */
  readonly now: LoadedArchive | undefined;
  /** Opens the archive unless it is open. */
  get(): Promise<LoadedArchive>;
  set(archive: LoadedArchive): void;
  /** The next `get` opens it again. */
  forget(): void;
}

export function currentArchive(source: ByteSource | ByteTarget, options: LoadOptions): CurrentArchive {
  let loaded: Promise<LoadedArchive> | undefined;
  let now: LoadedArchive | undefined;
  const set = (archive: LoadedArchive | undefined): void => {
    now = archive;
    loaded = archive && Promise.resolve(archive);
  };
  return {
    get now() {
      return now;
    },
    get: () => {
      if (loaded !== undefined) return loaded;
      const mine = loadArchive(source, options);
      loaded = mine;
      // A failure is not cached: the next request tries again.
      mine.then(
        (archive) => loaded === mine && set(archive),
        () => loaded === mine && set(undefined),
      );
      return mine;
    },
    set,
    forget: () => set(undefined),
  };
}
