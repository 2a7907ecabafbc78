/** Metadata documents: values of a store that are JSON objects. */
import { isStrictNumber, type JsonNode, type JsonObject } from "../../bytes/json/node.ts";
import { parseJson } from "../../bytes/json/parse.ts";
import { type JsonView, jsonView, viewDocument } from "../../bytes/json/view.ts";
import { type ErrorPlace, HyperslabError, isHyperslabError } from "../../errors.ts";
import type { ReadNow } from "../../stores/direct-reads.ts";
import type { GetOptions, Store, StoreOptions } from "../../stores/store.ts";
import { keptUnlessNoted, type Notes } from "../notes.ts";

/** Some servers answer every request with a web page, so that missing keys appear to exist. */
export type DocumentAnswer = JsonView | "absent" | "web page";

/** Reads a document that is not JSON. Returns undefined if it is JSON. */
export type DocumentDecoder = (bytes: Uint8Array, key: string, notes: Notes) => JsonView | undefined;

/** The bytes of a document, unless it is absent or a web page. */
export type DocumentBytes = Uint8Array | "absent" | "web page";

/** The requested documents, by key: while formats are detected, none is requested twice. */
export type AskedDocuments = Map<string, Promise<DocumentBytes>>;

/** `fresh` bypasses any cache of the store. */
export type DocumentOptions = Pick<GetOptions, "signal" | "fresh"> & { readonly asked?: AskedDocuments | undefined };

/** Gets and parses a document. Anything but a JSON object or a web page is `invalid-data`. */
export async function getDocument(
  store: Store,
  key: string,
  notes: Notes,
  options?: DocumentOptions,
  decode?: DocumentDecoder,
): Promise<DocumentAnswer> {
  const bytes = await getDocumentBytes(store, key, options);
  if (!(bytes instanceof Uint8Array)) return bytes;
  const known = options?.asked === undefined ? undefined : opened.get(bytes);
  if (known !== undefined && known.decode === decode) return known.view;
  const parse = (noting: Notes): JsonView => readDocument(bytes, store.location, key, noting, decode);
  if (options?.asked === undefined) return parse(notes);
  return keptUnlessNoted(notes, parse, (view) => opened.set(bytes, { decode, view }));
}

function readDocument(
  bytes: Uint8Array,
  location: string,
  key: string,
  notes: Notes,
  decode: DocumentDecoder | undefined,
): JsonView {
  return decode?.(bytes, key, notes) ?? parseDocument(bytes, location, key, notes);
}

/**
 * A document of a store that reads short values synchronously; "later" if it requires `getDocument`. A truncated value
 * is recognised, because a JSON object ends with its closing brace.
 */
export function getDocumentNow(
  readNow: ReadNow,
  { location }: Store,
  key: string,
  notes: Notes,
  decode?: DocumentDecoder,
): JsonView | "absent" | "later" {
  const bytes = readNow(key);
  if (bytes === undefined) return "absent";
  if (bytes === "later" || isWebPage(bytes)) return "later";
  try {
    return readDocument(bytes, location, key, notes, decode);
  } catch (error) {
    if (isHyperslabError(error, "invalid-data")) return "later";
    throw error;
  }
}

/** Formats request the same bytes one after the other while a hierarchy is opened. */
const opened = new WeakMap<Uint8Array, { readonly decode: DocumentDecoder | undefined; readonly view: JsonView }>();

/** Errors of stores that cannot distinguish absent keys from forbidden ones, which prove as little as a web page. */
const unproven = new WeakMap<Store, HyperslabError>();

/** The bytes of a document, unless they are a web page. */
export function getDocumentBytes(store: Store, key: string, options?: DocumentOptions): Promise<DocumentBytes> {
  const { asked } = options ?? {};
  if (asked === undefined || options?.fresh === true) return askStore(store, key, options);
  const known = asked.get(key) ?? askStore(store, key, options);
  asked.set(key, known);
  return known;
}

async function askStore(store: Store, key: string, options?: DocumentOptions): Promise<DocumentBytes> {
  try {
    const bytes = await store.get(key, { signal: options?.signal, ...(options?.fresh === true && { fresh: true }) });
    if (bytes === undefined) return "absent";
    return isWebPage(bytes) ? "web page" : bytes;
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    if (error.request?.kind === "web-page") return "web page";
    if (error.request?.kind !== "absence-not-proven") throw error;
    unproven.set(store, error);
    return "web page";
  }
}

