/** Collects the references of several files, each with the address of its own file. */
import { chunkKeys } from "../../../model/virtual/chunk-key.ts";
import { ReferenceSet } from "../../../model/virtual/reference-set.ts";
import { chunksIn } from "../../../model/virtual/table-chunks.ts";
import { type Part, targetOf } from "./part.ts";

export class ReferenceTarget {
  readonly references: ReferenceSet = new ReferenceSet();

  /** The number of a URL of a file. */
  url(part: Part, url: string): number {
    return this.references.table.url(targetOf(part, url));
  }

  /** Adds the chunks of one array of a part. */
  addAll(part: Part, path: string, rank: number): void {
    const keyOf = chunkKeys(path);
    const { table } = this.references;
    for (const { coords, reference } of chunksIn(part.dataset.references.table, path, rank)) {
      const key = keyOf(coords);
      if (reference.kind === "inline") table.addInline(key, reference.bytes);
      else if (reference.kind === "whole") table.addWhole(key, this.url(part, reference.url));
      else table.addRange(key, this.url(part, reference.url), reference.offset, reference.length);
    }
  }

  /** Keeps the recorded facts of the files that a part refers to, so that a changed one is refused when it is read. */
  addTargets(part: Part): void {
    for (const [url, facts] of part.dataset.references.targets) this.references.targets.set(targetOf(part, url), facts);
  }
}
