/**
 * The marker of a copy that is under way or was interrupted: a value beside the documents of the target, written before
 * everything else and deleted after everything else, so that a target without one is complete, whatever ended the copy.
 */
import { HyperslabError } from "../../errors.ts";
import type { FormatNote, Hierarchy } from "../../formats/format.ts";

/** How the text of every marker begins: a server that has an answer for every key has none like this. */
export const MARKER_START = '{"unfinished":"copy",';

export function markerKey(path: string): string {
  return path === "" ? ".hyperslab-copy.json" : `${path}/.hyperslab-copy.json`;
}

/** Looks for markers of the node and of the groups above it; adds a note, or fails if the node is to be complete. */
export async function noteUnfinished(
  hierarchy: Hierarchy,
  path: string,
  { complete, signal }: { readonly complete?: boolean | undefined; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const { store } = hierarchy;
  if (store.object !== undefined) return;
  const names = path === "" ? [] : path.split("/");
  const keys = [...names.map((_, depth) => markerKey(names.slice(0, depth).join("/"))), markerKey(path)];
  const range = { offset: 0, length: MARKER_START.length };
  const starts = await Promise.all(keys.map((key) => store.get(key, { range, signal })));
  const at = starts.findIndex((start) => start !== undefined && beginsMarker(start));
  if (at < 0) return;
  const key = keys[at]!;
  const message = "a copy to this place is not finished: chunks may be missing";
  if (complete === true) {
    throw new HyperslabError("invalid-data", message, {
      location: store.location,
      key,
      hint: "Finish the copy (hyperslab copy SOURCE TARGET --resume), or open it without complete: true.",
    });
  }
  hierarchy.addNote?.({ key, message: `${message}; hyperslab copy --resume goes on with it` });
}

export function beginsMarker(bytes: Uint8Array): boolean {
  return Array.from(MARKER_START).every((letter, index) => bytes[index] === letter.charCodeAt(0));
}

/** Those notes of a hierarchy that tell of unfinished copies. */
export function unfinishedNotes({ notes }: Hierarchy): readonly FormatNote[] {
  return notes.filter(({ key }) => key.endsWith(markerKey("")));
}
