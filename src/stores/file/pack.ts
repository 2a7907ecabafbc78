/** Bloscpack files among the files: a place that is one file, told by its first bytes. */

import { closeSync, openSync, readSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { byteCharacters } from "../../bytes/text/byte-characters.ts";
import type { Store } from "../store.ts";
import { loneObject } from "../wrappers/lone-object.ts";
import { fileError, provesAbsence } from "./error.ts";
import { fileStore } from "./file-store.ts";

/** A store of the one file at `path`; `undefined` if that is no Bloscpack file. `named`: the name says that it is one. */
export function packAt(path: string, named: boolean): Store | undefined {
  if (!isPack(path, named)) return undefined;
  const absolute = resolve(path);
  return loneObject(fileStore(dirname(absolute)), basename(absolute), path);
}

function isPack(path: string, named: boolean): boolean {
  try {
    const status = statSync(path, { throwIfNoEntry: false });
    if (status === undefined) return named;
    return status.isFile() && (named || beginsLikePack(path));
  } catch (error) {
    if (provesAbsence(error)) return false;
    throw fileError(error, "the file cannot be examined", { location: path });
  }
}

function beginsLikePack(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const start = new Uint8Array(4);
    readSync(file, start, 0, 4, 0);
    return byteCharacters(start) === "blpk";
  } finally {
    closeSync(file);
  }
}
