/** Where a new node goes: the existing hierarchy, or a new one in the requested format. */
import { detectFormat } from "../../formats/detect.ts";
import { beginInOwnFolder } from "../../formats/documents/archive-folder.ts";
import type { Hierarchy } from "../../formats/format.ts";
import { descriptorOf, writableFormats } from "../../formats/registry.ts";
import { hasFileName } from "../../stores/format-marks.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import type { Store } from "../../stores/store.ts";
import type { CreateGroupOptions } from "../tree/create-node.ts";
import { Group } from "../tree/group.ts";
import { type AddressInput, resolveAddress } from "./address.ts";

/**
 * A format that can be written, by its name or an alias. `zarr1`, `zarr0` (which writes Zarr 0.4) and `bloscpack` hold one
 * array each; `zarr3-draft` is the first draft of Zarr v3. `registerFormat` adds others.
 */
export type WritableFormat =
  | "zarr3"
  | "zarr2"
  | "nczarr"
  | "zarr1"
  | "zarr0"
  | "zarr3-draft"
  | "bloscpack"
  | (string & Record<never, never>);

/** Where a new node goes, and in which format. */
export interface PlaceOptions {
  /** Node path inside the store. */
  readonly path?: string | undefined;
  /** Defaults to the format of the hierarchy around it, else `zarr3`. */
  readonly format?: WritableFormat | undefined;
  /**
   * Which dialect of the format to write, where it has several. NCZarr has `any` (the default), and one per version of netCDF-C: `4.9.2`,
   * `4.9.3` (and later), `4.9.0`, `4.8.0`, `v3`; each may be followed by `,noxarray`. Zarr v2 has `xarray` (the default) and
   * `noxarray`, which leaves the names of dimensions out.
   */
  readonly dialect?: string | undefined;
  /** How the store of an address is reached. */
  readonly store?: StoreSettings | undefined;
}

const DEFAULT_FORMAT: WritableFormat = "zarr3";

export interface CreationTarget {
  readonly hierarchy: Hierarchy;
  readonly path: string;
  /** A hierarchy of another format that must be deleted first, as the caller requested. */
  readonly replaced?: Hierarchy;
  /** True if the address asks for consolidated metadata in the new hierarchy. */
  readonly consolidates?: boolean;
}

/** Gives a new hierarchy the consolidated metadata that its address asks for. Later changes keep it up to date. */
export async function consolidateNew(
  { hierarchy, consolidates }: CreationTarget,
  options: { readonly signal?: AbortSignal | undefined },
): Promise<void> {
  if (consolidates === true && hierarchy.canConsolidate === true) await hierarchy.consolidate?.(options);
}

/** The hierarchy to write to, and the path in it. Nothing is written or deleted. */
export async function hierarchyFor(
  input: AddressInput,
  options: PlaceOptions & CreateGroupOptions,
): Promise<CreationTarget> {
  if (input instanceof Group) {
    return { hierarchy: input.hierarchy, path: [input.path, options.path ?? ""].filter(Boolean).join("/") };
  }
  const address = await resolveAddress(input, options.path, options.store, true);
  const { store, path } = address;
  const existing = await detectFormat(store, "", { signal: options.signal });
  const byMode = options.format === undefined ? address.mode?.created : undefined;
  const asked = options.format ?? byMode?.format ?? address.format;
  const wanted = asked === undefined ? undefined : descriptorOf(asked).name;
  const isSame = wanted === undefined || existing?.hierarchy.format === wanted;
  // As in netCDF, the NCZarr mode also accepts existing plain Zarr.
  if (existing !== undefined && (isSame || (byMode?.format === "nczarr" && path !== ""))) {
    const { dialect } = existing.hierarchy;
    // An existing dataset is changed in its own dialect.
    if (options.dialect !== undefined && options.dialect.split(",")[0] !== dialect?.split(",")[0]) {
      throw (await refusals()).otherDialect(existing.hierarchy, options.dialect);
    }
    return { hierarchy: existing.hierarchy, path };
  }
  // Two formats in one place would hide each other, so another format may only replace the root.
  const replaces = path === "" && options.overwrite === true && existing?.hierarchy.deleteNode !== undefined;
  if (existing !== undefined && !replaces) {
    throw (await refusals()).mixing(address, existing.hierarchy, wanted ?? "", options);
  }
  const name = wanted ?? defaultFormat(store);
  if (name === undefined) throw (await refusals()).unknownFormat(store);
  const descriptor = descriptorOf(name);
  const format = descriptor.writes === undefined ? undefined : await descriptor.load();
  const isFile = store.object !== undefined && descriptor.file === undefined;
  if (format?.create === undefined || isFile) throw (await refusals()).notWritten(descriptor, store, isFile);
  if (options.dialect !== undefined && descriptor.dialects === undefined) {
    throw (await refusals()).noDialects(descriptor);
  }
  if (address.mode?.inFolder === true) beginInOwnFolder(store);
  const hierarchy = format.create(store, { dialect: options.dialect ?? byMode?.dialect });
  const { consolidates } = address.mode ?? {};
  return { hierarchy, path, ...(consolidates && { consolidates }), ...(existing && { replaced: existing.hierarchy }) };
}

const refusals = () => import("./failures/refused-target.ts");

/** The format of a file follows from its name; undefined if the name implies none that can be written. */
function defaultFormat({ object }: Store): string | undefined {
  if (object === undefined) return DEFAULT_FORMAT;
  return writableFormats().find((format) => hasFileName(format, object))?.name;
}
