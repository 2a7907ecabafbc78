/** Opening: an address becomes a store, the store's documents a node. */
import { HyperslabError } from "../errors.ts";
import { detectFormat, formatNamed } from "../formats/registry.ts";
import type { DataTypeName } from "../model/data-type.ts";
import { type Address, type AddressInput, resolveAddress } from "./address.ts";
import { Group, openNode } from "./group.ts";
import { NdArray } from "./nd-array.ts";

export interface OpenOptions {
  /** Node path inside the store. */
  readonly path?: string | undefined;
  /** Take this format and look for no other. */
  readonly format?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Opens whatever is there: a group or an array. */
export async function open(input: AddressInput, options: OpenOptions = {}): Promise<Group | NdArray> {
  if (input instanceof Group || input instanceof NdArray) {
    const inner = options.path ?? "";
    if (inner === "") return input;
    if (input instanceof Group) return input.open(inner, options);
  }
  const address = await resolveAddress(input, options.path);
  const format = options.format ?? address.format;
  const { signal } = options;
  const opened =
    format === undefined
      ? await detectFormat(address.store, address.path, { signal })
      : await (await formatNamed(format)).open(address.store, address.path, { signal });
  if (opened === undefined) throw await nothingThere(address);
  return openNode(opened.hierarchy, opened.node);
}

/** Opens an array. With `dtype` the type is checked, and known to the compiler. */
export function openArray<const D extends DataTypeName>(
  input: AddressInput,
  options: OpenOptions & { readonly dtype: D },
): Promise<NdArray<D>>;
export function openArray(input: AddressInput, options?: OpenOptions): Promise<NdArray>;
export async function openArray(
  input: AddressInput,
  options: OpenOptions & { readonly dtype?: DataTypeName } = {},
): Promise<NdArray> {
  const node = await open(input, options);
  const { store } = node.hierarchy;
  const place = { location: store.location, node: node.path };
  if (!(node instanceof NdArray)) {
    throw new HyperslabError("invalid-request", "this is a group, not an array", {
      ...place,
      hint: "Name an array in it: address::path, or the option path.",
    });
  }
  if (options.dtype !== undefined && node.dtype !== options.dtype) {
    throw new HyperslabError("invalid-request", `the array holds ${node.dtype}, not ${options.dtype}`, place);
  }
  return node;
}

/** Opens a group. */
export async function openGroup(input: AddressInput, options: OpenOptions = {}): Promise<Group> {
  const node = await open(input, options);
  if (node instanceof Group) return node;
  throw new HyperslabError("invalid-request", "this is an array, not a group", {
    location: node.hierarchy.store.location,
    node: node.path,
  });
}

async function nothingThere({ store, path }: Address): Promise<HyperslabError> {
  const listing = await store.listDirectory?.(path).catch(() => undefined);
  const names = [...(listing?.prefixes ?? []), ...(listing?.keys ?? [])];
  const found = names.length === 0 ? "nothing is there" : `found ${names.slice(0, 5).join(", ")}`;
  return new HyperslabError("not-found", `no array or group: ${found}`, {
    location: store.location,
    ...(path === "" ? {} : { node: path }),
    hint: "Looked for zarr.json (Zarr v3), .zarray and .zgroup (Zarr v2).",
  });
}
