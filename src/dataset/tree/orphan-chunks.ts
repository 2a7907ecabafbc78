/**
 * Chunks without an array, left by an interrupted deletion: a new array in the same place would treat them as its own.
 */
import { forEachBounded } from "../../bytes/concurrency.ts";
import { HyperslabError } from "../../errors.ts";
import type { Hierarchy } from "../../formats/format.ts";
import type { ArrayNode } from "../../model/node.ts";
import { DEFAULT_CONCURRENCY } from "../transfer.ts";

/** Deletes chunks that lie where those of a new array will be, or refuses to create the array. */
export async function settleOrphans(
  hierarchy: Hierarchy,
  node: ArrayNode,
  { overwrite, signal }: { readonly overwrite: boolean; readonly signal: AbortSignal | undefined },
): Promise<void> {
  const { store } = hierarchy;
  const stored = hierarchy.chunks(node).stored?.({ signal }) ?? [];
  await forEachBounded(
    stored,
    DEFAULT_CONCURRENCY,
    async ({ key }) => {
      if (overwrite) return store.delete?.(key, { signal });
      throw new HyperslabError(
        "exists",
        "there is no array here, but there are chunks of one, which the new array would show",
        {
          location: store.location,
          key,
          hint: "Pass overwrite: true (--overwrite) to delete them, or choose another name.",
        },
      );
    },
    signal,
  );
}
