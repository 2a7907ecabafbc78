/** The documents that a node was read from, kept with it so that rewriting one changes only what was changed. */
import type { JsonObject } from "../../bytes/json/node.ts";
import type { Node, NodeOrigin } from "../../model/node.ts";
import type { NodeDocuments } from "./dialect.ts";
import { joinPath } from "./node-path.ts";

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
