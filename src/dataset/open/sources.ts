/**
 * Files that an opened file refers to, by address. They may lie beside it (in the directory of a local file and below,
 * on the same server, or in the same bucket or archive), where the caller allows them, and, unsigned, at any public
 * https address or in any public bucket. Anything else is refused, so that an untrusted file cannot cause reads of
 * private files or internal servers. Secrets of one server are never sent to another.
 */
import { HyperslabError } from "../../errors.ts";
import type { OpenedSource, ReferringOptions } from "../../formats/format.ts";
import { isLending } from "../../stores/direct-reads.ts";
import { schemeOf } from "../../stores/location/base.ts";
import { displayLocation } from "../../stores/location/grammar.ts";
import { type Location, openFileLocation } from "../../stores/location/location.ts";
import { type LocationBase, type LocationStep, storePart } from "../../stores/location/parts.ts";
import type { ReachSettings, ReferenceSettings, StoreSettings } from "../../stores/location/settings.ts";
import { objectSource } from "../../stores/store.ts";
import { joinKey, splitKey } from "../../stores/store-key.ts";
import type { Address } from "./address.ts";
import { parseLocation } from "./location.ts";
import { storeDecoders } from "./store-decoders.ts";

export interface SourceOptions {
  readonly store?: StoreSettings | undefined;
  readonly allow?: readonly string[] | undefined;
}

/** The caller's settings for servers and buckets, by origin; the caller is asked once per origin. */
export type ReachedOrigins = Map<string, Promise<ReachSettings | undefined>>;

/** Opens the file at `address`, which `from` refers to. Nothing is read yet. */
export async function openSource(
  from: Address,
  { store: settings = {}, allow = [] }: SourceOptions,
  known: ReachedOrigins,
  address: string,
  { signal, within }: ReferringOptions = {},
): Promise<OpenedSource> {
  signal?.throwIfAborted();
  const { references: given = {}, ...own } = settings;
  const base = within === undefined ? from.location && storePart(from.location) : from.root && below(from.root, within);
  const chosen = chosenStart(given);
  const start = chosen ?? base;
  const target = isRelative(address) ? relativeTo(start, address, from) : storePart(parseLocation(address));
  const trust = trustIn(target, {
    base,
    start: chosen,
    allow: [...allow, ...(given.allow ?? [])],
  });
  if (trust === undefined) throw refusal(target, from);
  const inherited = inheritedSettings(own, trust);
  const reached = await reachedBy(given, originOf(target.base), known);
  const store = await openFileLocation(target, { ...inherited, ...reached }, storeDecoders);
  const key = store.object ?? "";
  const path = store.locate?.(key);
  return {
    ...objectSource(store, key, { lends: isLending(store) }),
    ...(path === undefined ? {} : { path }),
    ...(store.head && { modified: async (given) => (await store.head?.(key, given))?.modified }),
  };
}

function reachedBy(
  { reach }: ReferenceSettings,
  origin: string,
  known: ReachedOrigins,
): Promise<ReachSettings | undefined> | undefined {
  if (reach === undefined) return undefined;
  let reached = known.get(origin);
  if (reached === undefined) {
    reached = Promise.resolve(reach(origin));
    known.set(origin, reached);
    // If fetching credentials failed, the next request tries again.
    reached.catch(() => known.delete(origin));
  }
  return reached;
}

/**
 * The trust in a target: `own` if it lies beside the file that refers to it; `allowed` if the caller allows it;
 * `public` if neither applies. Undefined if it may not be read.
 */
type Trust = "own" | "allowed" | "public" | undefined;

interface TrustOptions {
  /** Where the referring file is. */
  readonly base: Location | undefined;
  /** The directory that the caller chose for relative targets, as a file in it. */
  readonly start: Location | undefined;
  readonly allow: readonly string[];
}

/** In the allow-list: everything, except that local files may only be referenced by local files. */
const ANY = "any";

/** Schemes that can be read publicly. */
const PUBLIC: readonly string[] = ["https", "s3", "gs3", "gs", "az"];

