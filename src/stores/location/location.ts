/** Opens locations as stores: first the base, then each archive inside the previous one. Code is loaded on demand. */
import { checkChoice } from "../../bytes/known-options.ts";
import { HyperslabError } from "../../errors.ts";
import { formatOfWord, namesFile } from "../format-marks.ts";
import type { Store } from "../store.ts";
import { splitKey } from "../store-key.ts";
import type { InflateDecoder, ZstdDecoder } from "../zip/decompress.ts";
import { displayLocation, printLocation } from "./grammar.ts";
import { knownSchemes, openBase } from "./openers.ts";
import { meansFile } from "./options.ts";
import { type Location, type LocationBase, type LocationStep, nodeStep, stepNames, storePart } from "./parts.ts";
import type { StoreSettings } from "./settings.ts";

export { parseLocation } from "./grammar.ts";
export { knownSchemes } from "./openers.ts";
export type { Location } from "./parts.ts";
export { printLocation };

/** Decoders that stores may need and that live in other rooms. */
export interface StoreDecoders {
  readonly inflate?: InflateDecoder | undefined;
  readonly zstd?: ZstdDecoder | undefined;
}

/**
 * Opens the store at a location, in which a node or format step is looked for. Nothing is read from a server yet. Options
 * in the location override settings.
 */
export async function openLocation(
  location: Location,
  settings: StoreSettings = {},
  decoders: StoreDecoders = {},
): Promise<Store> {
  checkLocation(location);
  return openAt(location, shownBy(location, settings), decoders, isFileLocation(location));
}

/** Opens a file, whatever its name suggests, as a store of that single value, whose key is `object`. */
export async function openFileLocation(
  location: Location,
  settings: StoreSettings = {},
  decoders: StoreDecoders = {},
): Promise<Store> {
  checkLocation(location);
  return openAt(location, shownBy(location, settings), decoders, true, true);
}

/** `#show=fetch` requests that requests be shown, if the caller supports it. */
function shownBy({ options }: Location, settings: StoreSettings): StoreSettings {
  const { onRequest, onShown } = settings;
  if (options?.show !== "fetch" || onRequest !== undefined || onShown === undefined) return settings;
  return { ...settings, onRequest: onShown };
}

/** `whole` opens the file as a whole, even if it looks like an archive. */
async function openAt(
  location: Location,
  settings: StoreSettings,
  decoders: StoreDecoders,
  isFile: boolean,
  whole = false,
): Promise<Store> {
  const [first, ...inner] = archiveSteps(location);
  const { base } = location;
  const opened = (from: LocationBase): Promise<Store> => openTraced(from, location, settings);
  const name = displayLocation({ ...location, steps: [] });
  const isTar = first?.name === "tar" || (first === undefined && !isFile && !whole && (await isTarFile(base)));
  if (isTar && base.scheme === "file") {
    const { folder, key } = splitPath(base.path);
    const archive = await archiveIn(await opened(folder), key, name, decoders, "tar");
    return openInner(archive, first ?? { name: "tar", path: "" }, inner, isFile, decoders);
  }
  if (base.scheme === "file") {
    const archive = first !== undefined;
    const found = await localFile(location, { archive, file: isFile, whole: whole && !archive }, decoders);
    const store = found === undefined ? await opened(base) : await traced(found, settings);
    return first === undefined ? store : openInner(store, first, inner, isFile, decoders);
  }
  if (first === undefined && isFile) {
    const { folder, key } = splitObject(base, name);
    return lone(await opened(folder), key, name);
  }
  if (first === undefined && !isTar && !looksLikeArchive(base)) return opened(base);
  const { folder, key } = splitObject(base, name);
  const kind = isTar ? "tar" : "zip";
  const archive = await archiveIn(await opened(folder), key, name, decoders, kind);
  return openInner(archive, first ?? { name: kind, path: "" }, inner, isFile, decoders);
}

/** Locations are plain data, so callers may have made invalid ones. */
function checkLocation({ base, steps }: Location): void {
  checkChoice("the scheme of a location", base.scheme, knownSchemes());
  for (const { name } of steps) checkChoice("a step of a location", name, stepNames());
}

/** Network stores report their own requests; other stores are traced here. */
async function openTraced(base: LocationBase, { options }: Location, settings: StoreSettings): Promise<Store> {
  const store = await openBase(base, settings, options);
  return base.scheme === "file" || base.scheme === "memory" ? traced(store, settings) : store;
}

async function traced(store: Store, { onRequest }: StoreSettings): Promise<Store> {
  return onRequest === undefined ? store : (await import("../wrappers/with-trace.ts")).withTrace(store, onRequest);
}

/** The archives to go through. netCDF's mode can ask for one without a step. */
function archiveSteps(location: Location): readonly LocationStep[] {
  const { steps } = storePart(location);
  const reference = steps.find(({ name }) => name === "reference");
  if (reference !== undefined) {
    throw new HyperslabError("unsupported", "references to other files cannot be opened yet", {
      location: displayLocation({ ...location, steps: [] }),
    });
  }
  const byMode = location.options?.mode?.includes("zip") === true && steps.length === 0;
  return byMode ? [{ name: "zip", path: "" }] : steps;
}

