/** The number of the Zarr format that a document says it is of. */

import type { JsonNode } from "../../bytes/json/node.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import { placeOf } from "../documents/document-errors.ts";

/** The newest format that there is. */
const NEWEST = 3;

/** Refuses any other: a newer one as `unsupported`, an older one as a document in the wrong place. */
export function checkZarrFormat(view: JsonView, expected: 1 | 2 | 3): void {
  if (view.integer() !== expected) refuseOtherFormat(view, String(expected));
}

/** Refuses a document that names a format where none, or another kind of name, is due. */
export function refuseOtherFormat(view: JsonView | undefined, expected: string): void {
  if (view === undefined) return;
  const format = view.integer();
  if (format <= NEWEST) view.fail(`this document is of Zarr format ${format}, not ${expected}`);
  throw new HyperslabError("unsupported", `Zarr format ${format} is not known`, {
    ...placeOf(view),
    hint: "A newer version of Hyperslab may know it.",
  });
}

export const ENTRY_POINT = "zarr.json";

/** The draft of 2019 has this URI, and does not say how metadata are encoded. */
export const DRAFT_URI = "http://purl.org/zarr/spec/protocol/core/3.0";

/** Which unfinished Zarr v3 a document belongs to; undefined if it is none of theirs. */
export function entryPointKind(document: JsonNode | undefined): "alpha" | "draft" | undefined {
  const format = document?.type === "object" ? document.members.get("zarr_format") : undefined;
  if (document?.type !== "object" || format?.type !== "string") return undefined;
  return format.value === DRAFT_URI && !document.members.has("metadata_encoding") ? "draft" : "alpha";
}
