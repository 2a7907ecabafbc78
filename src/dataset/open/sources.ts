/**
 * Files that an opened file refers to, by address. They may lie where it lies itself (the directory of a local file and
 * below, the same server, bucket or archive) and where the caller allows; anything else is refused, so that a file from
 * somewhere cannot have others read.
 */
import { HyperslabError } from "../../errors.ts";
import type { OpenedSource } from "../../formats/format.ts";
import { schemeOf } from "../../stores/location/base.ts";
import { type Location, openFileLocation } from "../../stores/location/location.ts";
import { type LocationBase, type LocationStep, storePart } from "../../stores/location/parts.ts";
import { displayLocation } from "../../stores/location/print.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import { filePlace } from "../../stores/place.ts";
import type { StoreOptions } from "../../stores/store.ts";
import { joinKey, splitKey } from "../../stores/store-key.ts";
import type { Address } from "./address.ts";
import { parseLocation } from "./location.ts";
import { storeDecoders } from "./store-decoders.ts";

export interface SourceOptions {
  readonly store?: StoreSettings | undefined;
  readonly allow?: readonly string[] | undefined;
}

/** Opens the file at `address`, which `from` refers to. Nothing is read yet. */
export async function openSource(
  from: Address,
  { store: settings = {}, allow = [] }: SourceOptions,
  address: string,
  options: StoreOptions = {},
): Promise<OpenedSource> {
  options.signal?.throwIfAborted();
  const base = from.location && storePart(from.location);
  const target = isRelative(address) ? relativeTo(base, address, from) : storePart(parseLocation(address));
  const own = base && ownArea(base);
  const isOwn = own !== undefined && isWithin(target, own);
  if (!isOwn && !allow.some((area) => isWithin(target, storePart(parseLocation(area))))) throw refusal(target, from);
  // Headers may hold secrets of the server that the file came from.
  const { headers: _, ...others } = settings;
  const store = await openFileLocation(target, isOwn ? settings : others, storeDecoders);
  const key = store.object ?? "";
  const path = store.locate?.(key);
  return {
    ...filePlace(store, key, "").source,
    ...(path === undefined ? {} : { path }),
    ...(store.head && { modified: async (given) => (await store.head?.(key, given))?.modified }),
  };
}

function refusal(target: Location, from: Address): HyperslabError {
  const area = displayLocation(ownArea(target));
  return new HyperslabError("not-allowed", `the file refers to ${displayLocation(target)}, which is not allowed`, {
    location: from.store.location,
    hint: `If you trust the file, allow it: open(address, { allow: [${JSON.stringify(area)}] }).`,
  });
}

function isRelative(address: string): boolean {
  return schemeOf(address) === undefined && !/^(?:[/\\]|[a-z]:[/\\])/i.test(address);
}

/** The location of a file by its path from the directory of another. */
function relativeTo(location: Location | undefined, path: string, from: Address): Location {
  if (location === undefined) {
    throw new HyperslabError("unsupported", `the file refers to ${path}, and where that is cannot be told`, {
      location: from.store.location,
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
      // Of a path from here it is not known what absolute path it is.
      const root = /^(?:[a-z]:)?[/\\]/i.exec(base.path)?.[0].toLowerCase() ?? "here";
      return { owner: `file ${root}`, path: base.path.replaceAll("\\", "/") };
    }
    case "memory":
      return { owner: "memory", path: base.path };
    case "az":
      return { owner: `az ${base.account}`, path: joinKey(base.container, base.key) };
    default:
      return { owner: base.scheme, path: joinKey(base.bucket, base.key) };
  }
}

function isBelow(inner: string, outer: string): boolean {
  const [a, b] = [resolved(inner), resolved(outer)];
  if (a.split("/").includes("..") && !b.split("/").includes("..")) return false;
  return a === b || b === "" || a.startsWith(b.endsWith("/") ? b : `${b}/`);
}
