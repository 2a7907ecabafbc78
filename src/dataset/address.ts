/**
 * What `open` and `create` accept, and the store and node path behind it. Text addresses are a store's location with
 * an optional node path: `data.zarr`, `data.zarr::a/b`, `data.zarr|zarr3:a/b`. A local path that points into a
 * hierarchy (`data.zarr/a/b`) is opened from the hierarchy's root, so that a change below keeps the root's consolidated
 * metadata true.
 */
import { HyperslabError } from "../errors.ts";
import { asStore } from "../stores/adapters.ts";
import { openLocation, parseLocation } from "../stores/location.ts";
import type { Store } from "../stores/store.ts";
import type { StoreSettings } from "../stores/store-settings.ts";
import { withPrefix } from "../stores/wrappers/with-prefix.ts";

export interface Address {
  readonly store: Store;
  /** Node path in the store, without slashes at its ends. */
  readonly path: string;
  /** The format that the address names. */
  readonly format: string | undefined;
}

/** A path or URL, a store, a `Map`, another library's store. */
export type AddressInput = string | URL | Store | object;

const FORMAT_STEPS: Readonly<Record<string, string>> = {
  "zarr3:": "zarr3",
  "zarr2:": "zarr2",
  "zarr1:": "zarr1",
  "zarr0:": "zarr0",
  "zarr3-alpha:": "zarr3-alpha",
  "zarr3-draft:": "zarr3-draft",
  "zarr:": "",
};

/** Documents that make a directory a group, so that a path into it belongs to its hierarchy. */
const GROUP_DOCUMENTS = ["zarr.json", ".zgroup", ".group.json"];

/** The store at an address, for its raw keys; a node path in the address is where its keys begin. */
export async function openStore(input: AddressInput, settings?: StoreSettings): Promise<Store> {
  const { store, path } = await resolveAddress(input, "", settings);
  return withPrefix(store, path);
}

export async function resolveAddress(input: AddressInput, path = "", settings?: StoreSettings): Promise<Address> {
  if (typeof input !== "string" && !(input instanceof URL)) {
    const store = asStore(input);
    if (store !== undefined) return { store, path: trimSlashes(path), format: undefined };
    throw new HyperslabError("invalid-request", "this is no address and no store", {
      hint: "Give a path, a URL, a store with get(key), or a Map of keys to bytes.",
    });
  }
  const split = splitAddress(String(input));
  const inner = [split.path, trimSlashes(path)].filter((part) => part !== "").join("/");
  const { location, above } = await rootOf(split.location);
  const store = await openLocation(parseLocation(location), settings);
  return { store, path: [above, inner].filter((part) => part !== "").join("/"), format: split.format };
}

interface SplitAddress {
  readonly location: string;
  readonly path: string;
  readonly format: string | undefined;
}

/** A file that is an archive is opened as one in any case, so that this step before a format or a path adds nothing. */
const LOCAL_ZIP_STEP = /^((?:file:|(?![A-Za-z][A-Za-z0-9+.-]+:))[^|]*)\|zip:(?:\||$)?/i;

/** `location::path` and `location|format:path`; anything else is all location. */
export function splitAddress(address: string): SplitAddress {
  const text = address.replace(LOCAL_ZIP_STEP, (step, location) => location + (step.endsWith("|") ? "|" : "::"));
  const bar = text.indexOf("|");
  if (bar >= 0) {
    const step = text.slice(bar + 1);
    const name = Object.keys(FORMAT_STEPS).find((prefix) => step.startsWith(prefix));
    if (name === undefined) {
      throw new HyperslabError("invalid-request", `"${step}" after "|" in the address names no format`, {
        column: bar + 2,
        hint: `Known are ${Object.keys(FORMAT_STEPS).join(", ")} as in data.zarr|zarr3:a/b.`,
      });
    }
    const format = FORMAT_STEPS[name] === "" ? undefined : FORMAT_STEPS[name];
    return { location: text.slice(0, bar), path: trimSlashes(step.slice(name.length)), format };
  }
  // The host of a URL may be an IPv6 address: http://[::1]/data.zarr.
  const colons = text.indexOf("::", /^[a-z][a-z0-9+.-]*:\/\/\[[^\]/]*\]/i.exec(text)?.[0].length ?? 0);
  if (colons < 0) return { location: text, path: "", format: undefined };
  return { location: text.slice(0, colons), path: trimSlashes(text.slice(colons + 2)), format: undefined };
}

/** For a local path inside a hierarchy: the root's location and the node path from there. */
async function rootOf(location: string): Promise<{ readonly location: string; readonly above: string }> {
  let root = location.replace(/(?<=[^/\\])[/\\]+$/, "");
  const names: string[] = [];
  if (!isLocalPath(location)) return { location, above: "" };
  for (;;) {
    const cut = Math.max(root.lastIndexOf("/"), root.lastIndexOf("\\"));
    const name = root.slice(cut + 1);
    const parent = cut < 0 ? "." : root.slice(0, cut);
    if (name === "" || name === "." || name === ".." || parent === "") break;
    if (!(await isGroupDirectory(parent))) break;
    names.unshift(name);
    root = parent;
  }
  return { location: root, above: names.join("/") };
}

function isLocalPath(location: string): boolean {
  return !/^[A-Za-z][A-Za-z0-9+.-]+:/.test(location);
}

async function isGroupDirectory(directory: string): Promise<boolean> {
  const store = await openLocation(parseLocation(directory));
  for (const key of GROUP_DOCUMENTS) if ((await store.head?.(key)) !== undefined) return true;
  return false;
}

export function trimSlashes(path: string): string {
  return path.replace(/^\/+|\/+$/g, "").replace(/\/{2,}/g, "/");
}
