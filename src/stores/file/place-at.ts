/** What a local path is: an archive, a file of a known format, or (also if nothing is there) a directory. */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { namesFile } from "../format-marks.ts";
import { beginsArchive, beginsFile, HEAD_BYTES } from "../place.ts";
import type { Store } from "../store.ts";
import { loneObject } from "../wrappers/lone-object.ts";
import { fileError, provesAbsence } from "./error.ts";
import { fileStore } from "./file-store.ts";

/** `asFile` is true if the address says that a file is meant. */
export function kindAt(path: string, asFile: boolean): "archive" | "file" | "directory" {
  const isArchive = /\.zip$/i.test(path);
  const named = isArchive ? "archive" : asFile || namesFile(path) ? "file" : undefined;
  try {
    const status = statSync(path, { throwIfNoEntry: false });
    if (status !== undefined && !status.isFile()) return "directory";
    if (named !== undefined) return named;
    return status === undefined ? "directory" : kindOf(headOf(path));
  } catch (error) {
    if (provesAbsence(error)) return "directory";
    throw fileError(error, "the file cannot be examined", { location: path });
  }
}

/** Returns whether there is certainly nothing at the path. */
export function isMissing(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

function kindOf(head: Uint8Array): "archive" | "file" | "directory" {
  if (beginsArchive(head)) return "archive";
  return beginsFile(head) ? "file" : "directory";
}

function headOf(path: string): Uint8Array {
  const file = openSync(path, "r");
  try {
    const head = new Uint8Array(HEAD_BYTES);
    return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

/** A store of the single file at `path`. */
export function loneFile(path: string): Store {
  const absolute = resolve(path);
  return loneObject(fileStore(dirname(absolute)), basename(absolute), path);
}
