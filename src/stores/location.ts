/** Locations to stores: the base is opened, then each archive inside of what came before. Code is loaded when needed. */
import { HyperslabError } from "../errors.ts";
import { type Location, type LocationBase, type LocationStep, storePart } from "./location-parts.ts";
import { displayLocation, printLocation } from "./location-print.ts";
import type { Store } from "./store.ts";
import { splitKey } from "./store-key.ts";
import type { StoreSettings } from "./store-settings.ts";
import type { ZstdDecoder } from "./zip/decompress.ts";

export { parseLocation } from "./location-parse.ts";
export type { Location } from "./location-parts.ts";
export { printLocation };

/** Decoders that stores may need and that live in other rooms. */
export interface StoreDecoders {
  readonly zstd?: ZstdDecoder | undefined;
}

type OpenBase = (base: LocationBase, settings: StoreSettings) => Promise<Store>;

/** A new kind of store is one line here, and one in `location-base.ts`. */
const OPENERS: Readonly<Record<string, OpenBase>> = {
  file: async (base) => (await import("./file.ts")).fileStore(only(base, "file").path),
  memory: async (base) => {
    const [{ namedMemoryStore }, { withPrefix }] = await Promise.all([
      import("./memory.ts"),
      import("./wrappers/with-prefix.ts"),
    ]);
    const [name = "", ...prefix] = only(base, "memory").path.split("/");
    return withPrefix(namedMemoryStore(name), prefix.join("/"));
  },
  http: openHttp,
  https: openHttp,
};

async function openHttp(base: LocationBase, settings: StoreSettings): Promise<Store> {
  const { headers, treat403AsMissing, onNote } = settings;
  const { httpStore } = await import("./http/http-store.ts");
  const url = only(base, "http", "https").url;
  return httpStore(url, { headers, treat403AsMissing, onNote: onNote && (({ message }) => onNote(message)) });
}

/** The base of one of these schemes, for the opener that is registered for them. */
function only<S extends LocationBase["scheme"]>(
  base: LocationBase,
  ...schemes: S[]
): Extract<LocationBase, { scheme: S }> {
  if (isOneOf(base, schemes)) return base;
  throw new HyperslabError("invalid-request", `${base.scheme}: is opened by another kind of store`);
}

function isOneOf<S extends LocationBase["scheme"]>(
  base: LocationBase,
  schemes: readonly S[],
): base is Extract<LocationBase, { scheme: S }> {
  return schemes.some((scheme) => scheme === base.scheme);
}

/** The schemes that can be opened. */
export function knownSchemes(): readonly string[] {
  return Object.keys(OPENERS);
}

/**
 * Opens the store at a location: what a node or format step would be looked for in. Nothing is read from a server yet.
 * Options in the location come before settings.
 */
export async function openLocation(
  location: Location,
  settings: StoreSettings = {},
  decoders: StoreDecoders = {},
): Promise<Store> {
  const { profile, region } = location.options ?? {};
  const means = { ...settings, ...(profile !== undefined && { profile }), ...(region !== undefined && { region }) };
  const traced = await tracer(settings);
  const archives = archiveSteps(location);
  const [first, ...inner] = archives;
  const { base } = location;
  const name = displayLocation({ ...location, steps: [] });
  if (base.scheme === "file") {
    const found = (await localArchive(location, first !== undefined, decoders)) ?? (await localPack(location));
    const store = traced(found ?? (await openBase(base, name, means)));
    return first === undefined ? store : openInner(store, first, inner, decoders);
  }
  if (first === undefined && isPack(location)) {
    const { folder, key } = splitObject(base, name);
    const { loneObject } = await import("./wrappers/lone-object.ts");
    return loneObject(traced(await openBase(folder, name, means)), key, name);
  }
  if (first === undefined && !looksLikeArchive(base)) return traced(await openBase(base, name, means));
  const { folder, key } = splitObject(base, name);
  const archive = await archiveIn(traced(await openBase(folder, name, means)), key, name, decoders);
  return openInner(archive, first ?? { name: "zip", path: "" }, inner, decoders);
}

async function openBase(base: LocationBase, location: string, settings: StoreSettings): Promise<Store> {
  const opener = OPENERS[base.scheme];
  if (opener !== undefined) return opener(base, settings);
  throw new HyperslabError("unsupported", `${base.scheme}: addresses cannot be opened yet`, {
    location,
    hint: `Stores can be opened from a path and from ${knownSchemes()
      .map((scheme) => `${scheme}:`)
      .join(", ")}.`,
  });
}

async function tracer({ onRequest }: StoreSettings): Promise<(store: Store) => Store> {
  if (onRequest === undefined) return (store) => store;
  const { withTrace } = await import("./wrappers/with-trace.ts");
  return (store) => withTrace(store, onRequest);
}

/** The archives to go through. netCDF's mode says it without a step. */
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

async function localArchive(
  { base, options }: Location,
  asked: boolean,
  decoders: StoreDecoders,
): Promise<Store | undefined> {
  if (base.scheme !== "file" || options?.mode?.includes("file") === true) return undefined;
  const { sharedZip, zipAt } = await import("./file-zip.ts");
  return asked ? sharedZip(base.path, decoders) : zipAt(base.path, decoders);
}

/** A Bloscpack file among the files of this machine. */
async function localPack(location: Location): Promise<Store | undefined> {
  const { base, options } = location;
  if (base.scheme !== "file" || options?.mode?.includes("file") === true) return undefined;
  return (await import("./file-pack.ts")).packAt(base.path, isPack(location));
}

/** Does the address say that this is a Bloscpack file? */
function isPack({ base, steps }: Location): boolean {
  return steps.some(({ name }) => name === "bloscpack") || /\.blp$/i.test(nameOf(base));
}

/** On a server the name decides: looking inside would cost a request for everything that is no archive. */
function looksLikeArchive(base: LocationBase): boolean {
  return base.scheme !== "file" && base.scheme !== "memory" && /\.zip$/i.test(nameOf(base));
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

/** The store that an archive is a value of, and its key there. */
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
  throw new HyperslabError("invalid-request", "the address names no file that could be an archive", { location });
}

/** Archives in archives; the last step's path is where keys begin. */
async function openInner(
  outer: Store,
  first: LocationStep,
  inner: readonly LocationStep[],
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
    store = await archiveIn(store, path, `${store.location}|zip:${path}`, decoders);
    ({ path } = step);
  }
  return (await import("./wrappers/with-prefix.ts")).withPrefix(store, path);
}

async function archiveIn(store: Store, key: string, location: string, { zstd }: StoreDecoders): Promise<Store> {
  const [{ zipStore }, { keepIfShort, objectSource }] = await Promise.all([
    import("./zip/zip.ts"),
    import("./object-source.ts"),
  ]);
  const { concurrency } = store;
  return zipStore(keepIfShort(objectSource(store, key)), { location, zstd, concurrency });
}
