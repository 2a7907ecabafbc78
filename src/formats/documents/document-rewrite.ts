/**
 * Rewrites a document with minimal changes. The documents that a node was read from are kept with it: unchanged members
 * keep their spelling and position, and unknown members are kept.
 */
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { printJson } from "../../bytes/json/print.ts";
import type { Node, NodeOrigin } from "../../model/node.ts";
import { NO_NOTES } from "../notes.ts";
import { viewDocuments } from "./consolidated-blocks.ts";
import type { NodeDocuments, PrintedDocuments } from "./dialect.ts";
import { asRequest, hasBareNumber, withQuotedNumbers } from "./document.ts";
import type { Tree } from "./node-documents.ts";
import { joinPath } from "./node-path.ts";

/**
 * The old document with the change from `before` to `after` applied. `before` is the old document in our spelling.
 * Where it agrees with `after`, the old member is kept, however it is spelled, or stays absent.
 */
function rewriteDocument(old: JsonObject, before: JsonObject, after: JsonObject): JsonObject {
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

/** These documents by store key. */
export function originOf(path: string, documents: NodeDocuments, names: readonly string[]): NodeOrigin {
  for (const [name, view] of documents) {
    if (view.node.type !== "object" && names.includes(name)) view.object();
  }
  return new Origin(path, documents, names);
}

/** Listing a hierarchy makes an origin for every node, and only changes ask for what is in it. */
class Origin implements NodeOrigin {
  readonly #path: string;
  readonly #read: NodeDocuments;
  readonly #names: readonly string[];
  #documents: ReadonlyMap<string, JsonObject> | undefined;

  constructor(path: string, documents: NodeDocuments, names: readonly string[]) {
    this.#path = path;
    this.#read = documents;
    this.#names = names;
  }

  get documents(): ReadonlyMap<string, JsonObject> {
    this.#documents ??= this.#found();
    return this.#documents;
  }

  #found(): ReadonlyMap<string, JsonObject> {
    const found = new Map<string, JsonObject>();
    for (const [name, view] of this.#read) {
      if (this.#names.includes(name)) found.set(joinPath(this.#path, name), view.object());
    }
    return found;
  }
}

/** The document of this name that the node was read from, at its own path. */
export function originalDocument(node: Node, name: string): JsonObject | undefined {
  return node.origin?.documents.get(joinPath(node.path, name));
}

/** A node's documents to write; `fresh` if they replace none, so that there is no member order to keep. */
export interface NewDocuments {
  readonly printed: PrintedDocuments;
  readonly fresh: boolean;
}

/** The node's documents, including members of the old ones that the model does not know. Parses them as a check. */
export function documentsToWrite(tree: Tree, node: Node): NewDocuments {
  const { dialect } = tree;
  const old = oldDocuments(tree, node);
  const before = old.size === 0 ? undefined : dialect.print(dialect.parse(node.path, viewDocuments(old), NO_NOTES, []));
  const documents = Array.from(dialect.print(node), ([name, after]) => {
    const origin = old.get(name);
    const known = before?.get(name);
    const changed = origin === undefined || known === undefined ? after : rewriteDocument(origin, known, after);
    const document = before === undefined ? changed : (dialect.arrange?.(name, changed, origin) ?? changed);
    // A document that held bare numbers may keep them, because its readers can read them.
    const wasLoose = [...(origin?.members ?? [])].some(
      ([member, value]) => after.members.has(member) && hasBareNumber(value),
    );
    const isLoose = wasLoose || dialect.bareNumbers === true;
    return [name, isLoose || !hasBareNumber(after) ? document : strictDocument(tree, node, name, document)] as const;
  });
  const printed = new Map(documents);
  asRequest(() => dialect.parse(node.path, viewDocuments(printed), NO_NOTES, []));
  return { printed, fresh: old.size === 0 };
}

function strictDocument(tree: Tree, node: Node, name: string, document: JsonObject): JsonObject {
  const strict = withQuotedNumbers(document);
  tree.dialect.bytesOf(name, strict, true);
  const message = "bare NaN or Infinity written as a string, because JSON has no such numbers";
  tree.notes.addNote({ key: joinPath(node.path, name), message });
  return strict;
}

/** The documents that the node was read from, if they are of this dialect. */
function oldDocuments(tree: Tree, node: Node): PrintedDocuments {
  const old = new Map(
    Array.from(documentNames(tree))
      .map((name) => [name, node.origin?.documents.get(joinPath(node.path, name))] as const)
      .flatMap(([name, document]) => (document === undefined ? [] : [[name, document] as const])),
  );
  return tree.dialect.kindOf(viewDocuments(old)) === node.kind ? old : new Map();
}

/** Names of all documents of a node, including the one that carries its block. */
export function documentNames(tree: Tree): ReadonlySet<string> {
  return new Set([tree.dialect.consolidation.carrier, ...tree.dialect.markers, ...tree.dialect.rounds.flat()]);
}
