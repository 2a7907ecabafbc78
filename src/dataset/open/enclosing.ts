/**
 * The hierarchy around a place: nodes created or changed there belong to it, and its consolidated metadata may list
 * nodes that have no documents of their own.
 */
import { isHyperslabError } from "../../errors.ts";
import { detectFormat } from "../../formats/detect.ts";
import { type DirectoryMarks, markedFormats } from "../../stores/format-marks.ts";
import type { Location, LocationBase } from "../../stores/location/parts.ts";
import { isS3Address, parseS3Address } from "../../stores/s3/s3-address.ts";
import { looksForFree, type Store } from "../../stores/store.ts";
import { joinKey } from "../../stores/store-key.ts";

/** The place above another one, and the name of the lower one in it. */
export interface Above<T> {
  readonly at: T;
  readonly name: string;
}

/** Returns undefined at the top. */
export type AboveOf<T> = (at: T) => Above<T> | undefined;

/** A hierarchy's root, and the path of a node from there. */
export interface Enclosing<T> {
  readonly root: T;
  readonly path: string;
}

/**
 * The root of the hierarchy around `start`: the places from there down are all nodes, except that the lowest ones may
 * be missing, as they are for a node that is about to be created. `start` itself if there is no hierarchy around it.
 * `isThere` is true if there is a node at `start`.
 */
export async function climb<T>(
  start: T,
  aboveOf: AboveOf<T>,
  storeAt: (at: T) => Promise<Store>,
  isThere = false,
): Promise<Enclosing<T>> {
  let found: Enclosing<T> = { root: start, path: "" };
  let path = "";
  let isNew = isThere ? false : undefined;
  for (let above = aboveOf(start); above !== undefined; above = aboveOf(above.at)) {
    path = path === "" ? above.name : `${above.name}/${path}`;
    const store = await storeAt(above.at);
    if (await holdsNode(store)) found = { root: above.at, path };
    else if (found.path !== "") break;
    else {
      isNew ??= await isEmpty(await storeAt(start));
      if (!isNew || !(await isEmpty(store, above.name))) break;
    }
  }
  return found;
}

/**
 * The same for stores where lookups are cheap. A new node may also lie among the files of an array, in a directory of
 * its chunks or below an array of a format without groups; it then belongs to that array's hierarchy, which refuses it.
 */
export async function around<T>(
  start: T,
  aboveOf: AboveOf<T>,
  storeAt: (at: T) => Promise<Store>,
  isNew: boolean,
): Promise<Enclosing<T>> {
  const found = await climb(start, aboveOf, storeAt);
  if (!isNew || found.path !== "" || !(await isEmpty(await storeAt(start)))) return found;
  let path = "";
  for (let above = aboveOf(start); above !== undefined; above = aboveOf(above.at)) {
    path = joinKey(above.name, path);
    const kind = await kindAt(await storeAt(above.at));
    if (kind === "group") break;
    if (kind === undefined) continue;
    const array = await climb(above.at, aboveOf, storeAt, true);
    return { root: array.root, path: joinKey(array.path, path) };
  }
  return found;
}

/** Files that merely have the names of documents do not make a node. */
async function kindAt(store: Store): Promise<"array" | "group" | undefined> {
  try {
    return (await detectFormat(store, "", { consolidated: false }))?.node.kind;
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    return undefined;
  }
}

/**
 * The place above a key of a bucket or a path of a server. Nothing is above a URL with a query, whose signature covers
 * that URL alone.
 */
export function aboveRemote(base: LocationBase, isS3: boolean): Above<LocationBase> | undefined {
  if ("key" in base) {
    const above = aboveKey(base.key);
    return above && { at: { ...base, key: above.at }, name: above.name };
  }
  if (!("url" in base) || base.url.includes("?")) return undefined;
  if ((isS3 || isS3Address(base.url)) && parseS3Address(base.url).key === "") return undefined;
  const [, origin = "", path = ""] = /^([a-z]+:\/\/[^/]*\/?)(.*?)\/*$/is.exec(base.url) ?? [];
  const above = aboveKey(path);
  return above && { at: { ...base, url: origin + above.at }, name: decodeURIComponent(above.name) };
}

/** netCDF's mode may declare a server to be S3; its addresses then begin with a bucket. */
export function saysS3({ options }: Location): boolean {
  return options?.mode?.some((word) => word === "s3" || word === "gs3") === true;
}

export function aboveKey(key: string): Above<string> | undefined {
  const cut = key.lastIndexOf("/");
  return key === "" ? undefined : { at: key.slice(0, Math.max(0, cut)), name: key.slice(cut + 1) };
}

/** Formats without groups are left out, because any directory may hold documents with such names. */
function holdsNode(store: Store): Promise<boolean> {
  const isFree = looksForFree(store);
  const documents = groupMarks().flatMap(({ group, node = [], array = [], consolidated = [] }) => [
    ...group,
    ...node,
    ...(isFree ? array : []),
    consolidated,
  ]);
  return holdsAny(store, documents.flat());
}

/** Returns whether there is a document that may describe all nodes below. */
export function mayConsolidate(store: Store): Promise<boolean> {
  return holdsAny(
    store,
    groupMarks().flatMap(({ common, consolidated, group }) => (common === true ? (consolidated ?? group) : [])),
  );
}

function groupMarks(): readonly (DirectoryMarks & { readonly group: readonly string[] })[] {
  return markedFormats().flatMap(({ directory }) =>
    directory?.group === undefined ? [] : [{ ...directory, group: directory.group }],
  );
}

/** Queried one after the other where that is free, otherwise all at once. */
async function holdsAny(store: Store, documents: readonly string[]): Promise<boolean> {
  const keys = [...new Set(documents)];
  if (!looksForFree(store)) return (await Promise.all(keys.map((key) => holds(store, key)))).includes(true);
  for (const key of keys) if (await holds(store, key)) return true;
  return false;
}

/**
 * A place above that may not be examined holds no hierarchy that could be changed or read. Servers are asked for one
 * byte, because their response to a HEAD request does not say why something is missing.
 */
async function holds(store: Store, key: string): Promise<boolean> {
  if (looksForFree(store)) return (await store.head?.(key)) !== undefined;
  try {
    return (await store.get(key, { range: { offset: 0, length: 1 } })) !== undefined;
  } catch (error) {
    if (!isHyperslabError(error) || error.code === "io") throw error;
    return false;
  }
}

/**
 * Returns whether there is nothing, or only the empty directory `besides`. In directories, documents are checked first,
 * because listing a node may take long. A bucket, which has no empty directories, is asked for its first key.
 */
async function isEmpty(store: Store, besides?: string): Promise<boolean> {
  if (!looksForFree(store) && store.list !== undefined) {
    return (await firstKey(store).catch(() => "unknown")) === undefined;
  }
  if (await holdsNode(store)) return false;
  const listing = await store.listDirectory?.("").catch(() => undefined);
  return listing?.keys.length === 0 && listing.prefixes.every((name) => name === besides);
}

async function firstKey(store: Store): Promise<string | undefined> {
  for await (const { key } of store.list?.("") ?? []) return key;
  return undefined;
}
