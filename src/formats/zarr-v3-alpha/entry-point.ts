/**
 * The entry point of the alpha of Zarr v3: the protocol, the encoding of metadata, and the suffix of its keys. Its form
 * changed twice: `metadata_key_suffix` came with the files named `.json`, and moved into `metadata_encoding` in 2022.
 */
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { Store, StoreOptions } from "../../stores/store.ts";
import { getDocument, placeOf, webPageError } from "../documents/document.ts";
import type { OpenOptions } from "../format.ts";
import type { Notes } from "../notes.ts";
import { ENTRY_POINT, entryPointKind } from "../spelling/members.ts";
import { checkExtensions } from "../zarr-v3/extension.ts";

export interface EntryPoint {
  /** The suffix of metadata keys: `.json`, or nothing in 2020. */
  readonly suffix: string;
}

/** Reads the entry point; undefined if the hierarchy is not of the alpha. */
export async function readEntryPoint(
  store: Store,
  notes: Notes,
  options?: OpenOptions,
): Promise<EntryPoint | undefined> {
  const answer = await getDocument(store, ENTRY_POINT, notes, options);
  if (answer === "absent") return undefined;
  if (answer !== "web page")
    return entryPointKind(answer.node) === "alpha" ? parseEntryPoint(answer, notes) : undefined;
  if (options?.onWebPage === undefined) throw webPageError(store, ENTRY_POINT);
  options.onWebPage(ENTRY_POINT);
  return undefined;
}

const PROTOCOL = /^https?:\/\/purl\.org\/zarr\/spec\/(?:protocol\/)?core\/3\.\d+$/;

function parseEntryPoint(view: JsonView, notes: Notes): EntryPoint {
  const format = view.required("zarr_format");
  if (!PROTOCOL.test(format.string())) {
    throw new HyperslabError("unsupported", `the protocol ${JSON.stringify(format.string())} is not known`, {
      ...placeOf(format),
      hint: "A newer version of Hyperslab may know it.",
    });
  }
  notes.add(format, "the unfinished Zarr v3 of 2020 to 2022, which can be read but not written");
  checkExtensions(view.get("extensions"), notes);
  return { suffix: parseSuffix(view, notes) };
}

function parseSuffix(view: JsonView, notes: Notes): string {
  const encoding = view.get("metadata_encoding");
  if (encoding === undefined) notes.add(view, "metadata_encoding is missing; read as JSON");
  else if (encoding.node.type === "object") return objectSuffix(encoding);
  else if (!PROTOCOL.test(encoding.string()) && encoding.string() !== "application/json") refuseEncoding(encoding);
  const suffix = view.get("metadata_key_suffix");
  return suffix === undefined ? "" : checkedSuffix(suffix);
}

/** `{"type": "json", "metadata_key_suffix": ".json"}`, as of the end of 2022. */
function objectSuffix(encoding: JsonView): string {
  if (encoding.get("extension") !== undefined || encoding.required("type").string() !== "json")
    refuseEncoding(encoding);
  return checkedSuffix(encoding.required("metadata_key_suffix"));
}

/** A suffix ends the name of a document, so it may not contain slashes or spaces. */
function checkedSuffix(view: JsonView): string {
  return /^[\x21-\x2e\x30-\x7e]*$/.test(view.string())
    ? view.string()
    : view.fail("not a valid suffix of document names");
}

function refuseEncoding(view: JsonView): never {
  throw new HyperslabError("unsupported", "the metadata is not encoded as JSON", placeOf(view));
}

/**
 * Consolidated metadata of the alpha: `meta/root/consolidated/.zmetadata`, documents by key. Writing it also created a
 * group `consolidated`, which is not shown.
 */
export const CONSOLIDATED = "consolidated";
const KEY = "meta/root/consolidated/.zmetadata";

/** Documents by their keys. */
export type DocumentsByKey = ReadonlyMap<string, JsonView>;

/** The block, if the hierarchy has one. */
export async function readBlock(
  store: Store,
  notes: Notes,
  options?: StoreOptions,
): Promise<DocumentsByKey | undefined> {
  const view = await getDocument(store, KEY, notes, options);
  if (view === "absent" || view === "web page") return undefined;
  const format = view.get("zarr_consolidated_format");
  if (format?.node.type !== "number" || format.integer() !== 1) {
    notes.add(view, "consolidated metadata of an unknown format; not used");
    return undefined;
  }
  const entries = view.required("metadata").entries();
  for (const [key, entry] of entries) {
    // Dots and empty names would lead out of the tree.
    if (/(?:^|\/)\.{0,2}(?:\/|$)/.test(key)) entry.fail(`${JSON.stringify(key)} is not the key of a document`);
  }
  return new Map(entries);
}