function trustIn(target: Location, { base, start, allow }: TrustOptions): Trust {
  if (base !== undefined && isWithin(target, ownArea(base))) return "own";
  if (start !== undefined && isWithin(target, ownArea(start))) return "allowed";
  if (allow.some((area) => area !== ANY && isWithin(target, storePart(parseLocation(area))))) return "allowed";
  const { scheme } = target.base;
  if (allow.includes(ANY)) return scheme !== "file" || base?.base.scheme === "file" ? "allowed" : undefined;
  return PUBLIC.includes(scheme) ? "public" : undefined;
}

/**
 * Headers may hold secrets of the file's own server; requests to a bucket that the caller did not name are unsigned.
 */
function inheritedSettings(settings: StoreSettings, trust: Trust): StoreSettings {
  if (trust === "own") return settings;
  const { headers: _, ...others } = settings;
  if (trust === "allowed") return others;
  const { profile: __, ...unsigned } = others;
  return { ...unsigned, anonymous: true };
}

/** The name of a server or bucket that is passed to the caller who is asked how to reach it. */
function originOf(base: LocationBase): string {
  switch (base.scheme) {
    case "http":
    case "https":
      return new URL(base.url).origin;
    case "file":
      return "file:";
    case "memory":
      return `memory:${base.path.split("/")[0]}`;
    case "az":
      return `az://${base.container}@${base.account}`;
    default:
      return `${base.scheme}://${base.bucket}`;
  }
}

/** An unnamed file in a directory, as the base of paths relative to it. */
/** The directory that the caller chose for relative targets, as a file in it; undefined for that of the set. */
export function chosenStart({ base, strictFsspec }: ReferenceSettings = {}): Location | undefined {
  const chosen = base ?? (strictFsspec === true ? "." : undefined);
  return chosen === undefined ? undefined : fileIn(parseLocation(chosen));
}

function fileIn(location: Location): Location {
  return below(storePart(location), "-");
}

/** The value with this key in the store at a location. */
function below(location: Location, key: string): Location {
  const { base, steps } = location;
  const last = steps.at(-1);
  if (key === "") return location;
  if (last !== undefined) return { base, steps: [...steps.slice(0, -1), { ...last, path: joinKey(last.path, key) }] };
  switch (base.scheme) {
    case "http":
    case "https": {
      const url = new URL(base.url);
      url.pathname = joinKey(url.pathname.replace(/\/$/, ""), key.split("/").map(encodeURIComponent).join("/"));
      return { base: { ...base, url: url.href }, steps };
    }
    case "file":
    case "memory":
      return { base: { ...base, path: `${base.path.replace(/[/\\]$/, "")}/${key}` }, steps };
    default:
      return { base: { ...base, key: joinKey(base.key, key) }, steps };
  }
}

function refusal(target: Location, from: Address): HyperslabError {
  const area = displayLocation(ownArea(target));
  return new HyperslabError("not-allowed", `the file refers to ${displayLocation(target)}, which is not allowed`, {
    location: from.store.location,
    hint: `If you trust the file, allow it: open(address, { allow: [${JSON.stringify(area)}] }), or --allow.`,
  });
}

/** Returns whether the address is relative to the directory of the file that contains it. */
export function isRelative(address: string): boolean {
  return schemeOf(address) === undefined && !/^(?:[/\\]|[a-z]:[/\\])/i.test(address);
}

/** The location of a file by its path from the directory of another. */
export function relativeTo(location: Location | undefined, path: string, from?: Pick<Address, "store">): Location {
  if (location === undefined) {
    throw new HyperslabError("unsupported", `the file refers to ${path}, whose location is unknown`, {
      ...(from && { location: from.store.location }),
      hint: "Open the file by its address, not as a store or a browser's file.",
    });
  }
  const { base, steps } = location;
  const beside = (key: string): string => resolved(`${splitKey(key).prefix}/${path}`, key.startsWith("/"));
  const last = steps.at(-1);
  if (last !== undefined) return { ...location, steps: [...steps.slice(0, -1), { ...last, path: beside(last.path) }] };
  switch (base.scheme) {
    case "http":
    case "https":
      return { ...location, base: { ...base, url: new URL(path, base.url).href } };
    case "file":
    case "memory":
      return { ...location, base: { ...base, path: beside(base.path.replaceAll("\\", "/")) } };
    default:
      return { ...location, base: { ...base, key: beside(base.key) } };
  }
}

