/** Where a new node goes: the hierarchy that is there already, or a new one in the wanted format. */
import { HyperslabError } from "../../errors.ts";
import { detectFormat } from "../../formats/detect.ts";
import type { Hierarchy } from "../../formats/format.ts";
import { descriptorOf, knownFormats, writableFormats } from "../../formats/registry.ts";
import { hasFileName } from "../../stores/format-marks.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import type { Store } from "../../stores/store.ts";
import type { CreateGroupOptions } from "../tree/create-node.ts";
import { Group } from "../tree/group.ts";
import { type Address, type AddressInput, resolveAddress } from "./address.ts";

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
  /** Default: the format of the hierarchy around it, else `zarr3`. */
  readonly format?: WritableFormat | undefined;
  /**
   * Which dialect of the format to write, where it has several. NCZarr has `any` (the default), and one per version of netCDF-C: `4.9.2`,
   * `4.9.3` (and later), `4.9.0`, `4.8.0`, `v3`; each may be followed by `,noxarray`.
   */
  readonly dialect?: string | undefined;
  /** How the store of an address is reached. */
  readonly store?: StoreSettings | undefined;
}

const DEFAULT_FORMAT: WritableFormat = "zarr3";

export interface CreationTarget {
  readonly hierarchy: Hierarchy;
  readonly path: string;
  /** A hierarchy of another format that has to go first, as the caller asked. */
  readonly replaced?: Hierarchy;
  /** True: the address asks for consolidated metadata of the new hierarchy. */
  readonly consolidates?: true;
}

/** Gives a new hierarchy the consolidated metadata that its address asks for. From then on changes keep them true. */
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
  // As in netCDF, the mode of NCZarr is also good for plain Zarr that is there.
  if (existing !== undefined && (isSame || (byMode?.format === "nczarr" && path !== ""))) {
    checkDialect(existing.hierarchy, options.dialect);
    return { hierarchy: existing.hierarchy, path };
  }
  if (existing !== undefined) refuseMixing(address, existing.hierarchy, wanted ?? "", options);
  const descriptor = descriptorOf(wanted ?? defaultFormat(store));
  const format = descriptor.writes === undefined ? undefined : await descriptor.load();
  const isFile = store.object !== undefined && descriptor.file === undefined;
  if (format?.create === undefined || isFile) {
    const what = isFile ? "is a directory, and this place is a file" : "cannot be written";
    const name = store.object?.replace(EXTENSION, "") ?? "";
    const hint = isFile ? `Such names are those of files. Choose another one, such as ${name}.zarr.` : undefined;
    throw new HyperslabError("unsupported", `${descriptor.title} ${what}`, {
      location: store.location,
      ...(hint === undefined ? {} : { hint }),
    });
  }
  if (options.dialect !== undefined && descriptor.dialects === undefined) {
    throw new HyperslabError("invalid-request", `${descriptor.title} has no dialects to choose from`);
  }
  const hierarchy = format.create(store, { dialect: options.dialect ?? byMode?.dialect });
  const { consolidates } = address.mode ?? {};
  return { hierarchy, path, ...(consolidates && { consolidates }), ...(existing && { replaced: existing.hierarchy }) };
}

/** A dataset is changed in its own dialect. */
function checkDialect({ dialect, title, store }: Hierarchy, wanted: string | undefined): void {
  if (wanted === undefined || wanted.split(",")[0] === dialect?.split(",")[0]) return;
  throw new HyperslabError("invalid-request", `the ${title} here is of ${dialect ?? "no"} dialect, not ${wanted}`, {
    location: store.location,
    hint: "Leave the dialect out, or copy the dataset to another place.",
  });
}

const EXTENSION = /\.[^./\\]*$/;

/** That of a file is told by its name. */
function defaultFormat({ object, location }: Store): string {
  if (object === undefined) return DEFAULT_FORMAT;
  const named = writableFormats().find((format) => hasFileName(format, object));
  if (named !== undefined) return named.name;
  const read = knownFormats().find((format) => hasFileName(format, object));
  if (read !== undefined) {
    const [name, extension] = [object.replace(EXTENSION, ""), EXTENSION.exec(object)?.[0] ?? object];
    throw new HyperslabError("unsupported", `files named *${extension} are read, not written`, {
      location,
      hint: read.instead ?? `Write ${name}.zarr; the format nczarr is netCDF's own form of Zarr.`,
    });
  }
  const hint = "Name the format, or give the file an extension that says it.";
  throw new HyperslabError("invalid-request", "the format to write is not known", { location, hint });
}

/** Two formats in one place would hide each other: another format may replace the root only. */
function refuseMixing(
  { store, path }: Address,
  existing: Hierarchy,
  wanted: string,
  options: CreateGroupOptions,
): void {
  const place = { location: store.location };
  if (path !== "") {
    throw new HyperslabError("invalid-request", `the hierarchy is ${existing.title}, not ${wanted}`, place);
  }
  if (options.overwrite === true && existing.deleteNode === undefined) {
    throw new HyperslabError("unsupported", `${existing.title} can only be read, not replaced`, {
      ...place,
      hint: "Choose another place, or delete it by other means first.",
    });
  }
  if (options.overwrite !== true) {
    throw new HyperslabError("exists", `there is a ${existing.title} hierarchy already`, {
      ...place,
      hint: "Choose another place, or pass overwrite: true (--overwrite) to replace it.",
    });
  }
}
