/**
 * The Zarr keys of a snapshot below a prefix. Chunks are listed from their manifests, which are read only if the prefix
 * reaches them.
 */
import type { DirectoryListing, StoreEntry, StoreOptions } from "../../stores/store.ts";
import { isWithin, joinPath, nameOf, parentPath } from "../documents/node-path.ts";
import { ZARR_JSON } from "../zarr-v3/metadata.ts";
import type { ChunkFinder } from "./chunk-finder.ts";
import type { ChunkReference } from "./manifest.ts";
import type { Snapshot, SnapshotNode } from "./snapshot.ts";

/** The folder of an array that contains its chunks: Icechunk supports only Zarr's default keys. */
const CHUNKS = "c";

/** Every key below a prefix. */
export async function* keysBelow(
  { nodes }: Snapshot,
  finder: ChunkFinder,
  prefix: string,
  options?: StoreOptions,
): AsyncGenerator<StoreEntry, void, undefined> {
  for (const node of nodes.values()) {
    const chunks = joinPath(node.path, CHUNKS);
    const document = joinPath(node.path, ZARR_JSON);
    if (isBelow(document, prefix)) yield { key: document, size: node.document.byteLength };
    if (isBelow(chunks, prefix) || isWithin(prefix, chunks)) yield* chunkKeys(node, finder, prefix, options);
  }
}

/** Every stored chunk of the arrays at a path and below it, by its key. */
export async function* chunksBelow(
  { nodes }: Snapshot,
  finder: ChunkFinder,
  path: string,
  options?: StoreOptions,
): AsyncGenerator<{ readonly key: string; readonly reference: ChunkReference }, void, undefined> {
  for (const node of nodes.values()) {
    if (!isWithin(node.path, path)) continue;
    for await (const { coords, reference } of finder.all(node, options)) {
      yield { key: joinPath(node.path, [CHUNKS, ...coords].join("/")), reference };
    }
  }
}

async function* chunkKeys(
  node: SnapshotNode,
  finder: ChunkFinder,
  prefix: string,
  options?: StoreOptions,
): AsyncGenerator<StoreEntry, void, undefined> {
  for await (const { coords, reference } of finder.all(node, options)) {
    const key = joinPath(node.path, [CHUNKS, ...coords].join("/"));
    const size = reference.kind === "inline" ? reference.bytes.byteLength : reference.length;
    if (isBelow(key, prefix)) yield { key, size };
  }
}

/** One level. Groups are listed without reading a manifest. */
export async function levelBelow(
  snapshot: Snapshot,
  finder: ChunkFinder,
  prefix: string,
  options?: StoreOptions,
): Promise<DirectoryListing> {
  options?.signal?.throwIfAborted();
  const own = snapshot.nodes.get(prefix);
  const keys = new Set<string>(own === undefined ? [] : [ZARR_JSON]);
  const prefixes = new Set<string>();
  for (const { path } of snapshot.nodes.values()) {
    if (path !== prefix && isWithin(path, prefix)) prefixes.add(firstName(path, prefix));
  }
  const array = own?.kind === "array" ? own : arrayAbove(snapshot, prefix);
  if (array === undefined) return sorted(keys, prefixes);
  const depth = prefix === "" ? 0 : prefix.split("/").length;
  for await (const { key } of chunkKeys(array, finder, prefix, options)) {
    const names = key.split("/");
    (names.length === depth + 1 ? keys : prefixes).add(names[depth]!);
    // For an array itself, only the folder is shown.
    if (array === own && array.rank > 0) break;
  }
  return sorted(keys, prefixes);
}

/** The array in whose folder of chunks a prefix lies. */
function arrayAbove({ nodes }: Snapshot, prefix: string): SnapshotNode | undefined {
  for (let at: string | undefined = prefix; at !== undefined && at !== ""; at = parentPath(at)) {
    if (nodes.has(at)) return undefined;
    const above = nodes.get(parentPath(at) ?? "");
    if (above !== undefined) return above.kind === "array" && nameOf(at) === CHUNKS ? above : undefined;
  }
  return undefined;
}

function firstName(path: string, prefix: string): string {
  return path.slice(prefix === "" ? 0 : prefix.length + 1).split("/")[0]!;
}

function isBelow(key: string, prefix: string): boolean {
  return prefix === "" || key.startsWith(`${prefix}/`);
}

function sorted(keys: ReadonlySet<string>, prefixes: ReadonlySet<string>): DirectoryListing {
  return { keys: [...keys].sort(), prefixes: [...prefixes].sort() };
}
