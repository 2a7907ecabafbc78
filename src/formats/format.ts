/**
 * Documents to nodes and back. A format sees the `Store` interface only. Opening gives a `Hierarchy`: one tree of nodes
 * in one store, with whatever consolidated metadata it has kept in mind.
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

/** Something odd that was accepted: a legacy spelling, a missing field. Shown by `info` and, later, `validate`. */
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
  /** Ask the store, whatever consolidated metadata says. */
  readonly fresh?: boolean | undefined;
  /** The group as an earlier listing of the same walk gave it. Its documents, and those above it, are not asked for again. */
  readonly listed?: GroupNode | undefined;
}

/** Options of `Hierarchy.consolidate`. */
export interface ConsolidateOptions extends ChangeOptions {
  /** Remove the consolidated metadata instead. */
  readonly drop?: boolean | undefined;
  /** The group that carries them; the root if absent. */
  readonly path?: string | undefined;
}

/** Options of `Hierarchy.readNode`. */
export interface ReadNodeOptions extends StoreOptions {
  /** Ask the store, whatever consolidated metadata says: for a change that must not build on an old state. */
  readonly fresh?: boolean | undefined;
}

/** What is shown of how an array is stored. */
export type ShownArray = Pick<ArrayNode, "grid" | "codecs">;

/** How an array would be stored in any other format. */
export interface PortableArray {
  readonly codecs: readonly CodecSpec[];
  /** The lengths of chunks; absent: those of `frames`, else whatever is good for reading. */
  readonly chunks?: readonly number[];
  /** The grid in which each chunk is one frame of the object, and the axis that these are cut along. */
  readonly frames?: { readonly axis: number; readonly grid: ChunkGrid };
}

/** A codec with its configuration as plain values. */
export interface DefaultCodec {
  readonly name: string;
  readonly configuration: Readonly<Record<string, unknown>>;
}

/**
 * Where readers look for the mask of an array, the value of missing elements. `fill-value`: what absent chunks read as; without
 * a fill value, the attribute `_FillValue`. `xarray-attribute`: `_FillValue` alone, as xarray spells it. `typed-attribute`:
 * `_FillValue` alone, a value of the array's type.
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
  /** Are nodes answered from consolidated metadata? */
  readonly consolidated: boolean;
  /** Deviations from the specification that were accepted. */
  readonly notes: readonly FormatNote[];
  /** Adds what was found beside the documents. */
  addNote?(note: FormatNote): void;
  /** True if no other program writes the format any more. A copy within it keeps the spelling of documents. */
  readonly historic?: boolean;
  /** True if groups declare dimensions, which arrays share, and attributes have data types. */
  readonly declaresDimensions?: boolean;
  /** Names of all documents that a node may have in its directory. Absent: the dataset is one file, or has other places. */
  readonly documents?: Iterable<string>;
  /** Where xarray and netCDF look for the mask of an array; absent: they do not read the format. */
  readonly masks?: MaskPlace | undefined;
  /** Where the chunks lie, if all of them are parts of other files and known from the start. */
  readonly virtual?: VirtualDataset | undefined;
  /** Present if the file is netCDF. */
  readonly netcdfKind?: NetcdfKind | undefined;
  /** The same hierarchy with the arrays in `virtual.userArrays` as raw bytes; absent: there are none. */
  storedElements?(): Promise<Hierarchy>;
  /** undefined: proven that no node of this format is there. */
  readNode(path: string, options?: ReadNodeOptions): Promise<Node | undefined>;
  /** Direct children, in definition order where the format records it, else sorted by name. Unsupported where the store cannot list and nothing is consolidated. */
  listChildren(path: string, options?: ListOptions): Promise<readonly Node[]>;
  /** Where the chunks of an array are stored. */
  chunks(array: ArrayNode): ChunkAccess;
  /**
   * Chunks and codecs to show to people, if the node's own are only for the engine. May read what is stored and note
   * irregularities. Absent: the node's own are shown.
   */
  shownArray?(array: ArrayNode, options?: StoreOptions): Promise<ShownArray>;
  /** For formats whose nodes carry codecs and grids that are theirs alone: what a copy takes in their place. */
  portableArray?(array: ArrayNode): PortableArray;
  /** Is the array one object of frames? A copy then writes it from its first byte to its last, in bounded memory. */
  isFramed?(array: ArrayNode): boolean;
  /** True: an array tells itself that it is not all written; a copy puts no marker beside it. */
  readonly marksItself?: boolean;
  /** The default codecs of new arrays. Absent: the library's own choice. */
  defaultCodecs?(dataType: DataType): readonly DefaultCodec[] | undefined;
  /** The fill value of new arrays. Absent, or undefined: zero, false, or the empty text. */
  defaultFillValue?(dataType: DataType): FillValue | undefined;
  /**
   * Checks that the format can express the node and gives it back as it will be read again; nothing is written.
   * What cannot be expressed is refused as `unsupported` or `invalid-request`.
   */
  normalize?(node: Node): Node;
  /**
   * Writes the node's documents (ancestor groups too, if absent) and keeps consolidated metadata true. A node whose
   * origin is known changes only what was changed. Turning a group into an array or back is refused as `exists`.
   */
  writeNode?(node: Node, options?: ChangeOptions): Promise<Node>;
  /** Deletes the node and everything below it; also what a crash left at a path without a node. */
  deleteNode?(path: string, options?: ChangeOptions): Promise<void>;
  /** Moves a node with everything below it to a path where nothing is. */
  renameNode?(from: string, to: string, options?: ChangeOptions): Promise<void>;
  /**
   * Runs several reads and changes as one: no one else changes the tree meanwhile, as far as the store can keep others out.
   * Each of the changes is given the lock. Absent: every change stands alone.
   */
  exclusively?<T>(run: (lock: TreeLock) => Promise<T>, options?: StoreOptions): Promise<T>;
  /** True: the format has consolidated metadata. */
  readonly canConsolidate?: boolean;
  /** Removes the consolidated metadata of these groups, if they have any, and gives the keys of what was removed. */
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
  /** Key or path of what refers to the file, in the store that was opened. Absent: it is the address itself. */
  readonly within?: string | undefined;
}

