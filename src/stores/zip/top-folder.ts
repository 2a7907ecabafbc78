/**
 * Many archives hold one folder and everything in it: `zip -r data.zip data.zarr` makes such, and so does netCDF-C, where
 * the folder is called as the archive. Its name is no part of the keys. What counts as such a folder: every entry is
 * below it, and at least one is a value directly in it. Where this rule would mislead, the archive's comment says it.
 */
import { decodeUtf8, encodeUtf8 } from "../../bytes/utf8.ts";

const COMMENT = /^Hyperslab: keys begin at \/(?:(.+)\/)?$/s;
const SLASH = 0x2f;

/** The folder in which keys begin ("" is the root), by the comment or by the names. */
export function topFolderOf(comment: Uint8Array, names: Iterable<Uint8Array>): string {
  const said = COMMENT.exec(new TextDecoder().decode(comment));
  return said === null ? findTopFolder(names) : (said[1] ?? "");
}

/** The comment for an archive whose keys begin in `top`: the old one, unless a reader would find another folder. */
export function topFolderComment(old: Uint8Array, names: Iterable<Uint8Array>, top: string): Uint8Array {
  const ours = COMMENT.test(new TextDecoder().decode(old));
  if (findTopFolder(names) !== top) return encodeUtf8(`Hyperslab: keys begin at /${top === "" ? "" : `${top}/`}`);
  return ours ? new Uint8Array(0) : old;
}

/** The top folder of these names (UTF-8; those of folders end with a slash), "" if there is none. */
export function findTopFolder(names: Iterable<Uint8Array>): string {
  let top: Uint8Array | undefined;
  let holdsValue = false;
  for (const name of names) {
    top ??= name.subarray(0, name.indexOf(SLASH) + 1);
    if (top.byteLength === 0 || !startsWith(name, top)) return "";
    holdsValue ||= name.byteLength > top.byteLength && name.indexOf(SLASH, top.byteLength) < 0;
  }
  return top === undefined || !holdsValue ? "" : decodeUtf8(top.subarray(0, -1));
}

function startsWith(name: Uint8Array, start: Uint8Array): boolean {
  for (let i = 0; i < start.byteLength; i++) if (name[i] !== start[i]) return false;
  return true;
}
