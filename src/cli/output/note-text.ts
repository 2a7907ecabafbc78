/** Something odd that was accepted, in one line: where, and what. */
import type { FormatNote } from "../../index.ts";
import { printable } from "./units.ts";

export function noteText(note: FormatNote): string {
  const position = note.line === undefined ? "" : `:${note.line}:${note.column ?? 1}`;
  return printable(`${note.key}${position} ${note.message}`);
}
