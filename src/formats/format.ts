/**
 * Documents to nodes and back. A format sees only the `Store` interface. Opening returns a `Hierarchy`: one tree of
 * nodes in one store, together with any consolidated metadata.
 */
import type { ByteSource } from "../bytes/source/byte-source.ts";
import type { CodecSpec } from "../model/codec-spec.ts";
import type { DataType } from "../model/data-types/data-type.ts";
import type { ChunkGrid } from "../model/grid/chunk-grid.ts";
import type { NetcdfKind } from "../model/netcdf/dataset.ts";
import type { ArrayNode, GroupNode, Node } from "../model/node.ts";
import type { FillValue } from "../model/values/fill-value.ts";
import type { VirtualDataset } from "../model/virtual/virtual-dataset.ts";
import type { Place } from "../stores/place.ts";
import type { Store, StoreOptions } from "../stores/store.ts";
import type { ChunkAccess } from "./chunk-access.ts";
import type { AskedDocuments } from "./documents/document.ts";
import type { ChangeOptions, TreeLock } from "./documents/tree-lock.ts";

export type { ChunkAccess, ChunkFacts, ChunkFile, ChunkFiles, StoredChunk } from "./chunk-access.ts";

/** An irregularity that was accepted: a legacy spelling, a missing field. Shown by `info` and, later, `validate`. */
export interface FormatNote {
  /** The key of the document. */
  readonly key: string;
  /** What was found, as a sentence. */
  readonly message: string;
  /** The line in the document, counted from 1. */
  readonly line?: number;
  /** The column in the document, counted from 1. */
  readonly column?: number;
}

/** Options of `Hierarchy.listChildren`. */
export interface ListOptions extends StoreOptions {
  /** Called for a child whose documents cannot be read, which is then left out. Without it, the listing fails. */
  readonly onError?: ((path: string, error: unknown) => void) | undefined;
  /** Query the store and ignore consolidated metadata. */
  readonly fresh?: boolean | undefined;
  /** The group as returned by an earlier listing of the same walk. Its documents, and those above it, are not requested again. */
  readonly listed?: GroupNode | undefined;
}

/** Options of `Hierarchy.consolidate`. */
export interface ConsolidateOptions extends ChangeOptions {
  /** Remove the consolidated metadata instead. */
  readonly drop?: boolean | undefined;
  /** The group that carries it; the root if omitted. */
  readonly path?: string | undefined;
}

/** Options of `Hierarchy.readNode`. */
export interface ReadNodeOptions extends StoreOptions {
  /** Query the store and ignore consolidated metadata, for a change that must not build on an old state. */
  readonly fresh?: boolean | undefined;
}

/** How an array is stored, as shown to people. */
export type ShownArray = Pick<ArrayNode, "grid" | "codecs">;

/** How an array would be stored in any other format. */
export interface PortableArray {
  readonly codecs: readonly CodecSpec[];
  /** The lengths of chunks. If undefined, those of `frames`, else whatever suits reading. */
  readonly chunks?: readonly number[];
  /** The grid in which each chunk is one frame of the object, and the axis along which they are cut. */
  readonly frames?: { readonly axis: number; readonly grid: ChunkGrid };
}

/** A codec with its configuration as plain values. */
export interface DefaultCodec {
  readonly name: string;
  readonly configuration: Readonly<Record<string, unknown>>;
}

/**
 * Where readers look for the mask of an array, the value of missing elements. `fill-value`: the value that absent
 * chunks read as; without a fill value, the attribute `_FillValue`. `xarray-attribute`: only `_FillValue`, in xarray's
 * spelling. `typed-attribute`: only `_FillValue`, a value of the array's type.
 */
export type MaskPlace = "fill-value" | "xarray-attribute" | "typed-attribute";

