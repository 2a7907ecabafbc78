/** What consolidated metadata says against what each node's own documents say. */
import { type AddressInput, type Group, openGroup } from "../../src/index.ts";

export interface Told {
  /** Is there a block at the root? */
  readonly block: boolean;
  /** Attributes, and the shape of arrays, by path: from the block if there is one, else from the documents. */
  readonly said: Readonly<Record<string, unknown>>;
  /** The same from the documents. */
  readonly stored: Readonly<Record<string, unknown>>;
}

export async function toldBy(input: AddressInput): Promise<Told> {
  const group = await openGroup(input);
  const plain = await openGroup(input, { consolidated: false });
  return { block: group.hierarchy.consolidated, said: await described(group), stored: await described(plain) };
}

async function described(group: Group): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = { "": group.attributes };
  for await (const node of group.walk()) {
    found[node.path] = node.kind === "array" ? [node.attributes, node.shape] : node.attributes;
  }
  return found;
}
