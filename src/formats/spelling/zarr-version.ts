/**
 * Which version of Zarr a document is of. Before 2023, `zarr.json` at the root of a hierarchy of Zarr v3 was an entry point with
 * the URI of a protocol; the finished Zarr v3 uses that name for the document of every node.
 */
import type { JsonNode } from "../../bytes/json/node.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import { placeOf } from "../documents/document-errors.ts";

/** The newest format. */
const NEWEST = 3;

/** Refuses other versions: a newer one is `unsupported`, an older one is a document in the wrong place. */
export function checkZarrFormat(view: JsonView, expected: 1 | 2 | 3): void {
  if (view.integer() !== expected) refuseOtherFormat(view, String(expected));
}

/** Refuses a document of another version, if it names one. */
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

/** The draft of 2019 has this URI, and no `metadata_encoding`. */
export const DRAFT_URI = "http://purl.org/zarr/spec/protocol/core/3.0";

/** Stands in the entry point of every unfinished Zarr v3. */
export const UNFINISHED_URI = "purl.org/zarr/spec";

/** The unfinished Zarr v3 that a document belongs to, if any. */
export function entryPointKind(document: JsonNode | undefined): "alpha" | "draft" | undefined {
  const format = document?.type === "object" ? document.members.get("zarr_format") : undefined;
  if (document?.type !== "object" || format?.type !== "string") return undefined;
  const encoding = document.members.get("metadata_encoding");
  const texts = [format, encoding].map((node) => (node?.type === "string" ? node.value : ""));
  // Other texts belong to Zarr v3, which refuses them.
  if (!texts.some((text) => text.includes(UNFINISHED_URI))) return undefined;
  return format.value === DRAFT_URI && !document.members.has("metadata_encoding") ? "draft" : "alpha";
}
