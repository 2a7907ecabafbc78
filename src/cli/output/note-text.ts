/** The text of notes: irregularities of a format that were accepted, and keys that a server forbids. */
import type { FormatNote } from "../../index.ts";
import { counted, printable } from "./units.ts";

/** The place, and the message. */
export function noteText(note: FormatNote): string {
  const position = note.line === undefined ? ":" : `:${note.line}:${note.column ?? 1}`;
  return printable(`${note.key}${position} ${note.message}`);
}

/** What happened to the keys, and how to refuse it. */
export function forbiddenText(keys: number): string {
  return `${counted(keys, "key")} forbidden by the server and treated as absent (--forbidden error refuses that)`;
}