/** Parses a document. Duplicate members become notes. */
function parseDocument(bytes: Uint8Array, location: string, key: string, notes: Notes): JsonView {
  try {
    const document = parseJson(bytes, { key });
    const view = viewDocument(document);
    for (const { name, offset } of document.duplicates) {
      const place = jsonView({ type: "null", offset }, { key, text: document.text });
      notes.add(place, `the member ${JSON.stringify(name)} appears twice; the last one counts`);
    }
    view.object();
    return view;
  } catch (error) {
    if (!isHyperslabError(error, "invalid-data")) throw error;
    const hint = `${key} must be a JSON object. Restore it from a copy, or write the node again.`;
    throw new HyperslabError("invalid-data", error.what, { location, ...error.place, hint, cause: error });
  }
}

/** Returns whether the first character is `<`. JSON never starts with it. */
function isWebPage(bytes: Uint8Array): boolean {
  for (const byte of bytes) {
    const isBlank = byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf;
    if (!isBlank) return byte === 0x3c;
  }
  return false;
}

/** The error for a web page in place of a document that decides whether there is a node. */
export function webPageError(store: Store, key: string): HyperslabError {
  const said = unproven.get(store);
  if (said !== undefined) return said;
  return new HyperslabError("invalid-data", "the store returned a web page in place of a metadata document", {
    location: store.location,
    key,
    hint: "The server sends HTML instead of 404 Not Found. Check the address, or let the server answer 404.",
  });
}

/** Fails with `not-allowed` if the store is read-only. */
export function checkWritable(store: Store): void {
  if (store.set !== undefined) return;
  throw new HyperslabError("not-allowed", "this store cannot be written", { location: store.location });
}

export async function setDocument(store: Store, key: string, bytes: Uint8Array, options?: StoreOptions): Promise<void> {
  checkWritable(store);
  await store.set!(key, bytes, options);
}

/** Returns whether the tree contains a bare NaN or Infinity, which is not JSON. */
export function hasBareNumber(node: JsonNode): boolean {
  if (node.type === "number") return !isStrictNumber(node.text);
  if (node.type === "array") return node.items.some(hasBareNumber);
  return node.type === "object" && Array.from(node.members.values()).some(hasBareNumber);
}

/**
 * The tree as strict JSON: bare NaN and Infinity from another document become the strings "NaN", "Infinity" and
 * "-Infinity", as in Zarr. Those passed in by a caller are kept, and refused when printed.
 */
export function withQuotedNumbers(object: JsonObject): JsonObject {
  return { ...object, members: new Map(Array.from(object.members, ([name, value]) => [name, quoted(value)])) };
}

function quoted(node: JsonNode): JsonNode {
  if (!hasBareNumber(node)) return node;
  if (node.type === "array") return { ...node, items: node.items.map(quoted) };
  if (node.type === "object") return withQuotedNumbers(node);
  if (node.type !== "number" || node.offset < 0) return node;
  return { type: "string", value: node.text, offset: node.offset };
}

// Errors about documents: the position in them, and whether the data or the caller is at fault.

/** The place of a JSON value, for errors that its view does not raise. */
export function placeOf({ position, field, source }: JsonView): ErrorPlace {
  return {
    ...(source === undefined || source.key === "" ? {} : { key: source.key }),
    ...position,
    ...(field === "" ? {} : { field }),
  };
}

/** Runs a function of the value, and adds the value's place to errors. */
export function atView<T>(view: JsonView, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    const hint = error.hint === undefined ? {} : { hint: error.hint };
    throw new HyperslabError(error.code, error.what, { ...error.place, ...placeOf(view), ...hint, cause: error });
  }
}

/** Builds a document. Any mistake in it is the caller's, not damaged data: `invalid-data` becomes `invalid-request`. */
export function asRequest<T>(print: () => T): T {
  try {
    return print();
  } catch (error) {
    if (!isHyperslabError(error, "invalid-data")) throw error;
    const hint = error.hint === undefined ? {} : { hint: error.hint };
    throw new HyperslabError("invalid-request", error.what, { ...error.place, ...hint, cause: error });
  }
}
