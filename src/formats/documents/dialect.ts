/**
 * A family of metadata documents: what distinguishes it from others. Everything else about a tree of documents
 * (finding, listing, writing, moving, keeping consolidated metadata up to date) is shared, in `document-hierarchy.ts`.
 */
import type { JsonObject } from "../../bytes/json/node.ts";
import type { PrintJsonOptions } from "../../bytes/json/print.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import type { ArrayNode, GroupNode, Node } from "../../model/node.ts";
import type { FillValue } from "../../model/values/fill-value.ts";
import type { Store } from "../../stores/store.ts";
import type { ChunkAccess, DefaultCodec, MaskPlace } from "../format.ts";
import type { Notes } from "../notes.ts";

/** The existing groups above a node, from the root down. */
export type Ancestors = readonly GroupNode[];

/** The documents of one node by name: `zarr.json`, or `.zarray` and `.zattrs`. */
export type NodeDocuments = ReadonlyMap<string, JsonView>;

/** New documents, in the order in which they are written: the one that makes the node visible comes last. */
export type PrintedDocuments = ReadonlyMap<string, JsonObject>;

export interface Dialect {
  /** `zarr3` */
  readonly format: string;
  /** `Zarr v3` */
  readonly title: string;
  /** Which of several ways to write the format this is, if it has several. */
  readonly variant?: string;
  /** Names of a node's documents, requested in rounds. A round is skipped once a node is found. */
  readonly rounds: readonly (readonly string[])[];
  /** Documents whose presence makes a node. */
  readonly markers: readonly string[];
  readonly consolidation: Consolidation;
  /** What these documents describe; undefined if there is no node. */
  kindOf(documents: NodeDocuments): Node["kind"] | undefined;
  /**
   * `above` is empty unless the dialect is tree-aware. Even then it may be incomplete: a reference to a missing group
   * is not checked.
   */
  parse(path: string, documents: NodeDocuments, notes: Notes, above: Ancestors): Node;
  /** The documents of a node. Anything that cannot be expressed is `unsupported` or `invalid-request`. */
  print(node: Node): PrintedDocuments;
  /** A document as bytes. `fresh` if it replaces none, so that there is no order of members to keep. */
  bytesOf(name: string, document: JsonObject, fresh: boolean, options?: PrintJsonOptions): Uint8Array;
  /** Arranges the members of a changed document as the format's own releases do; `old` is the document it replaces. */
  arrange?(name: string, document: JsonObject, old: JsonObject | undefined): JsonObject;
  /** Refuses an invalid name for a new node. */
  checkName(name: string): void;
  /** False for reserved names, which are skipped when children are listed. */
  mayBeNode(name: string): boolean;
  chunks(store: Store, array: ArrayNode): ChunkAccess;
  /** Present if groups list their children and declare the dimensions of the arrays below them. */
  readonly treeAware?: TreeAware;
  /** True if no other program writes the format any more. Copies within it keep the spelling of documents. */
  readonly historic?: true;
  /** Where xarray and netCDF look for the mask of an array; see `Hierarchy.masks`. */
  readonly masks?: MaskPlace;
  /** False if there are only arrays; then nothing is written above one. */
  readonly hasGroups?: false;
  /** True if the format's own releases write bare NaN and Infinity as numbers. */
  readonly bareNumbers?: true;
  /** Reads a document that is not JSON. Returns undefined if it is JSON. */
  decode?(bytes: Uint8Array, key: string, notes: Notes): JsonView | undefined;
  /** The fill value of new arrays, if it is not zero. */
  defaultFillValue?(dataType: DataType): FillValue | undefined;
  /** Default codecs of new arrays, if the format lacks the library's default. */
  defaultCodecs?(dataType: DataType): readonly DefaultCodec[];
}

/** What tree-aware documents need beyond `children` and `dimensions` in their nodes. */
export interface TreeAware {
  /** A name for an unnamed dimension, because groups declare every dimension by name. */
  dimensionName(length: number): string;
  /** The documents that a node of this kind may have, so that no others are requested if a group gives the kind. */
  documentsOf?(kind: Node["kind"]): readonly string[];
  /** Where the documents of a group list its children, by name; for messages. */
  entriesOf?(group: NodeDocuments): ReadonlyMap<string, JsonView>;
  /** The dialect of new arrays next to one with these documents, if the dataset does not determine it completely. */
  like?(sibling: NodeDocuments): Dialect;
}

/** Documents of nodes by path relative to the group that carries the block; "" is that group itself. */
export type ConsolidatedBlock = ReadonlyMap<string, NodeDocuments>;

/** How a group keeps copies of the documents below it. */
export interface Consolidation {
  /** True if the dialect has no consolidated metadata. */
  readonly none?: boolean;
  /** The document that holds the block: the group's own (`zarr.json`) or a separate one (`.zmetadata`). */
  readonly carrier: string;
  /** True if the block repeats the group's own documents, so that writing the group makes it stale. */
  readonly includesSelf: boolean;
  /** The block in these documents of a group; `unknown` if it is of an unknown kind. */
  read(documents: NodeDocuments, notes: Notes): ConsolidatedBlock | "unknown" | undefined;
  /** The carrier with this block in it. */
  print(block: ConsolidatedBlock): JsonObject;
  /** The carrier without a block; undefined to delete it. */
  without(documents: NodeDocuments): JsonObject | undefined;
  /** Copies the block from the present documents of a group to its new ones, if it is part of them. */
  carryOver(printed: PrintedDocuments, present: NodeDocuments): PrintedDocuments;
}

/** For dialects without consolidated metadata. `carrier` is any of their documents. */
export function noConsolidation(carrier: string, title: string): Consolidation {
  const refuse = (): never => {
    throw new HyperslabError("unsupported", `${title} has no consolidated metadata`, {
      hint: "Copy the data to Zarr v3 or v2.",
    });
  };
  return {
    none: true,
    carrier,
    includesSelf: false,
    read: () => undefined,
    print: refuse,
    without: refuse,
    carryOver: (printed) => printed,
  };
}
