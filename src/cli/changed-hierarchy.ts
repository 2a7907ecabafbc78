/** For commands that change a hierarchy: its root, and the side effects of a change. */
import { Group, type Hierarchy, type NdArray, openGroup } from "../index.ts";
import { noteText } from "./output/note-text.ts";
import type { Terminal } from "./output/terminal.ts";

/** The root of the hierarchy in which a node was opened, which knows how it was opened. */
export async function rootGroup({ hierarchy }: Group | NdArray, signal: AbortSignal): Promise<Group> {
  const root = await hierarchy.readNode("", { signal });
  if (root?.kind === "group") return new Group(hierarchy, root);
  return openGroup(hierarchy.store, { format: hierarchy.format, signal });
}

/** Makes a change, and reports what it noted: consolidated metadata that was removed. */
export async function changing(hierarchy: Hierarchy, terminal: Terminal, change: () => Promise<void>): Promise<void> {
  const known = hierarchy.notes.length;
  await change();
  for (const note of hierarchy.notes.slice(known)) terminal.note(`note: ${noteText(note)}`);
}
