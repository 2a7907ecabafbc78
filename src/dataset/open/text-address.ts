/**
 * Text addresses: locations of stores with a node path or a format: `data.zarr`, `data.zarr::a/b`, `data.zarr|zarr3:a/b`. A
 * path that points into a hierarchy (`data.zarr/a/b`, `data.zip|zip:a/b`) is opened from the hierarchy's root, so that a
 * change below keeps the root's consolidated metadata true.
 */
import { markedFormats } from "../../stores/format-marks.ts";
import { isFileLocation, type Location } from "../../stores/location/location.ts";
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
function meaningOf(location: Location): Pick<Address, "format" | "consolidated"> {
  const step = nodeStep(location)?.name;
  const mode = location.options?.mode ?? [];
  const byMode = mode.includes("v3") ? "zarr3" : mode.includes("v2") ? "zarr2" : undefined;
  const format = step === undefined || step === "node" || step === "zarr" ? byMode : step;
  return { format, ...(mode.includes("nozmetadata") && { consolidated: false }) };
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
  const root = await rootPrefix(store, path);
  return { store: withPrefix(store, root), above: path.slice(root === "" ? 0 : root.length + 1) };
}

/** Above `prefix` there are groups without a gap up to the one that this gives. */
async function rootPrefix(store: Store, prefix: string): Promise<string> {
  let root = prefix;
  while (root !== "") {
    const parent = root.slice(0, Math.max(0, root.lastIndexOf("/")));
    if (!(await holdsGroup(withPrefix(store, parent)))) break;
    root = parent;
  }
  return root;
}

/** The same for a directory of this machine. */
async function rootDirectory(path: string): Promise<{ readonly path: string; readonly above: string }> {
  let root = withoutEnd(path);
  const names: string[] = [];
  for (;;) {
    const cut = Math.max(root.lastIndexOf("/"), root.lastIndexOf("\\"));
    const name = root.slice(cut + 1);
    const parent = cut < 0 ? "." : root.slice(0, cut);
    if (name === "" || name === "." || name === ".." || parent === "") break;
    if (!(await holdsGroup(await openLocation(fileLocation(parent))))) break;
    names.unshift(name);
    root = parent;
  }
  return { path: root, above: names.join("/") };
}

/** Without separators at the end, unless there is nothing else. */
function withoutEnd(path: string): string {
  let end = path.length;
  while (end > 0 && (path[end - 1] === "/" || path[end - 1] === "\\")) end -= 1;
  return end === 0 ? path : path.slice(0, end);
}

/** Is the directory a group, so that a path into it belongs to its hierarchy? */
async function holdsGroup(store: Store): Promise<boolean> {
  const documents = new Set(markedFormats().flatMap(({ directory }) => directory?.group ?? []));
  for (const key of documents) if ((await store.head?.(key)) !== undefined) return true;
  return false;
}
