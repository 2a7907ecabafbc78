/** Opens a node to show it: whether a copy to it is unfinished is looked up even where that costs a request. */
import type { AddressInput } from "../dataset/address.ts";
import type { Group } from "../dataset/group.ts";
import type { NdArray } from "../dataset/nd-array.ts";
import { type OpenOptions, open } from "../dataset/open.ts";
import { looksForFree, noteUnfinished } from "../dataset/unfinished.ts";

export async function openShown(input: AddressInput, options: OpenOptions): Promise<Group | NdArray> {
  const node = await open(input, options);
  if (options.complete !== true && !looksForFree(node.hierarchy.store)) {
    // A server that does not answer for this key is no obstacle to showing what it answers for.
    await noteUnfinished(node.hierarchy, node.path, options).catch(() => {});
  }
  return node;
}
