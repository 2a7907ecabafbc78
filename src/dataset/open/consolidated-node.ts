/** Nodes without documents of their own: a group above them knows them by its consolidated metadata. */
import { isHyperslabError } from "../../errors.ts";
import type { OpenedNode } from "../../formats/format.ts";
import type { Address } from "./address.ts";

/** Looks from the nearest group upward; undefined if none knows the node. */
export async function openConsolidated(
  { store, path }: Address,
  openAt: (path: string) => Promise<OpenedNode | undefined>,
  consolidated: boolean | undefined,
  signal: AbortSignal | undefined,
): Promise<OpenedNode | undefined> {
  if (consolidated === false || store.object !== undefined) return undefined;
  for (let above = path; above !== ""; ) {
    above = above.slice(0, Math.max(0, above.lastIndexOf("/")));
    const hierarchy = (await openAt(above).catch(ignoreUnreadable))?.hierarchy;
    const node = hierarchy?.consolidated === true ? await hierarchy.readNode(path, { signal }) : undefined;
    if (hierarchy !== undefined && node !== undefined) return { hierarchy, node };
  }
  return undefined;
}

/** A group above that cannot be read says nothing about the node; one that cannot be reached may know it. */
function ignoreUnreadable(error: unknown): undefined {
  if (!isHyperslabError(error) || error.code === "io") throw error;
}
