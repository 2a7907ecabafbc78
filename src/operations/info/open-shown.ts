/** Opens a node to show it: whether a copy to it is unfinished is looked up even where that costs a request. */

import type { NdArray } from "../../dataset/array/nd-array.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import { type OpenOptions, open } from "../../dataset/open/open.ts";
import { looksForFree } from "../../dataset/open/options.ts";
import { noteUnfinished } from "../../dataset/open/unfinished.ts";
import type { Group } from "../../dataset/tree/group.ts";

export async function openShown(input: AddressInput, options: OpenOptions): Promise<Group | NdArray> {
  const node = await open(input, options);
  if (options.complete !== true && !looksForFree(node.hierarchy.store)) {
    // A server that does not answer for this key is no obstacle to showing what it answers for.
    await noteUnfinished(node.hierarchy, node.path, options).catch(() => {});
  }
  return node;
}
