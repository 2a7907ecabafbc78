/** Opening: an address becomes a store, and the store's documents become a node. */
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import { detectFormat, type OpenInRoot, openAs } from "../../formats/detect.ts";
import type { AskedDocuments } from "../../formats/documents/document.ts";
import type {
  DecompressBytes,
  DropAbove,
  Hierarchy,
  OpenSource,
  OpenWithin,
  ZstdBlocks,
} from "../../formats/format.ts";
import type { DataTypeName } from "../../model/data-types/data-type.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import { looksForFree } from "../../stores/store.ts";
import type { DecodeOptions } from "../array/decoding.ts";
import { NdArray } from "../array/nd-array.ts";
import * as optionNames from "../option-names.ts";
import { Group, openNode } from "../tree/group.ts";
import { registerScannedFormats } from "../virtual/scanned-formats.ts";
import { type Address, type AddressInput, resolveAddress } from "./address.ts";
import type { OpenAt } from "./consolidated-node.ts";
import type { ReachedOrigins } from "./sources.ts";
import type { ZstdWithDictionary } from "./store-decoders.ts";

registerScannedFormats();

/** Options of `open`, `openArray` and `openGroup`. */
export interface OpenOptions {
  /** Node path inside the store. */
  readonly path?: string | undefined;
  /** Use this format and try no other. */
  readonly format?: string | undefined;
  /** If false, read each node's own documents and ignore consolidated metadata (default true). */
  readonly consolidated?: boolean | undefined;
  /**
   * For arrays: the size of a separate cache for shard indexes and decoded chunks. By default all arrays share 32 MiB.
   */
  readonly cacheBytes?: number | undefined;
  /**
   * For arrays of variable-length items: the most bytes that a chunk may decode to. By default 16 MiB plus 1 KiB per
   * item, or 32 times the stored size, but at most 1 GiB, so that a small file cannot exhaust memory.
   */
  readonly maxChunkBytes?: number | undefined;
  /** How the store of an address is reached. */
  readonly store?: StoreSettings | undefined;
  /**
   * Where other files that an opened file refers to may lie, as addresses of directories, buckets or servers. Files in
   * the directory of a local file, on the same server, or in the same bucket or archive are always allowed; public
   * files on `https:`, `s3:`, `gs:` and `az:` are read unsigned. See also `store.references`.
   */
  readonly allow?: readonly string[] | undefined;
  /**
   * If true, refuse a node in the target of an unfinished copy. By default that is only a note, added where the check
   * costs no request (directories and archives).
   */
  readonly complete?: boolean | undefined;
  /**
   * If true, arrays are read as the CF conventions interpret them, as if every `read` had `decode: true`. Copies, dumps
   * and exports are not affected.
   */
  readonly decode?: boolean | DecodeOptions | undefined;
  /** Aborts the operation; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens the group or array at an address.
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

/** The same for callers that pass more options. */
export async function openAddress(input: AddressInput, options: OpenOptions): Promise<Group | NdArray> {
  if (input instanceof Group || input instanceof NdArray) {
    const inner = options.path ?? "";
    if (inner === "" || input instanceof Group) {
      const node =
        inner === "" || !(input instanceof Group) ? input : await input.open(inner, { signal: options.signal });
      if (options.complete === true) await noteUnfinished(node, options);
      const { decode } = options;
      return decode === undefined ? node : openNode(node.hierarchy, node.node, { decode });
    }
  }
  const address = await resolveAddress(input, options.path, options.store);
  const format = options.format ?? address.format;
  const { signal, consolidated = address.consolidated } = options;
  const asked: AskedDocuments = new Map();
  const reached: ReachedOrigins = new Map();
  const sourcesFrom =
    (from: Address): OpenSource =>
    async (...given) =>
      (await import("./sources.ts")).openSource(from, options, reached, ...given);
  const openSource = sourcesFrom(address);
  const openWithin: OpenWithin = (store, path, own) => detectFormat(store, path, { ...own, openSource, consolidated });
  const zstd = () => import("./store-decoders.ts");
  const decodeZstd = async (bytes: Uint8Array, maxLength: number): Promise<Uint8Array> =>
    (await zstd()).decodeZstd(bytes, maxLength);
  const zstdBlocks: ZstdBlocks = async (blocks) => (await zstd()).zstdBlocks(blocks);
  const zstdDictionary = async (dictionary: Uint8Array): Promise<ZstdWithDictionary> =>
    (await zstd()).zstdDictionary(dictionary);
  const decompress: DecompressBytes = async (...given) => (await import("./byte-codecs.ts")).decompress(...given);
  const dropAbove = looksForFree(address.store) ? undefined : dropperAbove(address, options.store);
  const hooks = {
    openSource,
    openWithin,
    decodeZstd,
    zstdBlocks,
    zstdDictionary,
    decompress,
    references: options.store?.references,
  };
  const { plain, format: version } = address.mode ?? {};
  // Where lookups are free, such a root is found anyway.
  const looksAtRoot = format === undefined && plain !== true && consolidated !== false && !looksForFree(address.store);
  const settings = { settings: options.store, signal };
  const openAt: OpenAt = async (store, path, at, as = format) => {
    const given = {
      ...hooks,
      ...(at && { openSource: sourcesFrom({ ...address, root: at }) }),
      signal,
      consolidated,
      ...(store === address.store && { asked, dropAbove }),
    };
    if (as === undefined) {
      const isNode = looksAtRoot && store === address.store && path === address.path && path !== "";
      const inRoot: OpenInRoot = async () =>
        (await import("./whole-root.ts")).openUnnamed(address, openAt, { ...settings, asked });
      return detectFormat(store, path, { ...given, plain }, isNode ? inRoot : undefined);
    }
    // The mode names the version of Zarr; the data may still be NCZarr.
    const isZarr = version === "zarr2" || version === "zarr3";
    const isOpen = options.format === undefined && isZarr && plain !== true;
    const nczarr = isOpen ? await openAs("nczarr", store, path, given) : undefined;
    const isSame = nczarr !== undefined && (nczarr.hierarchy.dialect === "v3") === (version === "zarr3");
    return isSame ? nczarr : openAs(as, store, path, given);
  };
  const named =
    looksAtRoot && address.hasWholeName
      ? await (await import("./whole-root.ts")).openNamed(address, openAt, settings)
      : undefined;
  let opened = typeof named === "object" ? named : await openAt(address.store, address.path);
  const mayBeAbove =
    named === undefined && consolidated !== false && (address.path !== "" || address.location !== undefined);
  if (opened === undefined && mayBeAbove) {
    const { openConsolidated } = await import("./consolidated-node.ts");
    opened = await openConsolidated(address, openAt, settings);
  }
  if (opened === undefined && named === undefined && format === undefined && !looksForFree(address.store)) {
    opened = await (await import("./unnamed-file.ts")).openUnnamedFile(address, openAt, settings);
  }
  if (opened === undefined) {
    // Accepts any format, because the node found may be in another format than the one requested.
    const openAny: OpenAt = (store, path) => detectFormat(store, path, { ...hooks, signal, consolidated, asked });
    throw await (await import("./failures/missing-node.ts")).missingNode(address, { asked, format, openAt: openAny });
  }
  if (options.complete === true || looksForFree(address.store)) {
    await noteUnfinished({ hierarchy: opened.hierarchy, path: opened.node.path }, options);
  }
  const { cacheBytes, maxChunkBytes, decode } = options;
  return openNode(opened.hierarchy, opened.node, { cacheBytes, maxChunkBytes, decode });
}

/** Finding the hierarchy around a place on a server costs requests, so only a change does it, and only once. */
function dropperAbove(address: Address, settings: StoreSettings | undefined): DropAbove | undefined {
  if (address.location === undefined || address.store.set === undefined) return undefined;
  let found: Promise<DropAbove> | undefined;
  return async (options) => {
    found ??= import("./blocks-above.ts").then(({ blocksAbove }) => blocksAbove(address, settings));
    try {
      return await (await found)(options);
    } catch (error) {
      found = undefined;
      throw error;
    }
  };
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
  options: OpenOptions & {
    /** The data type that the array must have. */
    readonly dtype: D;
  },
): Promise<NdArray<D>>;
export function openArray(input: AddressInput, options?: OpenOptions): Promise<NdArray>;
export async function openArray(
  input: AddressInput,
  options: OpenOptions & { readonly dtype?: DataTypeName } = {},
): Promise<NdArray> {
  if (hasUnknown(options, OPEN_ARRAY)) return refuseUnknown("openArray", options, OPEN_ARRAY);
  const node = await openAddress(input, options);
  if (node instanceof NdArray && (options.dtype ?? node.dtype) === node.dtype) return node;
  throw await (await import("./failures/unexpected-node.ts")).notArray(node, options);
}

/** Opens a group. */
export async function openGroup(input: AddressInput, options: OpenOptions = {}): Promise<Group> {
  if (hasUnknown(options, optionNames.OPEN)) return refuseUnknown("openGroup", options, optionNames.OPEN);
  const node = await openAddress(input, options);
  if (node instanceof Group) return node;
  throw (await import("./failures/unexpected-node.ts")).notGroup(node);
}
