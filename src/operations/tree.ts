/** The tree below a node, without touching a chunk. */
import type { AddressInput } from "../dataset/address.ts";
import { Group } from "../dataset/group.ts";
import type { NdArray } from "../dataset/nd-array.ts";
import { type OpenOptions, open } from "../dataset/open.ts";

export interface TreeEntry {
  readonly kind: "group" | "array";
  readonly name: string;
  readonly path: string;
  readonly dtype?: string;
  readonly shape?: readonly number[];
  readonly dims?: readonly (string | null)[];
  readonly children?: readonly TreeEntry[];
}

export interface TreeOptions extends OpenOptions {
  /** Levels below the root to show. */
  readonly depth?: number | undefined;
}

export interface TreeReport {
  readonly location: string;
  readonly title: string;
  readonly root: TreeEntry;
}

export async function tree(input: AddressInput, options: TreeOptions = {}): Promise<TreeReport> {
  const node = await open(input, options);
  const { hierarchy } = node;
  const root = await entry(node, options.depth ?? Number.POSITIVE_INFINITY, options);
  return { location: hierarchy.store.location, title: hierarchy.title, root };
}

async function entry(node: Group | NdArray, depth: number, options: TreeOptions): Promise<TreeEntry> {
  const { name, path } = node;
  if (!(node instanceof Group)) {
    const dims = node.dims.map((dim) => dim ?? null);
    return { kind: "array", name, path, dtype: node.dtype, shape: node.shape, dims };
  }
  if (depth <= 0) return { kind: "group", name, path };
  const children: TreeEntry[] = [];
  for (const child of await node.children(options)) children.push(await entry(child, depth - 1, options));
  return { kind: "group", name, path, children };
}
