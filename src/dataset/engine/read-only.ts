/** The error for a write to a read-only store. */
import { HyperslabError } from "../../errors.ts";
import type { ArrayHandle } from "../array/array-handle.ts";

export function readOnlyError({ access, hierarchy, node }: ArrayHandle): HyperslabError {
  return new HyperslabError("not-allowed", `${hierarchy.title} in this store cannot be written`, {
    location: access.location,
    node: node.path,
    hint: "Copy it to a store that can be written, such as a directory.",
  });
}
