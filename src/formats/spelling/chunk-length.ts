/** Shapes and chunk lengths in documents. */
import type { JsonView } from "../../bytes/json/view.ts";
import type { Notes } from "../notes.ts";

export function parseShape(view: JsonView): readonly number[] {
  return view.items().map((length) => length.integer(0));
}

/** A length of at least 1; a dimension without elements may have been cut into chunks without any. */
export function chunkLength(view: JsonView, extent: number | undefined, notes: Notes): number {
  if (extent !== 0 || view.integer(0) !== 0) return view.integer(1);
  notes.add(view, "chunks of length 0 along a dimension of length 0; taken as 1");
  return 1;
}
