/**
 * What tells one family of metadata documents from another. Everything else about a tree of documents in a store
 * (finding, listing, writing, moving, keeping consolidated metadata true) is shared, in `document-hierarchy.ts`.
 */
import type { JsonObject } from "../../bytes/json/node.ts";
import type { PrintJsonOptions } from "../../bytes/json/print.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import type { ArrayNode, GroupNode, Node } from "../../model/node.ts";
import type { Store } from "../../stores/store.ts";
import type { ChunkAccess, DefaultCodec } from "../format.ts";
import type { Notes } from "../notes.ts";

/** The groups above a node that are there, from the root down. */
export type Ancestors = readonly GroupNode[];

/** The documents of one node by name: `zarr.json`, or `.zarray` and `.zattrs`. */
export type NodeDocuments = ReadonlyMap<string, JsonView>;

/** The same, made. In the order in which they must be written: the one that makes a node appear comes last. */
export type PrintedDocuments = ReadonlyMap<string, JsonObject>;

export interface Dialect {
  /** `zarr3` */
  readonly format: string;
  /** `Zarr v3` */
  readonly title: string;
  /** Names of a node's documents, asked for in rounds: the next round only while there is no node yet. */
  readonly rounds: readonly (readonly string[])[];
  /** Those whose presence makes a node. */
  readonly markers: readonly string[];
  readonly consolidation: Consolidation;
  /** What these documents describe; undefined if they make no node. */
  kindOf(documents: NodeDocuments): Node["kind"] | undefined;
  /**
   * `above` is empty unless the dialect is tree-aware, and may be incomplete there: what refers to a group that is missing in
   * it is taken at its word.
   */
  parse(path: string, documents: NodeDocuments, notes: Notes, above: Ancestors): Node;
  /** The documents of a node. What cannot be expressed is `unsupported` or `invalid-request`. */
  print(node: Node): PrintedDocuments;
  /** A document as text. `fresh`: it replaces none, so there is no order of members to keep. */
  bytesOf(name: string, document: JsonObject, fresh: boolean, options?: PrintJsonOptions): Uint8Array;
  /** A document of a node that is there already, in the order that its releases give it; `old` is what it replaces. */
  arrange?(name: string, document: JsonObject, old: JsonObject | undefined): JsonObject;
  /** Refuses what may not be the name of a new node. */
  checkName(name: string): void;
  /** Could there be a node of this name? Reserved names are passed over when children are listed. */
  mayBeNode(name: string): boolean;
  chunks(store: Store, array: ArrayNode): ChunkAccess;
  /** Present where groups list their children and declare the dimensions of the arrays below them. */
  readonly treeAware?: TreeAware;
  /** True: nobody else writes it any more; a copy within it keeps documents as they are spelled. */
  readonly historic?: true;
  /** False: there are arrays only, and nothing is written above one. */
  readonly hasGroups?: false;
  /** True: documents hold bare NaN and Infinity as numbers, as the releases that they are for write and read them. */
  readonly bareNumbers?: true;
  /** A document that is no JSON, as if it were; undefined if it is none of these. */
  decode?(bytes: Uint8Array, key: string, notes: Notes): JsonView | undefined;
  /** What new arrays are compressed with where the caller leaves it to us and the usual choice is none of this format. */
  defaultCodecs?(dataType: DataType): readonly DefaultCodec[];
}

/** What tree-aware documents need beyond `children` and `dimensions` in the nodes that they are parsed to and printed from. */
export interface TreeAware {
  /** A name for a dimension that has none: every dimension is declared by a group, by name. */
  dimensionName(length: number): string;
}

/** Documents of nodes by path relative to the group that carries the block; "" is that group itself. */
export type ConsolidatedBlock = ReadonlyMap<string, NodeDocuments>;

/** Where and how a group keeps copies of the documents below it. */
export interface Consolidation {
  /** True: the dialect has none. */
  readonly none?: boolean;
  /** The document that holds the block: the group's own (`zarr.json`), or one beside them (`.zmetadata`). */
  readonly carrier: string;
  /** Does the block repeat the group's own documents? Then writing the group makes the block stale. */
  readonly includesSelf: boolean;
  /** The block in these documents of a group, the carrier among them; `unknown` if it is of a kind not known here. */
  read(documents: NodeDocuments, notes: Notes): ConsolidatedBlock | "unknown" | undefined;
  /** The carrier with this block in it. */
  print(block: ConsolidatedBlock): JsonObject;
  /** The carrier without any block; undefined if it is to be deleted. */
  without(documents: NodeDocuments): JsonObject | undefined;
  /** New documents of a group with the block that its present documents carry, where the block lies in them. */
  carryOver(printed: PrintedDocuments, present: NodeDocuments): PrintedDocuments;
}

/** `carrier` is any document of the dialect's nodes; no block is ever looked for in it. */
export function noConsolidation(carrier: string, title: string): Consolidation {
  const refuse = (): never => {
    throw new HyperslabError("unsupported", `${title} has no consolidated metadata`, {
      hint: "Copy the data to Zarr v3 or v2, which have.",
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