/** A tree of nodes in one store and one format. Most programs use `Group` and `NdArray` instead. */
export interface Hierarchy {
  /** `zarr3` */
  readonly format: string;
  /** `Zarr v3` */
  readonly title: string;
  /** The dialect in which it is written, if the format has several: `4.9.3` of NCZarr. */
  readonly dialect?: string | undefined;
  /** The store that holds the hierarchy. */
  readonly store: Store;
  /** Whether nodes are served from consolidated metadata. */
  readonly consolidated: boolean;
  /** Deviations from the specification that were accepted. */
  readonly notes: readonly FormatNote[];
  /** Adds a note about something outside the documents. */
  addNote?(note: FormatNote): void;
  /** True if no other program writes the format any more. Copies within it keep the spelling of documents. */
  readonly historic?: boolean;
  /** True if groups declare dimensions that arrays share, and attributes have data types. */
  readonly declaresDimensions?: boolean;
  /**
   * Names of all documents that a node may have in its directory. Undefined if the dataset is one file, or is laid out
   * differently.
   */
  readonly documents?: Iterable<string>;
  /** Where xarray and netCDF look for the mask of an array; undefined if they do not read the format. */
  readonly masks?: MaskPlace | undefined;
  /** Where the chunks lie, if all of them are parts of other files and known from the start. */
  readonly virtual?: VirtualDataset | undefined;
  /** Present if the file is netCDF. */
  readonly netcdfKind?: NetcdfKind | undefined;
  /** The same hierarchy with the arrays in `virtual.userArrays` as raw bytes; missing if there are none. */
  storedElements?(): Promise<Hierarchy>;
  /** Returns undefined if it is proven that no node of this format is there. */
  readNode(path: string, options?: ReadNodeOptions): Promise<Node | undefined>;
  /**
   * Direct children, in definition order if the format records it, else sorted by name. Fails with `unsupported` if the
   * store cannot list and nothing is consolidated.
   */
  listChildren(path: string, options?: ListOptions): Promise<readonly Node[]>;
  /** Where the chunks of an array are stored. */
  chunks(array: ArrayNode): ChunkAccess;
  /**
   * Chunks and codecs for display, if the node's own are only for the engine. May read stored data and note
   * irregularities. If missing, the node's own are shown.
   */
  shownArray?(array: ArrayNode, options?: StoreOptions): Promise<ShownArray>;
  /** For formats whose nodes carry codecs and grids of their own: what a copy uses in their place. */
  portableArray?(array: ArrayNode): PortableArray;
  /** Returns whether the array is one object of frames. A copy then writes it sequentially, in bounded memory. */
  isFramed?(array: ArrayNode): boolean;
  /** True if an array itself records that it is incomplete, so a copy adds no marker. */
  readonly marksItself?: boolean;
  /** The default codecs of new arrays. If missing, the library's own choice. */
  defaultCodecs?(dataType: DataType): readonly DefaultCodec[] | undefined;
  /** The fill value of new arrays. If missing or undefined: zero, false, or the empty string. */
  defaultFillValue?(dataType: DataType): FillValue | undefined;
  /**
   * Checks that the format can express the node and returns it as it will be read back; nothing is written. Anything
   * that cannot be expressed is refused with `unsupported` or `invalid-request`.
   */
  normalize?(node: Node): Node;
  /**
   * Writes the node's documents (including missing ancestor groups) and keeps consolidated metadata up to date. If the
   * node's origin is known, only actual changes are written. Turning a group into an array or back is refused with
   * `exists`.
   */
  writeNode?(node: Node, options?: ChangeOptions): Promise<Node>;
  /** Deletes the node and everything below it, including what a crash left at a path without a node. */
  deleteNode?(path: string, options?: ChangeOptions): Promise<void>;
  /** Moves a node and everything below it to an unused path. */
  renameNode?(from: string, to: string, options?: ChangeOptions): Promise<void>;
  /**
   * Runs several reads and changes as one: nothing else changes the tree meanwhile, as far as the store can keep others
   * out. Each change receives the lock. If missing, every change stands alone.
   */
  exclusively?<T>(run: (lock: TreeLock) => Promise<T>, options?: StoreOptions): Promise<T>;
  /** True if the format has consolidated metadata. */
  readonly canConsolidate?: boolean;
  /** Removes the consolidated metadata of these groups, if any, and returns the keys of what was removed. */
  dropConsolidated?(paths: readonly string[], options?: StoreOptions): Promise<readonly string[]>;
  /** Writes consolidated metadata for everything below a group. */
  consolidate?(options?: ConsolidateOptions): Promise<void>;
}

/** A file that another one refers to. */
export interface OpenedSource extends ByteSource {
  /** Its path, if it is a local file. */
  readonly path?: string | undefined;
  /** When it was last changed, in milliseconds since 1970; undefined if that is not known. */
  modified?(options?: StoreOptions): Promise<number | undefined>;
}

