/**
 * Text addresses: locations of stores with a node path or a format: `data.zarr`, `data.zarr::a/b`,
 * `data.zarr|zarr3:a/b`. A path that points into a hierarchy (`data.zarr/a/b`, `data.zip|zip:a/b`) is opened from the
 * hierarchy's root, so that a change below keeps the root's consolidated metadata up to date.
 */
import { hasWholeName, markedFormats } from "../../stores/format-marks.ts";
import { isFileLocation, type Location } from "../../stores/location/location.ts";
import { meaningOfMode } from "../../stores/location/options.ts";
import { type LocationBase, nodeStep, storePart } from "../../stores/location/parts.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import type { Store } from "../../stores/store.ts";
import { joinKey } from "../../stores/store-key.ts";
import { withPrefix } from "../../stores/wrappers/with-prefix.ts";
import type { Address } from "./address.ts";
import { aboveKey, aboveRemote, around, climb, type Enclosing, saysS3 } from "./enclosing.ts";
import { openLocation, parseLocation } from "./location.ts";

/**
 * The store that an address names, and the node in it; `path` continues from there. `looksUp` is true if a node is to
 * be created, which makes finding the hierarchy around it worth some requests.
 */
export async function resolveText(
  input: string | URL,
  path: string,
  settings?: StoreSettings,
  looksUp = false,
): Promise<Address> {
  const location = asReferences(parseLocation(input, { onNote: settings?.onNote }));
  const { store, above, at } = await openRoot(location, settings, looksUp);
  const inner = joinKey(nodeStep(location)?.path ?? "", path);
  const names = { hasWholeName: namesWhole(location.base) };
  return { store, path: joinKey(above, inner), location, root: storePart(at), ...names, ...meaningOf(location) };
}

/** Applies to servers and buckets, where lookups cost requests. */
function namesWhole(base: LocationBase): boolean {
  const names = ("url" in base ? base.url : "key" in base ? base.key : "").split("/");
  return markedFormats().some((format) => names.some((name) => hasWholeName(format, name)));
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
  /** Where the store's keys begin. */
  readonly at: Location;
}

/** The store of the hierarchy that contains a location. On servers, finding its root costs requests. */
async function openRoot(location: Location, settings: StoreSettings | undefined, looksUp: boolean): Promise<Root> {
  const { base } = location;
  const { steps } = storePart(location);
  const last = steps.at(-1);
  if (last !== undefined && !isFileLocation(location)) {
    const inArchive = (path: string): Location => ({ ...location, steps: [...steps.slice(0, -1), { ...last, path }] });
    const store = await openLocation(inArchive(""), settings);
    return rootOf(store, last.path, inArchive, looksUp);
  }
  if (base.scheme === "memory" && last === undefined && !isFileLocation(location)) {
    const [name = "", ...names] = base.path.split("/");
    const inMemory = (path: string): Location => ({ ...location, base: { ...base, path: joinKey(name, path) } });
    const store = await openLocation(inMemory(""), settings);
    return rootOf(store, names.join("/"), inMemory, looksUp);
  }
  const store = await openLocation(location, settings);
  // A file belongs to no hierarchy, wherever it lies.
  const given: Root = { store, above: "", at: location };
  if (last !== undefined || store.object !== undefined) return given;
  const storeAt = (at: LocationBase): Promise<Store> => openLocation({ ...location, base: at }, settings);
  const rootAt = async ({ root, path }: Enclosing<LocationBase>): Promise<Root> =>
    path === "" ? given : { store: await storeAt(root), above: path, at: { ...location, base: root } };
  if (base.scheme === "file") {
    const { enclosingDirectory } = await import("./enclosing-directory.ts");
    const found = await enclosingDirectory(base.path, store, (path) => storeAt({ scheme: "file", path }), looksUp);
    return { ...found, at: { ...location, base: { scheme: "file", path: found.directory } } };
  }
  if (!looksUp || store.set === undefined) return given;
  return rootAt(await climb<LocationBase>(base, (at) => aboveRemote(at, saysS3(location)), storeAt));
}

async function rootOf(
  store: Store,
  start: string,
  locationOf: (path: string) => Location,
  isNew: boolean,
): Promise<Root> {
  const { root, path } = await around(start, aboveKey, async (prefix) => withPrefix(store, prefix), isNew);
  return { store: withPrefix(store, root), above: path, at: locationOf(root) };
}
