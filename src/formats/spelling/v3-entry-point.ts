/**
 * The document `zarr.json` at the root of a hierarchy of Zarr v3 as it was before 2023: an entry point, with the URI of
 * a protocol in place of a number. The finished Zarr v3 took over its name for the document of every node.
 */
import type { JsonNode } from "../../bytes/json/node.ts";

export const ENTRY_POINT = "zarr.json";

/** The draft of 2019 has this URI, and does not say how metadata are encoded. */
export const DRAFT_URI = "http://purl.org/zarr/spec/protocol/core/3.0";

/** Which unfinished Zarr v3 a document belongs to; undefined if it is none of theirs. */
export function entryPointKind(document: JsonNode | undefined): "alpha" | "draft" | undefined {
  const format = document?.type === "object" ? document.members.get("zarr_format") : undefined;
  if (document?.type !== "object" || format?.type !== "string") return undefined;
  return format.value === DRAFT_URI && !document.members.has("metadata_encoding") ? "draft" : "alpha";
}
