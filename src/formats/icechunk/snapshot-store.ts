/**
 * A snapshot as a store of Zarr keys: `air/zarr.json` is the document of a node, `air/c/0/1` a chunk wherever it lies. A key
 * without a node or reference is absent. A chunk whose bytes cannot be had is an error, never a fill value.
 */
import { resolveRange } from "../../bytes/source/byte-range.ts";
import { atPlace, HyperslabError } from "../../errors.ts";
import type { GetOptions, LocalRange, Store } from "../../stores/store.ts";
import { joinPath } from "../documents/node-path.ts";
import { formatLimits } from "../limits.ts";
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
  /** What caches call it: never the same for two. */
  readonly place: string;
  /** The store of the repository. */
  readonly repository: Store;
  readonly finder: ChunkFinder;
  readonly openTarget: OpenTarget;
}

/** Reads at once that pay, for chunks that may lie on any server. */
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
    localRanges: (folder) => within(folder, () => localRanges(snapshot, options, folder)),
  };
}

function documentAt({ nodes }: Snapshot, key: string): Uint8Array | undefined {
  if (key !== ZARR_JSON && !key.endsWith(`/${ZARR_JSON}`)) return undefined;
  const node = nodes.get(key.slice(0, Math.max(0, key.length - ZARR_JSON.length - 1)));
  return node && checkedDocument(node, key);
}

/** The array and coordinates of a chunk's key; undefined if it is none. */
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
      : `of which bytes ${range.offset} to ${range.offset + range.length} are needed, and it ends before that`;
  throw new HyperslabError("invalid-data", `the chunk lies in ${name}, ${problem}`, {
    hint: "A chunk that is referred to is not an absent one. Check whether files were moved, cut off or removed.",
  });
}

/** Where the chunks of one array lie in local files, for workers. Undefined: none of its chunks does. */
async function localRanges(
  snapshot: Snapshot,
  { repository, finder, openTarget }: SnapshotStoreOptions,
  folder: string,
): Promise<((key: string) => LocalRange | undefined) | undefined> {
  const node = snapshot.nodes.get(folder.replace(/(?:^|\/)c$/, ""));
  if (node?.kind !== "array") return undefined;
  await finder.prepare(node);
  const virtual = await localTargets(finder, node, openTarget);
  if (repository.locate === undefined && virtual.size === 0) return undefined;
  return (key) => {
    const chunk = chunkAt(snapshot, key);
    const reference = chunk && finder.findNow(chunk.node, chunk.coords);
    if (reference === undefined || reference.kind === "inline") return undefined;
    const path =
      reference.kind === "native"
        ? repository.locate?.(joinPath("chunks", reference.id))
        : virtual.get(reference.location);
    return path === undefined ? undefined : { path, offset: reference.offset, length: reference.length };
  };
}

/** Paths of the local files that virtual chunks of an array lie in, by location. */
async function localTargets(
  finder: ChunkFinder,
  node: SnapshotNode,
  openTarget: OpenTarget,
): Promise<ReadonlyMap<string, string>> {
  const paths = new Map<string, string>();
  const seen = new Set<string>();
  let count = 0;
  for (const reference of finder.atHand(node)) {
    count += 1;
    // Finding out more would take longer than the workers save.
    if (formatLimits.icechunkLocatedChunks.isExceededBy(count)) break;
    if (reference.kind !== "virtual" || seen.has(reference.location)) continue;
    seen.add(reference.location);
    // One that cannot be opened is an error when it is read, not before.
    const path = await openTarget(reference).then(
      (source) => source.path,
      () => undefined,
    );
    if (path !== undefined) paths.set(reference.location, path);
  }
  return paths;
}