/** An archive or a file of a known format on this machine; undefined for a directory. */
async function localFile(
  { base, options }: Location,
  said: { readonly archive: boolean; readonly file: boolean; readonly whole: boolean },
  decoders: StoreDecoders,
): Promise<Store | undefined> {
  if (base.scheme !== "file" || options?.mode?.includes("file") === true) return undefined;
  const { kindAt, loneFile } = await import("../file/place-at.ts");
  const kind = said.archive ? "archive" : said.whole ? "file" : kindAt(base.path, said.file);
  if (kind === "archive") return (await import("../file/zip.ts")).sharedZip(base.path, decoders);
  return kind === "file" ? loneFile(base.path) : undefined;
}

/** Returns whether the address says that this is a file, by a format's step or by the name of the file. */
export function isFileLocation(location: Location): boolean {
  const step = nodeStep(location);
  const format = step && formatOfWord(step.name);
  // If the format also has directories, a path after it lies in a directory.
  if (format?.file !== undefined && (step?.path === "" || format.directory === undefined)) return true;
  if (meansFile(location.options?.mode ?? [])) return true;
  const archive = storePart(location).steps.at(-1);
  return namesFile(archive === undefined ? nameOf(location.base) : archive.path);
}

/** A file as a place of its own. */
async function lone(store: Store, key: string, location: string): Promise<Store> {
  return (await import("../wrappers/lone-object.ts")).loneObject(store, key, location);
}

/** On a server the name decides: looking inside would cost a request for every place that is not an archive. */
function looksLikeArchive(base: LocationBase): boolean {
  return base.scheme !== "file" && base.scheme !== "memory" && /\.zip$/i.test(nameOf(base));
}

/** By its name; on this machine, a directory of that name is a directory. */
async function isTarFile(base: LocationBase): Promise<boolean> {
  if (base.scheme === "memory" || !/\.tar$/i.test(nameOf(base))) return false;
  return base.scheme !== "file" || (await import("../file/place-at.ts")).kindAt(base.path, true) === "file";
}

/** The directory of a local file, and its name there. */
function splitPath(path: string): { readonly folder: LocationBase; readonly key: string } {
  const [, folder = "", name = ""] = /^(.*?)([^/\\]*)$/s.exec(path) ?? [];
  return { folder: { scheme: "file", path: folder === "" ? "." : folder }, key: name };
}

function nameOf(base: LocationBase): string {
  switch (base.scheme) {
    case "http":
    case "https":
      return new URL(base.url).pathname;
    case "file":
    case "memory":
      return base.path;
    default:
      return base.key;
  }
}

/** The store that contains an archive as a value, and its key there. */
function splitObject(base: LocationBase, location: string): { readonly folder: LocationBase; readonly key: string } {
  switch (base.scheme) {
    case "http":
    case "https": {
      const url = new URL(base.url);
      const { prefix, name } = splitKey(url.pathname);
      url.pathname = `${prefix}/`;
      return { folder: { ...base, url: url.href }, key: checkedName(decodeName(name), location) };
    }
    case "file":
    case "memory": {
      const { prefix, name } = splitKey(base.path);
      if (prefix === "" && base.scheme === "memory") throw wholeStore(location);
      return { folder: { ...base, path: prefix }, key: checkedName(name, location) };
    }
    default: {
      const { prefix, name } = splitKey(base.key);
      return { folder: { ...base, key: prefix }, key: checkedName(name, location) };
    }
  }
}

function wholeStore(location: string): HyperslabError {
  return new HyperslabError("invalid-request", "this is a whole store, not an archive in one", {
    location,
    hint: "Write memory:name/archive.zip|zip:.",
  });
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return "";
  }
}

function checkedName(name: string, location: string): string {
  if (name !== "" && !name.includes("/")) return name;
  throw new HyperslabError("invalid-request", "the address does not name a file that could be an archive", {
    location,
  });
}

/** Archives in archives; the last step's path is where keys begin, or a file. */
async function openInner(
  outer: Store,
  first: LocationStep,
  inner: readonly LocationStep[],
  isFile: boolean,
  decoders: StoreDecoders,
): Promise<Store> {
  let store = outer;
  let { path } = first;
  for (const step of inner) {
    if (path === "") {
      throw new HyperslabError("invalid-request", "the address does not say which archive inside this one is meant", {
        location: store.location,
        hint: "Write outer.zip|zip:inner.zip|zip:.",
      });
    }
    store = await archiveIn(store, path, `${store.location}|${step.name}:${path}`, decoders, step.name);
    ({ path } = step);
  }
  if (isFile && path !== "") {
    const { withMemberNames } = await import("../wrappers/member-names.ts");
    return lone(withMemberNames(store), path, `${store.location}/${path}`);
  }
  return (await import("../wrappers/with-prefix.ts")).withPrefix(store, path);
}

async function archiveIn(
  store: Store,
  key: string,
  location: string,
  decoders: StoreDecoders,
  kind: string,
): Promise<Store> {
  const [{ zipStore }, { keepIfShort, objectSource }] = await Promise.all([
    import("../zip/zip.ts"),
    import("../object-source.ts"),
  ]);
  const { concurrency } = store;
  if (kind === "tar") {
    return (await import("../tar/tar.ts")).tarStore(objectSource(store, key), { location, concurrency });
  }
  return zipStore(keepIfShort(objectSource(store, key)), { ...decoders, location, concurrency });
}
