/**
 * Files on servers and in buckets whose names do not say that they are files: `https://host/download/1234`, `s3://bucket/field.dat`.
 * They are looked at last, after no directory of any format was found: looking first would cost every dataset a request.
 */
import { byteCharacters } from "../../bytes/text/byte-characters.ts";
import { isHyperslabError } from "../../errors.ts";
import type { OpenedNode } from "../../formats/format.ts";
import { openFileLocation } from "../../stores/location/location.ts";
import { storePart } from "../../stores/location/parts.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import { HEAD_BYTES } from "../../stores/place.ts";
import { looksForFree } from "../../stores/store.ts";
import type { Address } from "./address.ts";
import type { OpenAt } from "./consolidated-node.ts";
import { unknownFile } from "./failures/unknown-data.ts";

/** How pages and lists begin with which servers answer for a directory. */
const INDEX = /^\s*[<{[]/;

/** The node in the file at the address; undefined if there is no file. Fails if it is not of a known format. */
export async function openUnnamedFile(
  { location, store, path }: Address,
  openAt: OpenAt,
  { settings, signal }: { readonly settings: StoreSettings | undefined; readonly signal: AbortSignal | undefined },
): Promise<OpenedNode | undefined> {
  if (location === undefined || store.object !== undefined || looksForFree(store)) return undefined;
  const base = storePart(location);
  if (base.steps.length > 0) return undefined;
  try {
    const file = await openFileLocation(base, settings);
    const key = file.object ?? "";
    const head = await file.get(key, { range: { offset: 0, length: HEAD_BYTES }, signal });
    if (head === undefined) return undefined;
    const opened = await openAt(file, path, base);
    if (opened !== undefined || path !== "" || INDEX.test(byteCharacters(head))) return opened;
    throw await unknownFile(file, key);
  } catch (error) {
    // A directory has no file name, or may not be read as a file. Errors of damaged files are reported.
    if (isHyperslabError(error) && (error.code === "invalid-request" || error.code === "not-allowed")) return undefined;
    throw error;
  }
}
