/** Irregularities found while reading: legacy spellings, missing fields. They are collected, so that `validate` can show them. */
import type { JsonView } from "../bytes/json/view.ts";
import type { FormatNote } from "./format.ts";
import { formatLimits } from "./limits.ts";

/** Receives the irregularities that a reader of a document accepts, with their places. */
export interface Notes {
  add(place: JsonView, message: string): void;
}

export interface NoteList extends Notes {
  readonly notes: readonly FormatNote[];
  addNote(note: FormatNote): void;
}

/** A list that drops duplicates, and everything beyond the first 200 notes. */
export function noteList(): NoteList {
  const notes: FormatNote[] = [];
  const seen = new Set<string>();
  const addNote = (note: FormatNote): void => {
    const identity = JSON.stringify(note);
    if (formatLimits.notes.isExceededBy(notes.length + 1) || seen.has(identity)) return;
    seen.add(identity);
    notes.push(note);
  };
  return {
    notes,
    addNote,
    add: ({ field, source, position }, message) => {
      if (formatLimits.notes.isExceededBy(notes.length + 1)) return;
      addNote({ key: source?.key ?? "", message: field === "" ? message : `${field}: ${message}`, ...position });
    },
  };
}

/** For reading back what was just written: its irregularities have been reported before. */
export const NO_NOTES: Notes = { add: () => undefined };

/** Runs a function. Its result may be reused elsewhere if it had nothing to note. */
export function keptUnlessNoted<T>(notes: Notes, run: (notes: Notes) => T, keep: (result: T) => void): T {
  let isNoted = false;
  const result = run({
    add: (place, message) => {
      isNoted = true;
      notes.add(place, message);
    },
  });
  if (!isNoted) keep(result);
  return result;
}
