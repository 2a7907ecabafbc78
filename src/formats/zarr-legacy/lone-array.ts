import type { JsonObject } from "../../bytes/json/node.ts";
import { parseJson } from "../../bytes/json/parse.ts";
import { printJson } from "../../bytes/json/print.ts";
import { jsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { ArrayNode, Node } from "../../model/node.ts";
import { checkArray } from "../spelling/array-shape.ts";

/** The node, which must be an array that agrees with itself. */
export function loneArray(node: Node, title: string): ArrayNode {
  if (node.kind === "array") {
    checkArray(node);
    return node;
  }
  throw new HyperslabError("unsupported", `${title} has no groups`, {
    hint: "Each array is a place of its own. Write one array, or a format with groups, such as Zarr v2 or v3.",
  });
}

export function checkLoneName(name: string, reserved: readonly string[]): void {
  if (!reserved.includes(name) && !name.includes("\0") && !name.includes("\\")) return;
  throw new HyperslabError("invalid-request", `the node name ${JSON.stringify(name)} is reserved or holds \\ or NUL`, {
    hint: "Names of letters, digits, hyphen, underscore and dot are safe everywhere.",
  });
}

export function sortedAsBefore(document: JsonObject, old: JsonObject | undefined): JsonObject {
  if (old !== undefined && textOf(old, true) !== textOf(old, false)) return document;
  return jsonView(parseJson(textOf(document, true)).root).object();
}

function textOf(document: JsonObject, sorted: boolean): string {
  return printJson(document, "compact", { nonFinite: "token", sorted });
}