/** Opens a file by its address, for a format that refers to other files. */
export type OpenSource = (address: string, options?: ReferringOptions) => Promise<OpenedSource>;

/** Opens a node in a store that a format makes, in whatever format it is. */
export type OpenWithin = (store: Store, path: string, options: StoreOptions) => Promise<OpenedNode | undefined>;

/** Decompresses bytes to just `length` bytes, by a codec of the catalogue: `zstd`, `gzip`, `snappy`, ... */
export type DecompressBytes = (codec: string, bytes: Uint8Array, length: number) => Promise<Uint8Array>;

/** The content of a Zstandard file that comes in pieces, in pieces that are valid until the next one is asked for. */
export type ZstdBlocks = (blocks: AsyncIterable<Uint8Array>) => Promise<AsyncIterable<Uint8Array>>;

/** Removes consolidated metadata above a store, and gives the places of what was removed. */
export type DropAbove = (options?: StoreOptions) => Promise<readonly string[]>;

/** How a reference set is read. */
export interface ReferenceReading {
  /** The URL of references whose own is null. */
  readonly target?: string | undefined;
  /** Texts of templates, which replace those in the set. */
  readonly templates?: Readonly<Record<string, string>> | undefined;
  /** True: as fsspec does by default. `gen` is left out, and templates are plain names. */
  readonly strictFsspec?: boolean | undefined;
}

/** What a format is given to open a place. */
export interface OpenOptions extends StoreOptions {
  /** Answer from consolidated metadata where there are any; default true. */
  readonly consolidated?: boolean | undefined;
  /** Called for a key where the store gave a web page; it then counts as absent. Without it that is an error. */
  readonly onWebPage?: ((key: string) => void) | undefined;
  /** True: a format that lies within the documents of another is not looked for. */
  readonly plain?: boolean | undefined;
  /**
   * For a store whose root may lie in a larger hierarchy that has not been looked for: removes the consolidated metadata above
   * it, which a change makes wrong. Gives the places of what was removed.
   */
  readonly dropAbove?: DropAbove | undefined;
  /** Documents that were asked for already. */
  readonly asked?: AskedDocuments | undefined;
  /**
   * Opens other files. Relative addresses start from the directory of the file that is opened. What lies outside the
   * caller's allow-list is refused as `not-allowed`.
   */
  readonly openSource?: OpenSource | undefined;
  /** How reference sets are read. */
  readonly references?: ReferenceReading | undefined;
  /** Decodes a whole Zstandard file; more than `maxLength` bytes are refused. */
  readonly decodeZstd?: ((bytes: Uint8Array, maxLength: number) => Promise<Uint8Array>) | undefined;
  /** Decodes a Zstandard file of any length, piece by piece. */
  readonly zstdBlocks?: ZstdBlocks | undefined;
  /** Makes a decoder of Zstandard frames that were compressed with a dictionary. */
  readonly zstdDictionary?:
    | ((dictionary: Uint8Array) => Promise<(bytes: Uint8Array, maxLength: number) => Uint8Array>)
    | undefined;
  /** Decompresses bytes to just `length` bytes, by a codec of the catalogue; any other length is refused. */
  readonly decompress?: DecompressBytes | undefined;
  /** Opens a node in a store that the format makes, in whatever format it is. */
  readonly openWithin?: OpenWithin | undefined;
}

/** What opening a place gives. */
export interface OpenedNode {
  /** The tree that the node is part of. */
  readonly hierarchy: Hierarchy;
  /** The node itself. */
  readonly node: Node;
}

/** What a format is told about a new hierarchy. */
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
  /** A hierarchy for writing into a store that may be empty. Absent: read-only format. */
  create?(store: Store, options?: CreateOptions): Hierarchy;
}
