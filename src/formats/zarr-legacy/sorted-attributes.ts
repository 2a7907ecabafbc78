/**
 * The order of attributes in documents of Zarr 0 and 1. The releases write all names sorted, whenever one attribute is
 * set. A change does the same, unless somebody else gave the document another order: that one is kept.
 */
import type { JsonObject } from "../../bytes/json/node.ts";
import { parseJson } from "../../bytes/json/parse.ts";
import { printJson } from "../../bytes/json/print.ts";
import { jsonView } from "../../bytes/json/view.ts";

export function sortedAsBefore(document: JsonObject, old: JsonObject | undefined): JsonObject {
  if (old !== undefined && textOf(old, true) !== textOf(old, false)) return document;
  return jsonView(parseJson(textOf(document, true)).root).object();
}

function textOf(document: JsonObject, sorted: boolean): string {
  return printJson(document, "compact", { nonFinite: "token", sorted });
}
