/**
 * Files that an opened file refers to, by address. They may lie where it lies itself (the directory of a local file and
 * below, the same server, bucket or archive), where the caller allows, and, unsigned, wherever the public can read over
 * https and from buckets. Anything else is refused, so that a file from somewhere cannot have private files or servers
 * of an inner network read. Secrets of one server are never sent to another.
 */
import { HyperslabError } from "../../errors.ts";
import type { OpenedSource, ReferringOptions } from "../../formats/format.ts";
import { schemeOf } from "../../stores/location/base.ts";
import { type Location, openFileLocation } from "../../stores/location/location.ts";
import { type LocationBase, type LocationStep, storePart } from "../../stores/location/parts.ts";
import { displayLocation } from "../../stores/location/print.ts";
import type { ReachSettings, ReferenceSettings, StoreSettings } from "../../stores/location/settings.ts";
import { isLending, objectSource } from "../../stores/store.ts";
import { joinKey, splitKey } from "../../stores/store-key.ts";
import type { Address } from "./address.ts";
import { parseLocation } from "./location.ts";
import { storeDecoders } from "./store-decoders.ts";

export interface SourceOptions {
  readonly store?: StoreSettings | undefined;
  readonly allow?: readonly string[] | undefined;
}

/** What the caller said about servers and buckets, by origin: each is asked about once. */
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
  const chosen = given.base ?? (given.strictFsspec === true ? "." : undefined);
  const start = chosen === undefined ? base : fileIn(parseLocation(chosen));
  const target = isRelative(address) ? relativeTo(start, address, from) : storePart(parseLocation(address));
  const trust = trustIn(target, {
    base,
    start: chosen === undefined ? undefined : start,
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
    // Credentials that could not be fetched are asked for again.
    reached.catch(() => known.delete(origin));
  }
  return reached;
}

/**
 * Whose the target is: `own`, beside the file that refers to it; `allowed` by the caller; `public`, if neither applies. It is
 * undefined if it may not be read.
 */
type Trust = "own" | "allowed" | "public" | undefined;

interface TrustOptions {
  /** Where the referring file is. */
  readonly base: Location | undefined;
  /** A file in the directory that the caller chose for relative targets. */
  readonly start: Location | undefined;
  readonly allow: readonly string[];
}

/** In the list of what is allowed: everything, but local files only from a local file. */
const ANY = "any";

/** Schemes by which the public reads. */
const PUBLIC: readonly string[] = ["https", "s3", "gs3", "gs", "az"];

function trustIn(target: Location, { base, start, allow }: TrustOptions): Trust {
  if (base !== undefined && isWithin(target, ownArea(base))) return "own";
  if (start !== undefined && isWithin(target, ownArea(start))) return "allowed";
  if (allow.some((area) => area !== ANY && isWithin(target, storePart(parseLocation(area))))) return "allowed";
  const { scheme } = target.base;
  if (allow.includes(ANY)) return scheme !== "file" || base?.base.scheme === "file" ? "allowed" : undefined;
  return PUBLIC.includes(scheme) ? "public" : undefined;
}

/** Headers may hold secrets of the server that the file came from; requests to a bucket that was not named are not signed. */
function inheritedSettings(settings: StoreSettings, trust: Trust): StoreSettings {
  if (trust === "own") return settings;
  const { headers: _, ...others } = settings;
  if (trust === "allowed") return others;
  const { profile: __, ...unsigned } = others;
  return { ...unsigned, anonymous: true };
}

/** What a server or bucket is called when the caller is asked how to reach it. */
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

/** A file of no name in a directory, for paths that start from there. */
function fileIn(location: Location): Location {
  return below(storePart(location), "-");
}

/** What has this key in the store at a location. */
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

/** Does the address start from the directory of the file that has it? */
export function isRelative(address: string): boolean {
  return schemeOf(address) === undefined && !/^(?:[/\\]|[a-z]:[/\\])/i.test(address);
}

/** The location of a file by its path from the directory of another. */
export function relativeTo(location: Location | undefined, path: string, from?: Pick<Address, "store">): Location {
  if (location === undefined) {
    throw new HyperslabError("unsupported", `the file refers to ${path}, and where that is cannot be told`, {
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

/** Without `.` and `..`; those that lead above the first name stay, and so are found outside of every area. */
function resolved(path: string, absolute = path.startsWith("/")): string {
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue;
    if (name === ".." && names.length > 0 && names.at(-1) !== "..") names.pop();
    else names.push(name);
  }
  return `${absolute ? "/" : ""}${names.join("/")}`;
}

/** Where a file may refer to without being asked. */
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

/** Whose place it is, and the path there. */
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

/** A path from here as one from the root, where a program has a working directory. */
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
