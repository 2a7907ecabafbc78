/**
 * A snapshot as a store of Zarr keys: `air/zarr.json` is the document of a node, `air/c/0/1` a chunk wherever it lies.
 * A key without a node or reference is absent. A chunk whose bytes cannot be read is an error, never a fill value.
 */
import { resolveRange } from "../../bytes/source/byte-range.ts";
import { atPlace, HyperslabError } from "../../errors.ts";
import type { GetOptions, LocalRange, Store } from "../../stores/store.ts";
import { ZARR_JSON } from "../zarr-v3/metadata.ts";
import type { ChunkFinder } from "./chunk-finder.ts";
import type { ChunkReference } from "./manifest.ts";
import type { Snapshot, SnapshotNode } from "./snapshot.ts";
import { checkedDocument } from "./snapshot-documents.ts";
import { keysBelow, levelBelow } from "./snapshot-keys.ts";
import type { OpenTarget } from "./virtual-target.ts";

export interface SnapshotStoreOptions {
  /** Its name in messages. */
  readonly location: string;
  /** Its name in caches: never the same for two. */
  readonly place: string;
  /** The store of the repository. */
  readonly repository: Store;
  readonly finder: ChunkFinder;
  readonly openTarget: OpenTarget;
}

/** Useful concurrency for chunks that may lie on any server. */
const CONCURRENCY = 16;

export function snapshotStore(snapshot: Snapshot, options: SnapshotStoreOptions): Store {
  const { location, place, repository, finder, openTarget } = options;
  const within = <T>(key: string, run: () => Promise<T>): Promise<T> =>
    run().catch((error: unknown) => {
      throw atPlace(error, { location, key });
    });
  return {
    location,
    place,
    identity: snapshot,
    concurrency: repository.concurrency ?? CONCURRENCY,
    get: (key, given) =>
      within(key, async () => {
        given?.signal?.throwIfAborted();
        const document = documentAt(snapshot, key);
        if (document !== undefined) return part(document, given);
        const chunk = chunkAt(snapshot, key);
        const reference = chunk && (await finder.find(chunk.node, chunk.coords, given));
        return reference && readReference(reference, repository, openTarget, given);
      }),
    head: (key, given) =>
      within(key, async () => {
        const document = documentAt(snapshot, key);
        if (document !== undefined) return { size: document.byteLength };
        const chunk = chunkAt(snapshot, key);
        const reference = chunk && (await finder.find(chunk.node, chunk.coords, given));
        return reference && { size: lengthOf(reference) };
      }),
    list: (prefix, given) => keysBelow(snapshot, finder, prefix, given),
    listDirectory: (prefix, given) => levelBelow(snapshot, finder, prefix, given),
    localRanges: async (wanted) => wanted && localRanges(snapshot, options, wanted()),
  };
}

function documentAt({ nodes }: Snapshot, key: string): Uint8Array | undefined {
  if (key !== ZARR_JSON && !key.endsWith(`/${ZARR_JSON}`)) return undefined;
  const node = nodes.get(key.slice(0, Math.max(0, key.length - ZARR_JSON.length - 1)));
  return node && checkedDocument(node, key);
}

/** The array and coordinates of a chunk key; undefined if it is not one. */
function chunkAt(
  { nodes }: Snapshot,
  key: string,
): { readonly node: SnapshotNode; readonly coords: readonly number[] } | undefined {
  const match = /(?:^|\/)c((?:\/(?:0|[1-9][0-9]{0,9}))*)$/.exec(key);
  const node = match === null ? undefined : nodes.get(key.slice(0, match.index));
  if (node?.kind !== "array") return undefined;
  const coords = match![1]!.split("/").slice(1).map(Number);
  return coords.length === node.rank ? { node, coords } : undefined;
}

export function lengthOf(reference: ChunkReference): number {
  return reference.kind === "inline" ? reference.bytes.byteLength : reference.length;
}

function part(bytes: Uint8Array, given: GetOptions | undefined): Uint8Array {
  const { start, end } = resolveRange(given?.range, bytes.byteLength);
  return bytes.slice(start, end);
}

async function readReference(
  reference: ChunkReference,
  repository: Store,
  openTarget: OpenTarget,
  given: GetOptions = {},
): Promise<Uint8Array> {
  if (reference.kind === "inline") return part(reference.bytes, given);
  const { start, end } = resolveRange(given.range, reference.length);
  if (start === end) return new Uint8Array(0);
  const range = { offset: reference.offset + start, length: end - start };
  const { signal, room } = given;
  const source = reference.kind === "virtual" ? await openTarget(reference) : undefined;
  const name = reference.kind === "virtual" ? reference.location : `chunks/${reference.id}`;
  const bytes = await (source === undefined
    ? repository.get(name, { range, signal, room })
    : source.read(range, { signal, room }));
  if (bytes?.byteLength === range.length) return bytes;
  const problem =
    bytes === undefined
      ? "which does not exist"
      : `of which bytes ${range.offset} to ${range.offset + range.length} are needed, but it ends before that`;
  throw new HyperslabError("invalid-data", `the chunk lies in ${name}, ${problem}`, {
    hint: "A referenced chunk does not count as absent. Check whether files were moved, truncated or removed.",
  });
}

/** Where chunks lie in local files, for workers. Undefined if none of the wanted ones does. */
async function localRanges(
  snapshot: Snapshot,
  { repository, finder, openTarget }: SnapshotStoreOptions,
  wanted: Iterable<string>,
): Promise<((key: string) => LocalRange | undefined) | undefined> {
  const ranges = new Map<string, LocalRange>();
  const locate = async (key: string): Promise<LocalRange | undefined> => {
    const chunk = chunkAt(snapshot, key);
    const reference = chunk && (await finder.find(chunk.node, chunk.coords));
    if (reference === undefined || reference.kind === "inline") return undefined;
    const { offset, length } = reference;
    if (reference.kind === "native") {
      const path = repository.locate?.(`chunks/${reference.id}`);
      return path === undefined ? undefined : { path, offset, length };
    }
    const source = await openTarget(reference);
    if (source.path === undefined) return undefined;
    const version = source.version?.validator ?? (await source.validator?.());
    // The first access to a file fixes its version, for workers as well as for this thread.
    if (source.version !== undefined) source.version.validator ??= version;
    return { path: source.path, offset, length, version };
  };
  for (const key of wanted) {
    // A chunk that cannot be located is an error when it is read, not before.
    const range = await locate(key).catch(() => undefined);
    if (range !== undefined) ranges.set(key, range);
  }
  return ranges.size === 0 ? undefined : (key) => ranges.get(key);
}
