/** Opening: an address becomes a store, the store's documents a node. */
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import { detectFormat, openAs } from "../../formats/detect.ts";
import type { AskedDocuments } from "../../formats/documents/document.ts";
import type { Hierarchy, OpenedNode, OpenSource } from "../../formats/format.ts";
import type { DataTypeName } from "../../model/data-types/data-type.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import { looksForFree } from "../../stores/store.ts";
import { NdArray } from "../array/nd-array.ts";
import { Group, openNode } from "../tree/group.ts";
import { type Address, type AddressInput, resolveAddress } from "./address.ts";

/** Options of `open`, `openArray` and `openGroup`. */
export interface OpenOptions {
  /** Node path inside the store. */
  readonly path?: string | undefined;
  /** Take this format and look for no other. */
  readonly format?: string | undefined;
  /** False: look at each node's own documents, whatever consolidated metadata says (default true). */
  readonly consolidated?: boolean | undefined;
  /** For arrays: a cache of its own for shard indexes and decoded chunks. Absent: 32 MiB that all arrays share. */
  readonly cacheBytes?: number | undefined;
  /**
   * For arrays of variable-length items: most bytes that a chunk may decode to. Absent: 16 MiB and 1 KiB per item, or 32
   * times what is stored, but no more than 1 GiB, so that a small file cannot take all memory.
   */
  readonly maxChunkBytes?: number | undefined;
  /** How the store behind an address is reached. */
  readonly store?: StoreSettings | undefined;
  /**
   * Where other files may lie that an opened file refers to, as addresses of directories, buckets or servers. What lies
   * in the directory of a local file, or on the same server or in the same bucket or archive, is always allowed.
   */
  readonly allow?: readonly string[] | undefined;
  /**
   * True: refuse a node in the target of a copy that is not finished. Absent: that is a note, where looking costs no
   * request (directories and archives).
   */
  readonly complete?: boolean | undefined;
  /** Aborts the operation; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens whatever is there: a group or an array.
 *
 * @example
 * const node = await open("data.zarr");
 * if (node.kind === "array") console.log(node.shape, node.dtype);
 * else for (const child of await node.children()) console.log(child.path);
 */
export async function open(input: AddressInput, options: OpenOptions = {}): Promise<Group | NdArray> {
  if (input instanceof Group || input instanceof NdArray) {
    const inner = options.path ?? "";
    if (inner === "" || input instanceof Group) {
      const node = inner === "" || !(input instanceof Group) ? input : await input.open(inner, options);
      if (options.complete === true) await noteUnfinished(node, options);
      return node;
    }
  }
  const address = await resolveAddress(input, options.path, options.store);
  const format = options.format ?? address.format;
  const { signal, consolidated = address.consolidated } = options;
  const asked: AskedDocuments = new Map();
  const openSource: OpenSource = async (...given) =>
    (await import("./sources.ts")).openSource(address, options, ...given);
  const given = { signal, consolidated, asked, openSource };
  const openAt = (path: string): Promise<OpenedNode | undefined> =>
    format === undefined ? detectFormat(address.store, path, given) : openAs(format, address.store, path, given);
  const opened = (await openAt(address.path)) ?? (await openConsolidated(address, openAt, consolidated, signal));
  if (opened === undefined) throw await (await import("./missing-node.ts")).missingNode(address, asked, format);
  if (options.complete === true || looksForFree(address.store)) {
    await noteUnfinished({ hierarchy: opened.hierarchy, path: opened.node.path }, options);
  }
  const { cacheBytes, maxChunkBytes } = options;
  return openNode(opened.hierarchy, opened.node, { cacheBytes, maxChunkBytes });
}

/** The node that only the consolidated metadata of a group above it knows. */
async function openConsolidated(
  { store, path }: Address,
  openAt: (path: string) => Promise<OpenedNode | undefined>,
  consolidated: boolean | undefined,
  signal: AbortSignal | undefined,
): Promise<OpenedNode | undefined> {
  if (consolidated === false || store.object !== undefined) return undefined;
  for (let above = path; above !== ""; ) {
    above = above.slice(0, Math.max(0, above.lastIndexOf("/")));
    const hierarchy = (await openAt(above).catch(ignoreUnreadable))?.hierarchy;
    const node = hierarchy?.consolidated === true ? await hierarchy.readNode(path, { signal }) : undefined;
    if (hierarchy !== undefined && node !== undefined) return { hierarchy, node };
  }
  return undefined;
}

/** A group above that cannot be read says nothing about the node; one that cannot be reached may know it. */
function ignoreUnreadable(error: unknown): undefined {
  if (!isHyperslabError(error) || error.code === "io") throw error;
}

async function noteUnfinished(
  { hierarchy, path }: { readonly hierarchy: Hierarchy; readonly path: string },
  options: OpenOptions,
): Promise<void> {
  await (await import("./unfinished.ts")).noteUnfinished(hierarchy, path, options);
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
    const { holding } = await import("./missing-node.ts");
    const names = await node
      .children(options)
      .then((nodes) => nodes.map(({ name }) => name))
      .catch(() => undefined);
    throw new HyperslabError("invalid-request", "this is a group, not an array", {
      ...place,
      hint: `Name an array in it: address::path, or the option path.${names === undefined ? "" : ` ${holding(names)}`}`,
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
