/** What a node is, in one report: format, dimensions, arrays with types, chunks and codecs, and what is odd about it. */
import type { AddressInput } from "../dataset/address.ts";
import type { PlainAttributes } from "../dataset/attributes.ts";
import { describeChain } from "../dataset/codec-chain.ts";
import { unknownCodecs } from "../dataset/codec-names.ts";
import { Group } from "../dataset/group.ts";
import type { NdArray } from "../dataset/nd-array.ts";
import { type OpenOptions, open } from "../dataset/open.ts";
import type { FormatNote } from "../formats/format.ts";
import { describeDataType } from "../model/data-type.ts";
import { elementToScalar } from "../model/typed-data.ts";
import { type StoredObjects, storedObjects } from "./stored-objects.ts";

export interface ArrayInfo {
  readonly kind: "array";
  readonly path: string;
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly dims: readonly (string | null)[];
  /** The unit of reading; null where lengths vary. */
  readonly chunks: readonly number[] | null;
  /** The unit of writing; null if not sharded. */
  readonly shards: readonly number[] | null;
  /** Stored objects along each dimension. */
  readonly grid: readonly number[];
  readonly codecs: string;
  /** Codecs that this version cannot run; reading the array is refused. */
  readonly unknownCodecs: readonly string[];
  readonly fillValue: unknown;
  /** Bytes of all values; null for variable-length types. */
  readonly bytes: number | null;
  readonly attributes: PlainAttributes;
  readonly stored?: StoredObjects;
}

export interface GroupInfo {
  readonly kind: "group";
  readonly path: string;
  readonly attributes: PlainAttributes;
  readonly dims: Readonly<Record<string, number>>;
  readonly arrays: readonly ArrayInfo[];
  readonly groups: readonly string[];
}

export interface InfoReport {
  readonly location: string;
  readonly format: string;
  readonly title: string;
  readonly consolidated: boolean;
  readonly node: ArrayInfo | GroupInfo;
  /** Oddities that were accepted on reading. */
  readonly notes: readonly FormatNote[];
}

export interface InfoOptions extends OpenOptions {
  /** Count stored chunks and bytes too: lists every key of each array. */
  readonly stored?: boolean | undefined;
}

export async function info(input: AddressInput, options: InfoOptions = {}): Promise<InfoReport> {
  const node = await open(input, options);
  const { hierarchy } = node;
  return {
    location: hierarchy.store.location,
    format: hierarchy.format,
    title: hierarchy.title,
    node: node instanceof Group ? await groupInfo(node, options) : await arrayInfo(node, options),
    consolidated: hierarchy.consolidated,
    notes: hierarchy.notes,
  };
}

async function groupInfo(group: Group, options: InfoOptions): Promise<GroupInfo> {
  const children = await group.children(options);
  const arrays: ArrayInfo[] = [];
  for (const child of children) if (child.kind === "array") arrays.push(await arrayInfo(child, options));
  return {
    kind: "group",
    path: group.path,
    attributes: group.attributes,
    dims: sharedLengths(arrays),
    arrays,
    groups: children.filter((child) => child.kind === "group").map((child) => child.path),
  };
}

/** Lengths of named dimensions; a name with two lengths is not a shared dimension and is left out. */
function sharedLengths(arrays: readonly ArrayInfo[]): Record<string, number> {
  const lengths = new Map<string, Set<number>>();
  for (const { dims, shape } of arrays) {
    dims.forEach((name, axis) => {
      if (name !== null) lengths.set(name, (lengths.get(name) ?? new Set()).add(shape[axis]!));
    });
  }
  const single = [...lengths].filter(([, found]) => found.size === 1);
  return Object.fromEntries(single.map(([name, found]) => [name, [...found][0]!]));
}

export async function arrayInfo(array: NdArray, options: InfoOptions = {}): Promise<ArrayInfo> {
  const { node } = array;
  const { fillValue } = node;
  return {
    kind: "array",
    path: array.path,
    dtype: describeDataType(array.dataType),
    shape: array.shape,
    dims: array.dims.map((name) => name ?? null),
    chunks: array.chunks ?? null,
    shards: array.shards ?? null,
    grid: array.gridShape,
    codecs: describeChain(array.codecs),
    unknownCodecs: unknownCodecs(array.codecs),
    fillValue: fillValue === undefined ? null : elementToScalar(node.dataType, fillValue),
    bytes: array.byteLength ?? null,
    attributes: array.attributes,
    ...(options.stored === true ? { stored: await storedObjects(array, options.signal) } : {}),
  };
}
