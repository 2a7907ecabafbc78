/**
 * Finds the chunks of one snapshot. A manifest is read once, when a chunk in its extent is requested, and kept while
 * there is room.
 */
import { atPlace } from "../../errors.ts";
import type { StoreOptions } from "../../stores/store.ts";
import { formatLimits } from "../limits.ts";
import type { ArrayReferences, ChunkReference, Manifest } from "./manifest.ts";
import type { Repository } from "./repository.ts";
import type { ManifestRef, Snapshot, SnapshotNode } from "./snapshot.ts";

/** A chunk that is stored. */
export interface FoundChunk {
  readonly coords: readonly number[];
  readonly reference: ChunkReference;
}

interface Kept {
  readonly reading: Promise<Manifest>;
  manifest?: Manifest;
}

export class ChunkFinder {
  readonly #repository: Repository;
  readonly #snapshot: Snapshot;
  /** The most recently used one is last. */
  readonly #kept = new Map<string, Kept>();

  constructor(repository: Repository, snapshot: Snapshot) {
    this.#repository = repository;
    this.#snapshot = snapshot;
  }

  /** Returns undefined if the chunk is proven not to be stored. */
  async find(
    node: SnapshotNode,
    coords: readonly number[],
    options?: StoreOptions,
  ): Promise<ChunkReference | undefined> {
    for (const manifest of node.manifests) {
      if (!covers(manifest, coords)) continue;
      const found = this.#in(manifest.id, await this.#references(node, manifest.id, options), coords);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Every stored chunk of an array, manifest by manifest. */
  async *all(node: SnapshotNode, options?: StoreOptions): AsyncGenerator<FoundChunk, void, undefined> {
    for (const [index, manifest] of node.manifests.entries()) {
      const references = await this.#references(node, manifest.id, options);
      for (let i = 0; i < (references?.count ?? 0); i++) {
        options?.signal?.throwIfAborted();
        const coords = references!.coordsAt(i);
        // Chunks outside the extent are never found, and those of an earlier manifest come from there.
        if (!covers(manifest, coords)) continue;
        const earlier = node.manifests.slice(0, index).some((other) => covers(other, coords));
        if (earlier && (await this.find(node, coords, options)) === undefined) continue;
        const reference = this.#in(manifest.id, references, coords);
        if (reference !== undefined) yield { coords, reference };
      }
    }
  }

  async #references(node: SnapshotNode, id: string, options?: StoreOptions): Promise<ArrayReferences | undefined> {
    const manifest = await this.#manifest(id, options);
    return this.#at(id, () => manifest.array(node.id, node.rank));
  }

  #in(id: string, references: ArrayReferences | undefined, coords: readonly number[]): ChunkReference | undefined {
    return this.#at(id, () => references?.find(coords));
  }

  #manifest(id: string, options?: StoreOptions): Promise<Manifest> {
    const known = this.#kept.get(id);
    if (known !== undefined) {
      this.#kept.delete(id);
      this.#kept.set(id, known);
      return known.reading;
    }
    // Others may wait for it too, so the signal of one of them must not abort it.
    const kept: Kept = { reading: this.#repository.manifest(id, this.#snapshot, {}) };
    this.#kept.set(id, kept);
    kept.reading.then(
      (manifest) => {
        kept.manifest = manifest;
        this.#makeRoom();
      },
      () => this.#kept.delete(id),
    );
    options?.signal?.throwIfAborted();
    return kept.reading;
  }

  #makeRoom(): void {
    let size = 0;
    for (const { manifest } of this.#kept.values()) size += manifest?.byteLength ?? 0;
    for (const [id, { manifest }] of this.#kept) {
      if (!formatLimits.icechunkKeptBytes.isExceededBy(size) || this.#kept.size <= 1) return;
      if (manifest === undefined) continue;
      size -= manifest.byteLength;
      this.#kept.delete(id);
    }
  }

  #at<T>(id: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw atPlace(error, { location: this.#repository.store.location, key: `manifests/${id}` });
    }
  }
}

function covers({ extents }: ManifestRef, coords: readonly number[]): boolean {
  if (extents.length === 0) return true;
  return coords.every((coord, d) => coord >= extents[2 * d]! && coord < extents[2 * d + 1]!);
}