/** Without `.` and `..`; those that lead above the first name are kept, so such paths lie outside every area. */
function resolved(path: string, absolute = path.startsWith("/")): string {
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue;
    if (name === ".." && names.length > 0 && names.at(-1) !== "..") names.pop();
    else names.push(name);
  }
  return `${absolute ? "/" : ""}${names.join("/")}`;
}

/** The area that a file may refer to without permission. */
function ownArea({ base, steps }: Location): Location {
  if (steps.length > 0) return { base, steps: [...steps.slice(0, -1), { ...steps.at(-1)!, path: "" }] };
  switch (base.scheme) {
    case "http":
    case "https":
      return { base: { ...base, url: `${new URL(base.url).origin}/` }, steps };
    case "file":
      return { base: { ...base, path: splitKey(base.path.replaceAll("\\", "/")).prefix || rootOf(base.path) }, steps };
    case "memory":
      return { base: { ...base, path: base.path.split("/")[0]! }, steps };
    default:
      return { base: { ...base, key: "" }, steps };
  }
}

function rootOf(path: string): string {
  return path.startsWith("/") ? "/" : ".";
}

function isWithin(inner: Location, outer: Location): boolean {
  const { steps } = outer;
  if (steps.length === 0) return isBaseWithin(inner.base, outer.base);
  if (inner.steps.length < steps.length || !sameBase(inner.base, outer.base)) return false;
  return steps.every((step, index) => {
    const other = inner.steps[index]!;
    return index < steps.length - 1
      ? sameStep(step, other)
      : step.name === other.name && isBelow(other.path, step.path);
  });
}

function sameStep(a: LocationStep, b: LocationStep): boolean {
  return a.name === b.name && a.path === b.path;
}

function sameBase(a: LocationBase, b: LocationBase): boolean {
  return isBaseWithin(a, b) && isBaseWithin(b, a);
}

function isBaseWithin(inner: LocationBase, outer: LocationBase): boolean {
  const [a, b] = [areaOf(inner), areaOf(outer)];
  return a.owner === b.owner && isBelow(a.path, b.path);
}

/** The owner of a place, and the path within it. */
function areaOf(base: LocationBase): { readonly owner: string; readonly path: string } {
  switch (base.scheme) {
    case "http":
    case "https": {
      const { origin, pathname } = new URL(base.url);
      return { owner: origin, path: pathname };
    }
    case "file": {
      const path = absolutePath(base.path);
      const root = /^(?:[a-z]:)?[/\\]/i.exec(path)?.[0].toLowerCase() ?? "here";
      return { owner: `file ${root}`, path: path.replaceAll("\\", "/") };
    }
    case "memory":
      return { owner: "memory", path: base.path };
    case "az":
      return { owner: `az ${base.account}`, path: joinKey(base.container, base.key) };
    default:
      return { owner: base.scheme, path: joinKey(base.bucket, base.key) };
  }
}

/** A relative path as an absolute one, if the program has a working directory. */
export function absolutePath(path: string): string {
  const isAbsolute = /^(?:[a-z]:)?[/\\]/i.test(path);
  const here = isAbsolute ? undefined : globalThis.process?.cwd?.();
  return here === undefined ? path : `${here}/${path}`;
}

function isBelow(inner: string, outer: string): boolean {
  const [a, b] = [resolved(inner), resolved(outer)];
  if (a.split("/").includes("..") && !b.split("/").includes("..")) return false;
  return a === b || b === "" || a.startsWith(b.endsWith("/") ? b : `${b}/`);
}
