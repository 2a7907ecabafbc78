/** What the documents of Zarr 0 and Zarr 1 share: one array per place, with plain directories above it and nothing below. */
import type { JsonObject } from "../../bytes/json/node.ts";
import { parseJson } from "../../bytes/json/parse.ts";
import { printJson } from "../../bytes/json/print.ts";
import { jsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { ArrayNode, Node } from "../../model/node.ts";
import { checkArray } from "../spelling/members.ts";

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

/** Refuses a directory name that would be a document or is not portable. */
export function checkLoneName(name: string, reserved: readonly string[]): void {
  if (!reserved.includes(name) && !name.includes("\0") && !name.includes("\\")) return;
  throw new HyperslabError("invalid-request", `the node name ${JSON.stringify(name)} is reserved or holds \\ or NUL`, {
    hint: "Names of letters, digits, hyphen, underscore and dot are safe everywhere.",
  });
}

/**
 * Attributes in the order of the releases, which write all names sorted whenever one is set. Any other order that the old
 * document has is kept.
 */
export function sortedAsBefore(document: JsonObject, old: JsonObject | undefined): JsonObject {
  if (old !== undefined && textOf(old, true) !== textOf(old, false)) return document;
  return jsonView(parseJson(textOf(document, true)).root).object();
}

function textOf(document: JsonObject, sorted: boolean): string {
  return printJson(document, "compact", { nonFinite: "token", sorted });
}
