/**
 * A large shard is read in pieces, by several tasks that each open its file. Somebody may replace the file between them, so
 * the versions that they found are compared.
 */
import type { ChunkStep } from "../../model/grid/chunk-plan.ts";

export interface VersionsSeen {
  /** A piece of a chunk was read in this version; undefined: which one cannot be told. */
  add(step: ChunkStep, version: string | undefined): void;
  /** Names of chunks whose pieces differ, or may differ. */
  readonly mixed: ReadonlySet<string>;
}

export function versionsSeen(): VersionsSeen {
  const first = new Map<string, string | undefined>();
  const mixed = new Set<string>();
  return {
    add: (step, version) => {
      const name = chunkName(step);
      if (!first.has(name)) first.set(name, version);
      else if (version === undefined || first.get(name) !== version) mixed.add(name);
    },
    mixed,
  };
}

export function chunkName({ coords }: ChunkStep): string {
  return coords.join();
}
