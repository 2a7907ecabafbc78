/**
 * The snapshot of an Icechunk repository as references: inline chunks are stored in the set, native ones lie in the
 * repository's files, virtual ones stay in place. File versions that the snapshot records are recorded in the set.
 */
import { parseLocation } from "../../dataset/open/location.ts";
import { HyperslabError } from "../../errors.ts";
import { isWithin, joinPath, relativePath } from "../../formats/documents/node-path.ts";
import type { VirtualReference } from "../../formats/icechunk/manifest.ts";
import type { SnapshotFacts } from "../../formats/icechunk/snapshot-facts.ts";
import { etagValidator } from "../../formats/icechunk/virtual-target.ts";
import { ZARR_JSON } from "../../formats/zarr-v3/metadata.ts";
import type { Reference } from "../../model/virtual/reference.ts";
import { ReferenceSet, type TargetFacts } from "../../model/virtual/reference-set.ts";
import type { Location } from "../../stores/location/parts.ts";
import type { Store, StoreOptions } from "../../stores/store.ts";
import { checkPlace, referenceTo } from "./stored-value.ts";
import { targetUrl } from "./target-url.ts";

/** References to the node at `path` of a snapshot and to all nodes below it. `location` is that of the repository. */
export async function referencesOfSnapshot(
  store: Store,
  facts: SnapshotFacts,
  location: Location,
  path: string,
  options: StoreOptions,
): Promise<ReferenceSet> {
  const repository = { store: facts.repository, location };
  checkPlace(repository);
  const set = new ReferenceSet();
  for (const node of facts.paths) {
    if (!isWithin(node, path)) continue;
    const key = joinPath(node, ZARR_JSON);
    const bytes = await store.get(key, options);
    if (bytes !== undefined) set.table.add(relativePath(key, path), { kind: "inline", bytes });
  }
  for await (const { key, reference } of facts.chunks(path, options)) {
    const name = relativePath(key, path);
    if (reference.kind === "inline") set.table.add(name, reference);
    else if (reference.kind === "native") {
      set.table.add(name, await referenceTo(repository, `chunks/${reference.id}`, reference, options));
    } else set.table.add(name, await virtualReference(set, reference, facts));
  }
  return set;
}

async function virtualReference(
  set: ReferenceSet,
  reference: VirtualReference,
  facts: SnapshotFacts,
): Promise<Reference> {
  const url = targetUrl(parseLocation(await facts.addressOf(reference)));
  const recorded = await recordedFacts(reference, facts);
  const known = set.targets.get(url);
  if (recorded !== undefined && known?.validator !== undefined && known.validator !== recorded.validator) {
    throw new HyperslabError(
      "unsupported",
      `the snapshot refers to two versions of ${url}, and a reference set records one`,
      { hint: "Copy the snapshot to Zarr instead." },
    );
  }
  if (recorded !== undefined && Object.keys(recorded).length > 0) set.targets.set(url, recorded);
  return { kind: "range", url, offset: reference.offset, length: reference.length };
}

/** A set cannot record a time: the file is compared with it now, and its current version is recorded. */
async function recordedFacts(reference: VirtualReference, facts: SnapshotFacts): Promise<TargetFacts | undefined> {
  const { etag, modified } = reference;
  if (etag !== undefined) return { validator: etagValidator(etag) };
  if (modified === undefined) return undefined;
  const source = await facts.openTarget(reference);
  const [size, validator] = await Promise.all([
    source.size?.(),
    source.path === undefined ? source.validator?.() : undefined,
  ]);
  return { ...(size === undefined ? {} : { size }), ...(validator === undefined ? {} : { validator }) };
}