/** Options of `OpenSource`. */
export interface ReferringOptions extends StoreOptions {
  /** Key or path, in the opened store, of whatever refers to the file. If undefined, it is the address itself. */
  readonly within?: string | undefined;
}

/** Opens a file by its address, for a format that refers to other files. */
export type OpenSource = (address: string, options?: ReferringOptions) => Promise<OpenedSource>;

/** Opens a node, in any format, in a store that a format provides. */
export type OpenWithin = (store: Store, path: string, options: StoreOptions) => Promise<OpenedNode | undefined>;

/** Decompresses to exactly `length` bytes with a codec of the catalogue: `zstd`, `gzip`, `snappy`, ... */
export type DecompressBytes = (codec: string, bytes: Uint8Array, length: number) => Promise<Uint8Array>;

/** Decompresses a Zstandard file that arrives in pieces, to pieces that are valid until the next one is requested. */
export type ZstdBlocks = (blocks: AsyncIterable<Uint8Array>) => Promise<AsyncIterable<Uint8Array>>;

/** Removes consolidated metadata above a store, and returns the places of what was removed. */
export type DropAbove = (options?: StoreOptions) => Promise<readonly string[]>;

/** How a reference set is read. */
export interface ReferenceReading {
  /** The URL of references whose own is null. */
  readonly target?: string | undefined;
  /** Values of templates, which replace those in the set. */
  readonly templates?: Readonly<Record<string, string>> | undefined;
  /** If true, behave like fsspec's default: `gen` is ignored, and templates are plain names. */
  readonly strictFsspec?: boolean | undefined;
}

/** What a format receives to open a place. */
export interface OpenOptions extends StoreOptions {
  /** Use consolidated metadata if available; default true. */
  readonly consolidated?: boolean | undefined;
  /** Called for a key for which the store returned a web page; it then counts as absent. Without it that is an error. */
  readonly onWebPage?: ((key: string) => void) | undefined;
  /** If true, a format that extends the documents of another is not looked for. */
  readonly plain?: boolean | undefined;
  /**
   * For a store whose root may lie in a larger hierarchy that has not been looked for: removes the consolidated
   * metadata above it, which a change makes stale. Returns the places of what was removed.
   */
  readonly dropAbove?: DropAbove | undefined;
  /** Documents that were already requested. */
  readonly asked?: AskedDocuments | undefined;
  /**
   * Opens other files. Relative addresses are resolved against the directory of the opened file. Addresses outside the
   * caller's allow-list are refused with `not-allowed`.
   */
  readonly openSource?: OpenSource | undefined;
  /** How reference sets are read. */
  readonly references?: ReferenceReading | undefined;
  /** Decodes a whole Zstandard file; more than `maxLength` bytes are refused. */
  readonly decodeZstd?: ((bytes: Uint8Array, maxLength: number) => Promise<Uint8Array>) | undefined;
  /** Decodes a Zstandard file of any length, piece by piece. */
  readonly zstdBlocks?: ZstdBlocks | undefined;
  /** Creates a decoder for Zstandard frames that were compressed with a dictionary. */
  readonly zstdDictionary?:
    | ((dictionary: Uint8Array) => Promise<(bytes: Uint8Array, maxLength: number) => Uint8Array>)
    | undefined;
  /** Decompresses to exactly `length` bytes with a codec of the catalogue; any other length is refused. */
  readonly decompress?: DecompressBytes | undefined;
  /** Opens a node, in any format, in a store that the format provides. */
  readonly openWithin?: OpenWithin | undefined;
}

/** The result of opening a place. */
export interface OpenedNode {
  /** The tree that the node is part of. */
  readonly hierarchy: Hierarchy;
  /** The node itself. */
  readonly node: Node;
}

/** Options for a new hierarchy. */
export interface CreateOptions {
  /** Which of the format's dialects to write; default: the format's own choice. */
  readonly dialect?: string | undefined;
}

/** The code of a format. */
export interface Format {
  /**
   * Opens the node at a place; undefined if it is proven that no node of this format is there. Only called with the kinds
   * of places that the format's descriptor has marks for.
   */
  open(place: Place, options?: OpenOptions): Promise<OpenedNode | undefined>;
  /** A hierarchy for writing into a store that may be empty. If missing, the format is read-only. */
  create?(store: Store, options?: CreateOptions): Hierarchy;
}
