/**
 * Many archives hold a single folder and everything in it: `zip -r data.zip data.zarr` creates such an archive, and so
 * does netCDF-C, which names the folder after the archive. Its name is not part of the keys. A folder counts as such if
 * every entry is below it, and at least one value is directly in it. Where this rule would mislead, the archive's
 * comment names the folder.
 */
import { decodeUtf8 } from "../../bytes/text/utf8.ts";
import { HyperslabError } from "../../errors.ts";
import { checkPrefix } from "../store-key.ts";
import { isShortTopFolder, readComment, writeComment } from "./own-comment.ts";

const SLASH = 0x2f;

/** Fails with `invalid-request` unless keys may begin in this folder. */
export function checkTopFolder(topFolder: string, location: string): void {
  checkPrefix(topFolder);
  if (!topFolder.includes("\\") && isShortTopFolder(topFolder)) return;
  throw new HyperslabError("invalid-request", "this cannot be the top folder of a zip archive", { location });
}

/** Passes names to `see` until it has seen enough; those of folders end with a slash. */
export type EachName = (see: (bytes: Uint8Array, start: number, end: number) => boolean) => void;

/** The folder in which keys begin ("" is the root), by the comment or by the names. */
export function topFolderOf(comment: Uint8Array, eachName: EachName): string {
  return readComment(comment)?.topFolder ?? findTopFolder(eachName);
}

/** The comment for an archive whose keys begin in `top`: the old one, unless a reader would infer another folder. */
export function topFolderComment(old: Uint8Array, eachName: EachName, top: string): Uint8Array {
  if (findTopFolder(eachName) !== top) return writeComment({ topFolder: top });
  return readComment(old) === undefined ? old : new Uint8Array(0);
}

/** The key of a member by its full name, or by its key: a name that is already a key is returned unchanged. */
export function memberKey(name: string, topFolder: string, has: (key: string) => boolean): string {
  if (topFolder === "" || !name.startsWith(`${topFolder}/`) || has(name)) return name;
  return name.slice(topFolder.length + 1);
}

/** The top folder of these names, "" if there is none. */
export function findTopFolder(eachName: EachName): string {
  /** The first name's folder, with its slash. */
  let top: Uint8Array | undefined;
  let holdsValue = false;
  let same = true;
  eachName((bytes, start, end) => {
    top ??= bytes.slice(start, slashIn(bytes, start, end) + 1);
    same = top.byteLength > 0 && startsWith(bytes, start, end, top);
    holdsValue ||= start + top.byteLength < end && slashIn(bytes, start + top.byteLength, end) < 0;
    return same;
  });
  return top === undefined || !same || !holdsValue ? "" : decodeUtf8(top.subarray(0, -1));
}

/** Where the first slash is, or -1. */
function slashIn(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) if (bytes[at] === SLASH) return at;
  return -1;
}

function startsWith(bytes: Uint8Array, start: number, end: number, text: Uint8Array): boolean {
  if (end - start < text.byteLength) return false;
  for (let i = 0; i < text.byteLength; i++) if (bytes[start + i] !== text[i]) return false;
  return true;
}
