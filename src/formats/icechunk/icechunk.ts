/**
 * Reads Icechunk repositories: Zarr v3 with a history. A snapshot is opened as a store of Zarr keys, and the hierarchy
 * in it like any other. The node path may begin with a branch, tag or snapshot: `@v1/air`.
 */
import { closestName } from "../../bytes/text/closest-name.ts";
import { atPlace, HyperslabError } from "../../errors.ts";
import type { DirectoryPlace, Place } from "../../stores/place.ts";
import { placeOf } from "../../stores/store.ts";
import { setContainer } from "../container.ts";
import { normalizePath } from "../documents/node-path.ts";
import type { Format, OpenedNode, OpenOptions } from "../format.ts";
import { ChunkFinder } from "./chunk-finder.ts";
import { DEFAULT_BRANCH, splitRef } from "./refs.ts";
import { openRepository } from "./repository.ts";
import type { Snapshot } from "./snapshot.ts";
import { setSnapshotFacts } from "./snapshot-facts.ts";
import { chunksBelow } from "./snapshot-keys.ts";
import { snapshotStore } from "./snapshot-store.ts";
import { virtualTargets } from "./virtual-target.ts";

export const icechunk: Format = {
  open: async (place, options = {}) => (isDirectory(place) ? openSnapshot(place, options) : undefined),
};

function isDirectory(place: Place): place is DirectoryPlace {
  return place.kind === "directory";
}

/** Snapshots opened in this process are numbered to keep their cache names apart. */
let opened = 0;

async function openSnapshot({ store, path }: DirectoryPlace, options: OpenOptions): Promise<OpenedNode | undefined> {
  const { openSource, openWithin } = options;
  if (openSource === undefined || openWithin === undefined) return undefined;
  const repository = await openRepository(store, options);
  if (repository === undefined) return undefined;
  const { ref, path: node } = splitRef(normalizePath(path), (text) => repository.knows(text));
  const id = await repository.resolve(ref, options);
  const location = `${store.location}|icechunk:@${ref ?? DEFAULT_BRANCH}`;
  const snapshot = await repository.snapshot(id, options);
  opened += 1;
  const finder = new ChunkFinder(repository, snapshot);
  const targets = virtualTargets(
    openSource,
    once(() => repository.containers({})),
  );
  const inner = snapshotStore(snapshot, {
    location,
    place: `icechunk ${opened} ${placeOf(store)}/${id}`,
    repository: store,
    finder,
    openTarget: targets.open,
  });
  setContainer(inner, "Icechunk");
  setSnapshotFacts(inner, {
    repository: store,
    openSource,
    paths: [...snapshot.nodes.keys()],
    chunks: (below, given) => chunksBelow(snapshot, finder, below, given),
    addressOf: targets.addressOf,
    openTarget: targets.open,
  });
  // Requested documents, and metadata above, belong to the repository's store, not to the inner one.
  const given: OpenOptions = { ...options, asked: undefined, dropAbove: undefined };
  const found = await openWithin(inner, node, given);
  if (found === undefined) throw atPlace(missing(snapshot, node), { location, node });
  return found;
}

function once<T>(run: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= run().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}

function missing({ id, nodes }: Snapshot, path: string): HyperslabError {
  if (nodes.size === 0) {
    return new HyperslabError("not-found", `the snapshot ${id} is empty: it holds no array or group`, {
      hint: "The first snapshot of a repository always is. hyperslab log shows the others.",
    });
  }
  const near = closestName(path, [...nodes.keys()]);
  return new HyperslabError("not-found", `the snapshot ${id} has no node /${path}`, {
    hint: near === undefined ? "hyperslab tree shows its nodes." : `Did you mean ${near}?`,
  });
}
