/**
 * The marker of a copy that is in progress or was interrupted: a value beside the documents of the target, written
 * before everything else and deleted after everything else, so that a target without one is complete, however the copy
 * ended.
 */
import { byteCharacters } from "../../bytes/text/byte-characters.ts";
import { HyperslabError } from "../../errors.ts";
import type { FormatNote, Hierarchy } from "../../formats/format.ts";

/** How the text of every marker begins: a server that answers any key with some page does not return this. */
export const MARKER_START = '{"unfinished":"copy",';

export function markerKey(path: string): string {
  return path === "" ? ".hyperslab-copy.json" : `${path}/.hyperslab-copy.json`;
}

/**
 * Looks for markers of the node and of the groups above it; adds a note, or fails if the node is required to be
 * complete.
 */
export async function noteUnfinished(
  hierarchy: Hierarchy,
  path: string,
  { complete, signal }: { readonly complete?: boolean | undefined; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const { store } = hierarchy;
  if (store.object !== undefined) return;
  const names = path === "" ? [] : path.split("/");
  const keys = [...names.map((_, depth) => markerKey(names.slice(0, depth).join("/"))), markerKey(path)];
  const range = { offset: 0, length: MARKER_START.length + SOURCE_BYTES };
  const starts = await Promise.all(keys.map((key) => store.get(key, { range, signal })));
  const at = starts.findIndex((start) => start !== undefined && beginsMarker(start));
  if (at < 0) return;
  const key = keys[at]!;
  const { message, hint, wayOut } = byteCharacters(starts[at]!).includes(FROM_CDL) ? UNFINISHED_GEN : UNFINISHED_COPY;
  if (complete === true) {
    throw new HyperslabError("invalid-data", message, {
      location: store.location,
      key,
      hint: `${hint}, or open it without complete: true.`,
    });
  }
  hierarchy.addNote?.({ key, message: `${message}; ${wayOut}` });
}

/** Covers the version and the beginning of the source. */
const SOURCE_BYTES = 48;
/** The marker that `gen` writes. Copies have an owner instead. */
const FROM_CDL = '"source":"CDL","renewed"';

const UNFINISHED_COPY = {
  message: "a copy to this place is not finished: chunks may be missing",
  hint: "Finish the copy (hyperslab copy SOURCE TARGET --resume)",
  wayOut: "hyperslab copy --resume continues it",
};
const UNFINISHED_GEN = {
  message: "creating this dataset from CDL was not finished: values may be missing",
  hint: "Create it again (hyperslab gen --overwrite)",
  wayOut: "hyperslab gen --overwrite creates it again",
};

export function beginsMarker(bytes: Uint8Array): boolean {
  return Array.from(MARKER_START).every((letter, index) => bytes[index] === letter.charCodeAt(0));
}

/** The notes of a hierarchy that report unfinished copies. */
export function unfinishedNotes({ notes }: Hierarchy): readonly FormatNote[] {
  return notes.filter(({ key }) => key.endsWith(markerKey("")));
}
