/**
 * Text addresses: locations of stores with a node path or a format: `data.zarr`, `data.zarr::a/b`, `data.zarr|zarr3:a/b`. A
 * path that points into a hierarchy (`data.zarr/a/b`, `data.zip|zip:a/b`) is opened from the hierarchy's root, so that a
 * change below keeps the root's consolidated metadata true.
 */
import { markedFormats } from "../../stores/format-marks.ts";
import { isFileLocation, type Location } from "../../stores/location/location.ts";
import { meaningOfMode } from "../../stores/location/mode-meaning.ts";
import { fileLocation, nodeStep, storePart } from "../../stores/location/parts.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import type { Store } from "../../stores/store.ts";
import { joinKey } from "../../stores/store-key.ts";
import { withPrefix } from "../../stores/wrappers/with-prefix.ts";
import type { Address } from "./address.ts";
import { openLocation, parseLocation } from "./location.ts";

/** The store that an address names, and the node in it; `path` goes on from there. */
export async function resolveText(input: string | URL, path: string, settings?: StoreSettings): Promise<Address> {
  const location = parseLocation(input, { onNote: settings?.onNote });
  const { store, above } = await openRoot(location, settings);
  const inner = joinKey(nodeStep(location)?.path ?? "", path);
  return { store, path: joinKey(above, inner), location, ...meaningOf(location) };
}

/** What the address says about the documents: by its step, or by netCDF's mode. */
function meaningOf(location: Location): Pick<Address, "format" | "consolidated" | "mode"> {
  const step = nodeStep(location)?.name;
  const words = location.options?.mode ?? [];
  const consolidated = words.includes("nozmetadata") ? { consolidated: false } : {};
  if (step !== undefined && step !== "node" && step !== "zarr") return { format: step, ...consolidated };
  const mode = meaningOfMode(words);
  return { format: mode.format, mode, ...consolidated };
}

interface Root {
  readonly store: Store;
  /** The node path from the root to what the location names. */
  readonly above: string;
}

/** The store of the hierarchy that a location lies in, where looking for its root costs no requests. */
async function openRoot(location: Location, settings: StoreSettings | undefined): Promise<Root> {
  const { base } = location;
  const { steps } = storePart(location);
  const last = steps.at(-1);
  if (last !== undefined && !isFileLocation(location)) {
    const archive = { ...location, steps: [...steps.slice(0, -1), { ...last, path: "" }] };
    const store = await openLocation(archive, settings);
    return rootOf(store, last.path);
  }
  if (base.scheme === "memory" && last === undefined && !isFileLocation(location)) {
    const [name = "", ...names] = base.path.split("/");
    const store = await openLocation({ ...location, base: { ...base, path: name } }, settings);
    return rootOf(store, names.join("/"));
  }
  const store = await openLocation(location, settings);
  // A file belongs to no hierarchy, wherever it lies.
  if (base.scheme !== "file" || last !== undefined || store.object !== undefined) return { store, above: "" };
  const { path, above } = await rootDirectory(base.path);
  if (path === base.path) return { store, above };
  return { store: await openLocation({ ...location, base: { ...base, path } }, settings), above };
}

async function rootOf(store: Store, path: string): Promise<Root> {
  const parentOf = (prefix: string): string | undefined =>
    prefix === "" ? undefined : prefix.slice(0, Math.max(0, prefix.lastIndexOf("/")));
  const root = await climb(path, parentOf, async (prefix) => withPrefix(store, prefix));
  return { store: withPrefix(store, root), above: path.slice(root === "" ? 0 : root.length + 1) };
}

/** The same for a directory of this machine. */
async function rootDirectory(given: string): Promise<{ readonly path: string; readonly above: string }> {
  const path = withoutEnd(given);
  const root = await climb(path, parentDirectory, (directory) => openLocation(fileLocation(directory)));
  const names = path.split(/[/\\]/);
  const depth = root === "." ? 0 : root.split(/[/\\]/).length;
  return root === path ? { path: given, above: "" } : { path: root, above: names.slice(depth).join("/") };
}

/** Undefined where the path does not name one: at the root of the disk, and above `.` and `..`. */
function parentDirectory(path: string): string | undefined {
  const cut = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  const name = path.slice(cut + 1);
  if (name === "" || name === "." || name === "..") return undefined;
  return cut < 0 ? "." : path.slice(0, cut) || undefined;
}

/**
 * The root of the hierarchy around `start`: above it there are nodes without a gap, except that the lowest paths may be
 * missing, as they are for a node that is to be created. `start` itself if there is no hierarchy around it.
 */
async function climb(
  start: string,
  parentOf: (path: string) => string | undefined,
  storeAt: (path: string) => Promise<Store>,
): Promise<string> {
  let root = start;
  for (let at = parentOf(start); at !== undefined; at = parentOf(at)) {
    const store = await storeAt(at);
    if (await holdsNode(store)) root = at;
    else if (root !== start || !(await isEmpty(await storeAt(start))) || !(await isEmpty(store))) break;
  }
  return root;
}

/** Without separators at the end, unless there is nothing else. */
function withoutEnd(path: string): string {
  let end = path.length;
  while (end > 0 && (path[end - 1] === "/" || path[end - 1] === "\\")) end -= 1;
  return end === 0 ? path : path.slice(0, end);
}

/** Formats without groups are left out: any directory may hold documents of such names. */
async function holdsNode(store: Store): Promise<boolean> {
  const marks = markedFormats().flatMap(({ directory }) => (directory?.group === undefined ? [] : [directory]));
  const documents = marks.flatMap(({ group = [], node = [], consolidated = [] }) => [...group, ...node, consolidated]);
  for (const key of new Set(documents.flat())) if ((await store.head?.(key)) !== undefined) return true;
  return false;
}

/** Documents are looked for first: listing a node may take long. */
async function isEmpty(store: Store): Promise<boolean> {
  if (await holdsNode(store)) return false;
  const listing = await store.listDirectory?.("").catch(() => undefined);
  return listing?.keys.length === 0 && listing.prefixes.length === 0;
}
