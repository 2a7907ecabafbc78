/**
 * What Hyperslab writes in an archive's comment, if anything:
 *
 *   Hyperslab: keys begin at /folder/      where the names alone would mislead a reader (top-folder.ts)
 *   Hyperslab: unfinished, ends at byte 123
 *   Hyperslab: unfinished, ends at byte 123, keys begin at /folder/
 *
 * "Unfinished" is at the end of an archive while it is being written. It says where the finished archive ends, so that
 * the next writer can truncate what a crash left. See docs/design/040-zip.md.
 */
import { encodeUtf8 } from "../../bytes/text/utf8.ts";

export interface OwnComment {
  /** Where the finished archive ends, if this one is unfinished. */
  readonly finishedEnd?: number | undefined;
  /** The folder in which keys begin, "" for the root; `undefined` if the names decide. */
  readonly topFolder?: string | undefined;
}

/** The longest top folder, so that an end record with this comment fits into one block of the file. */
const LONGEST_TOP_FOLDER = 1000;

export function isShortTopFolder(folder: string): boolean {
  return folder.length <= LONGEST_TOP_FOLDER;
}

export function writeComment({ finishedEnd, topFolder }: OwnComment): Uint8Array {
  const parts = [
    ...(finishedEnd === undefined ? [] : ["unfinished", `ends at byte ${finishedEnd}`]),
    ...(topFolder === undefined ? [] : [`keys begin at /${topFolder === "" ? "" : `${topFolder}/`}`]),
  ];
  return encodeUtf8(`Hyperslab: ${parts.join(", ")}`);
}

/** The contents of a comment of ours; `undefined` if another program wrote it. */
export function readComment(comment: Uint8Array): OwnComment | undefined {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(comment);
  const match = /^Hyperslab: (?:unfinished, ends at byte (\d{1,15})(?:, |$))?(?:keys begin at \/(?:(.+)\/)?)?$/s.exec(
    text,
  );
  if (match === null) return undefined;
  const [, end, folder] = match;
  const finishedEnd = end === undefined ? undefined : Number(end);
  const topFolder = text.endsWith("/") ? (folder ?? "") : undefined;
  return { finishedEnd, topFolder };
}
