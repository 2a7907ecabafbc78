/**
 * Text addresses: locations of stores with a node path or a format: `data.zarr`, `data.zarr::a/b`, `data.zarr|zarr3:a/b`. A
 * path that points into a hierarchy (`data.zarr/a/b`, `data.zip|zip:a/b`) is opened from the hierarchy's root, so that a
 * change below keeps the root's consolidated metadata true.
 */
import { isFileLocation, type Location } from "../../stores/location/location.ts";
import { meaningOfMode } from "../../stores/location/mode-meaning.ts";
import { type LocationBase, nodeStep, storePart } from "../../stores/location/parts.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import type { Store } from "../../stores/store.ts";
import { joinKey } from "../../stores/store-key.ts";
import { withPrefix } from "../../stores/wrappers/with-prefix.ts";
import type { Address } from "./address.ts";
import { aboveKey, aboveRemote, around, climb, saysS3 } from "./enclosing.ts";
import { enclosingDirectory } from "./enclosing-directory.ts";
import { openLocation, parseLocation } from "./location.ts";

/**
 * The store that an address names, and the node in it; `path` goes on from there. `looksUp`: to make a node, for which
 * the hierarchy around it is worth some requests.
 */
export async function resolveText(
  input: string | URL,
  path: string,
  settings?: StoreSettings,
  looksUp = false,
): Promise<Address> {
  const location = asReferences(parseLocation(input, { onNote: settings?.onNote }));
  const { store, above } = await openRoot(location, settings, looksUp);
  const inner = joinKey(nodeStep(location)?.path ?? "", path);
  return { store, path: joinKey(above, inner), location, ...meaningOf(location) };
}

/** `set.json|reference:a|zarr2:b` is the node `a/b` of a reference set, whatever the name of the file. */
function asReferences(location: Location): Location {
  const at = location.steps.findIndex(({ name }) => name === "reference");
  if (at < 0) return location;
  const path = location.steps.slice(at).reduce((whole, step) => joinKey(whole, step.path), "");
  return { ...location, steps: [...location.steps.slice(0, at), { name: "references", path }] };
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

/** The store of the hierarchy that a location lies in. On servers, looking for its root costs requests. */
async function openRoot(location: Location, settings: StoreSettings | undefined, looksUp: boolean): Promise<Root> {
  const { base } = location;
  const { steps } = storePart(location);
  const last = steps.at(-1);
  if (last !== undefined && !isFileLocation(location)) {
    const archive = { ...location, steps: [...steps.slice(0, -1), { ...last, path: "" }] };
    const store = await openLocation(archive, settings);
    return rootOf(store, last.path, looksUp);
  }
  if (base.scheme === "memory" && last === undefined && !isFileLocation(location)) {
    const [name = "", ...names] = base.path.split("/");
    const store = await openLocation({ ...location, base: { ...base, path: name } }, settings);
    return rootOf(store, names.join("/"), looksUp);
  }
  const store = await openLocation(location, settings);
  // A file belongs to no hierarchy, wherever it lies.
  if (last !== undefined || store.object !== undefined) return { store, above: "" };
  const storeAt = (at: LocationBase): Promise<Store> => openLocation({ ...location, base: at }, settings);
  if (base.scheme === "file") {
    return enclosingDirectory(base.path, store, (path) => storeAt({ scheme: "file", path }), looksUp);
  }
  if (!looksUp || store.set === undefined) return { store, above: "" };
  const { root, path } = await climb<LocationBase>(base, (at) => aboveRemote(at, saysS3(location)), storeAt);
  return path === "" ? { store, above: "" } : { store: await storeAt(root), above: path };
}

async function rootOf(store: Store, start: string, isNew: boolean): Promise<Root> {
  const { root, path } = await around(start, aboveKey, async (prefix) => withPrefix(store, prefix), isNew);
  return { store: withPrefix(store, root), above: path };
}
