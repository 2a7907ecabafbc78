/** What is read when a node is opened: its documents, or the consolidated metadata that contains them. */
import type { OpenOptions } from "../format.ts";
import type { ConsolidatedBlock, NodeDocuments } from "./dialect.ts";
import { getNodeDocuments, type Tree } from "./node-documents.ts";

/** The documents of the node at `base`; a block that is a separate document of the root is read before them. */
export async function openingDocuments(tree: Tree, base: string, options?: OpenOptions): Promise<NodeDocuments> {
  const { carrier } = tree.dialect.consolidation;
  const isOwn = tree.dialect.rounds.some((names) => names.includes(carrier));
  // One request for the block at the root may save all others.
  if (isOwn || base !== "" || options?.consolidated === false) return getNodeDocuments(tree, base, options);
  const first: Tree = { ...tree, dialect: { ...tree.dialect, rounds: [[carrier]], kindOf: () => undefined } };
  const documents = await getNodeDocuments(first, base, { ...options, onWebPage: () => undefined });
  const own = blockOf(tree, documents)?.get("");
  if (own !== undefined) return new Map([...documents, ...own]);
  return getNodeDocuments(tree, base, options);
}

/** The consolidated metadata that a group carries, if it is of a known kind. */
export function blockOf(tree: Tree, documents: NodeDocuments): ConsolidatedBlock | undefined {
  if (tree.dialect.kindOf(documents) === "array") return undefined;
  const block = tree.dialect.consolidation.read(documents, tree.notes);
  return block === "unknown" ? undefined : block;
}
