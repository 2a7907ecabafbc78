/** Opening: an address becomes a store, the store's documents a node. */
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import { detectFormat, openAs } from "../../formats/detect.ts";
import type { AskedDocuments } from "../../formats/documents/document.ts";
import type { Hierarchy, OpenedNode, OpenSource } from "../../formats/format.ts";
import type { DataTypeName } from "../../model/data-types/data-type.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import { looksForFree } from "../../stores/store.ts";
import { NdArray } from "../array/nd-array.ts";
import * as optionNames from "../option-names.ts";
import { Group, openNode } from "../tree/group.ts";
import { type AddressInput, resolveAddress } from "./address.ts";

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
  /** How the store of an address is reached. */
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
  if (hasUnknown(options, optionNames.OPEN)) return refuseUnknown("open", options, optionNames.OPEN);
  return openAddress(input, options);
}

/** The same for callers that have more options. */
export async function openAddress(input: AddressInput, options: OpenOptions): Promise<Group | NdArray> {
  if (input instanceof Group || input instanceof NdArray) {
    const inner = options.path ?? "";
    if (inner === "" || input instanceof Group) {
      const node =
        inner === "" || !(input instanceof Group) ? input : await input.open(inner, { signal: options.signal });
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
  const { plain, format: version } = address.mode ?? {};
  const openAt = async (path: string): Promise<OpenedNode | undefined> => {
    if (format === undefined) return detectFormat(address.store, path, { ...given, plain });
    // The mode says the version of Zarr, and NCZarr may be within.
    const isOpen = options.format === undefined && version !== undefined && plain !== true;
    const nczarr = isOpen ? await openAs("nczarr", address.store, path, given) : undefined;
    const isSame = nczarr !== undefined && (nczarr.hierarchy.dialect === "v3") === (version === "zarr3");
    return isSame ? nczarr : openAs(format, address.store, path, given);
  };
  const opened = (await openAt(address.path)) ?? (await knownAbove(address, openAt, consolidated, signal));
  if (opened === undefined) throw await (await import("./missing-node.ts")).missingNode(address, asked, format);
  if (options.complete === true || looksForFree(address.store)) {
    await noteUnfinished({ hierarchy: opened.hierarchy, path: opened.node.path }, options);
  }
  const { cacheBytes, maxChunkBytes } = options;
  return openNode(opened.hierarchy, opened.node, { cacheBytes, maxChunkBytes });
}

async function knownAbove(
  ...given: Parameters<typeof import("./consolidated-node.ts").openConsolidated>
): Promise<OpenedNode | undefined> {
  return given[0].path === "" ? undefined : (await import("./consolidated-node.ts")).openConsolidated(...given);
}

async function noteUnfinished(
  { hierarchy, path }: { readonly hierarchy: Hierarchy; readonly path: string },
  options: OpenOptions,
): Promise<void> {
  await (await import("./unfinished.ts")).noteUnfinished(hierarchy, path, options);
}

const OPEN_ARRAY = { ...optionNames.OPEN, dtype: 0 } as const;

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
  if (hasUnknown(options, OPEN_ARRAY)) return refuseUnknown("openArray", options, OPEN_ARRAY);
  const node = await openAddress(input, options);
  if (node instanceof NdArray && (options.dtype ?? node.dtype) === node.dtype) return node;
  throw await (await import("./unexpected-node.ts")).notArray(node, options);
}

/** Opens a group. */
export async function openGroup(input: AddressInput, options: OpenOptions = {}): Promise<Group> {
  if (hasUnknown(options, optionNames.OPEN)) return refuseUnknown("openGroup", options, optionNames.OPEN);
  const node = await openAddress(input, options);
  if (node instanceof Group) return node;
  throw (await import("./unexpected-node.ts")).notGroup(node);
}
