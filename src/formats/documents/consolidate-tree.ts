/** Making and dropping the consolidated metadata of a group, because someone asked for it. */
import { printJson } from "../../bytes/json/print.ts";
import { HyperslabError } from "../../errors.ts";
import type { StoreOptions } from "../../stores/store.ts";
import { dropBlocks, type PathState, readStates, writeBlock } from "./consolidated-blocks.ts";
import type { ConsolidatedBlock } from "./dialect.ts";
import { checkWritable } from "./document.ts";
import { getNodeDocuments, type Tree, walkDocuments } from "./node-documents.ts";
import { type ChangeOptions, type TreeLock, withTreeLock } from "./tree-lock.ts";

/** Writes the block of a group from what is below it, or drops it. Gives the block that is there now. */
export async function changeConsolidation(
  tree: Tree,
  path: string,
  drop: boolean,
  options?: ChangeOptions,
): Promise<ConsolidatedBlock | undefined> {
  checkWritable(tree.store);
  return withTreeLock(tree.store, options, async (lock) => {
    lock.plainGroups.clear();
    const state = (await readStates(tree, [path], options)).get(path)!;
    if (state.kind !== "group") {
      const what = state.kind === undefined ? "no group is there" : "an array has nothing below it to consolidate";
      throw new HyperslabError(state.kind === undefined ? "not-found" : "invalid-request", what, { node: path });
    }
    if (drop) {
      if (state.block !== undefined) await dropBlocks(tree, [state], options);
      return undefined;
    }
    return consolidateDocuments(tree, state, lock, options);
  });
}

/** How often a block is made again before it is given up, while others keep changing the tree. */
const CONSOLIDATIONS = 3;

/**
 * Makes a group's block. Where others may be changing the tree, all documents are read again afterwards: a change that the
 * block lacks was made before that, and is seen, or is made after that, and finds the block and drops it.
 */
async function consolidateDocuments(
  tree: Tree,
  { path }: PathState,
  lock: TreeLock,
  options?: StoreOptions,
): Promise<ConsolidatedBlock> {
  const current = async (): Promise<ConsolidatedBlock> => {
    const own = await getNodeDocuments(tree, path, { ...options, fresh: true });
    return walkDocuments(tree, path, own, { ...options, fresh: true });
  };
  let block = await current();
  for (let attempt = 1; ; attempt++) {
    await writeBlock(tree, path, block, options);
    if (lock.proven) return block;
    const after = await current();
    if (sameBlock(tree, block, after)) return block;
    if (attempt === CONSOLIDATIONS) break;
    block = after;
  }
  await dropBlocks(tree, [(await readStates(tree, [path], options)).get(path)!], options);
  throw new HyperslabError("io", "the hierarchy changes faster than its metadata can be consolidated", {
    node: path,
    hint: "Consolidate again when the programs that change it are done.",
  });
}

function sameBlock({ dialect }: Tree, a: ConsolidatedBlock, b: ConsolidatedBlock): boolean {
  const text = (block: ConsolidatedBlock): string =>
    printJson(dialect.consolidation.print(block), "compact", { nonFinite: "token" });
  return text(a) === text(b);
}
