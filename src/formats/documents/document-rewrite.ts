/**
 * Rewriting a document so that only what was changed changes: members that no one touched keep their spelling and
 * place, members that are unknown stay.
 */
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { printJson } from "../../bytes/json/print.ts";
import type { Node, NodeOrigin } from "../../model/node.ts";
import type { NodeDocuments } from "./dialect.ts";
import { joinPath } from "./node-path.ts";

/**
 * The old document with the change from `before` to `after` made in it. `before` is the old document as we would spell
 * it: where the two agree, the old member stands, however it is spelled (and stays absent if it was).
 */
export function rewriteDocument(old: JsonObject, before: JsonObject, after: JsonObject): JsonObject {
  const members = new Map(old.members);
  for (const name of before.members.keys()) if (!after.members.has(name)) members.delete(name);
  for (const [name, value] of after.members) {
    const known = before.members.get(name);
    if (known === undefined || !sameSpelling(known, value)) members.set(name, value);
  }
  return { ...old, members };
}

/** The same tokens in the same order; `1` and `1.0` are different attributes. */
function sameSpelling(a: JsonNode, b: JsonNode): boolean {
  return a === b || printJson(a, "compact", { nonFinite: "token" }) === printJson(b, "compact", { nonFinite: "token" });
}

export function originOf(path: string, documents: NodeDocuments, names: readonly string[]): NodeOrigin {
  const found = names.flatMap((name) => {
    const view = documents.get(name);
    return view === undefined ? [] : [[joinPath(path, name), view.object()] as const];
  });
  return { documents: new Map(found) };
}

/** The document of this name that the node was read from, at its own path. */
export function originalDocument(node: Node, name: string): JsonObject | undefined {
  return node.origin?.documents.get(joinPath(node.path, name));
}
