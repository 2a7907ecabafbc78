/** netCDF-C as a peer, and whole datasets in the form in which it is asked for them and answers. */
import { type NetcdfName, pythonOf } from "../../scripts/peers/environments.mjs";
import type { CdlDataset } from "../../src/cdl/parse/parse.ts";
import { netcdfView } from "../../src/dataset/netcdf/view.ts";
import type { Group } from "../../src/index.ts";
import type {
  DimensionReference,
  NetcdfAttribute,
  NetcdfGroup,
  NetcdfType,
  NetcdfValues,
  NetcdfVariable,
} from "../../src/model/netcdf/dataset.ts";
import { atomicAttributes } from "../../src/model/netcdf/user-types.ts";
import { netcdfValues } from "../../src/model/netcdf/values.ts";
import { type LinePeer, startLinePeer } from "./line-peer.ts";

/** Bytes in base64, or a list of texts. */
export type ModelValues = string | readonly (string | null)[];

export interface ModelAttribute {
  readonly name: string;
  readonly type: NetcdfType;
  readonly values: ModelValues;
}

export interface ModelVariable extends ModelAttribute {
  /** Paths from the root: `/g/x`. */
  readonly dimensions: readonly string[];
  readonly attributes: readonly ModelAttribute[];
  readonly chunks?: readonly number[];
}

export interface ModelGroup {
  readonly name?: string;
  readonly dimensions: readonly { readonly name: string; readonly length: number; readonly unlimited: boolean }[];
  readonly variables: readonly ModelVariable[];
  readonly attributes: readonly ModelAttribute[];
  readonly groups: readonly ModelGroup[];
}

export type NetcdfPeer = LinePeer<ModelGroup & { readonly error?: string }>;

/** netCDF-C in the environment of this name: `netcdf4101`. */
function netcdfPeer(environment: NetcdfName): NetcdfPeer {
  return startLinePeer(pythonOf(environment), ["test/interop/netcdf_peer.py"]);
}

const peers = new Map<NetcdfName, NetcdfPeer>();

/** The peer of this name, started when it is first needed. */
export function sharedPeer(name: NetcdfName): NetcdfPeer {
  const found = peers.get(name) ?? netcdfPeer(name);
  peers.set(name, found);
  return found;
}

export function closePeers(): void {
  for (const peer of peers.values()) peer.close();
  peers.clear();
}

const PROPERTIES = "_NCProperties";

/** What a peer answered, without what only the library itself is interested in. */
export function visible({ name: _, ...group }: ModelGroup): ModelGroup {
  const strip = (inner: ModelGroup): ModelGroup => ({
    ...(inner.name !== undefined && { name: inner.name }),
    dimensions: inner.dimensions,
    variables: inner.variables.map(({ chunks: __, attributes, ...variable }) => ({
      ...variable,
      attributes: attributes.map(withoutEmptyText),
    })),
    attributes: inner.attributes.filter(({ name }) => name !== PROPERTIES).map(withoutEmptyText),
    groups: inner.groups.map(strip),
  });
  return strip(group);
}

/** netCDF-C reads an empty text as one NUL, and prints both as `""`. */
function withoutEmptyText(attribute: ModelAttribute): ModelAttribute {
  return attribute.type === "char" && attribute.values === "AA==" ? { ...attribute, values: "" } : attribute;
}

/** A hierarchy as we see it, with all its values. */
export async function seenByUs(group: Group): Promise<ModelGroup> {
  const view = await netcdfView(group);
  const values = new Map<string, NetcdfValues>();
  const visit = async ({ variables, groups }: NetcdfGroup): Promise<void> => {
    for (const variable of variables) {
      const array = view.arrayOf(variable);
      const { data } = await array.read(undefined, { as: "bytes" });
      values.set(variable.path, netcdfValues(variable.type!, array.dataType, data as Uint8Array));
    }
    for (const inner of groups) await visit(inner);
  };
  await visit(view.root);
  return modelOf(view.root, values);
}

export function modelOf(root: NetcdfGroup, values: ReadonlyMap<string, NetcdfValues>): ModelGroup {
  const attribute = ({ name, type, values: own }: NetcdfAttribute): ModelAttribute => ({
    name,
    type,
    values: coded(own),
  });
  const group = (inner: NetcdfGroup): ModelGroup => ({
    ...(inner.path !== "" && { name: inner.name }),
    dimensions: inner.dimensions.map(({ name, length, unlimited }) => ({ name, length, unlimited })),
    variables: inner.variables.map((variable) => ({
      name: variable.name,
      type: variable.type!,
      dimensions: variable.dimensions.map((one) => `/${one.group === "" ? "" : `${one.group}/`}${one.name}`),
      attributes: atomicAttributes(variable.attributes).map(attribute),
      values: coded(values.get(variable.path) ?? []),
    })),
    attributes: atomicAttributes(inner.attributes).map(attribute),
    groups: inner.groups.map(group),
  });
  return group(root);
}

function coded(values: NetcdfValues): ModelValues {
  if (!ArrayBuffer.isView(values)) return values;
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString("base64");
}

const ARRAYS = {
  byte: Int8Array,
  char: Uint8Array,
  short: Int16Array,
  int: Int32Array,
  float: Float32Array,
  double: Float64Array,
  ubyte: Uint8Array,
  ushort: Uint16Array,
  uint: Uint32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
} as const;

function decoded(type: NetcdfType, values: ModelValues): NetcdfValues {
  if (type === "string" || typeof values !== "string") return values as readonly (string | null)[];
  const bytes = Uint8Array.from(Buffer.from(values, "base64"));
  return new ARRAYS[type](bytes.buffer);
}

/** The model in our own terms, as the reader of CDL gives it. */
export function datasetOf(model: ModelGroup): CdlDataset {
  const values = new Map<string, NetcdfValues>();
  const dimensions = new Map<string, DimensionReference>();
  const attribute = ({ name, type, values: own }: ModelAttribute): NetcdfAttribute => ({
    name,
    type,
    values: decoded(type, own),
  });
  const group = (inner: ModelGroup, path: string): NetcdfGroup => {
    for (const one of inner.dimensions)
      dimensions.set(`/${path === "" ? "" : `${path}/`}${one.name}`, { ...one, group: path });
    const below = (name: string): string => (path === "" ? name : `${path}/${name}`);
    const variables = inner.variables.map((variable): NetcdfVariable => {
      values.set(below(variable.name), decoded(variable.type, variable.values));
      const { name, type, chunks } = variable;
      const special: readonly NetcdfAttribute[] =
        chunks === undefined ? [] : [{ name: "_ChunkSizes", type: "int", values: Int32Array.from(chunks) }];
      return {
        name,
        path: below(name),
        type,
        typeName: type,
        dimensions: variable.dimensions.map((one) => dimensions.get(one)!),
        attributes: variable.attributes.map(attribute),
        special,
      };
    });
    return {
      name: inner.name ?? "",
      path,
      dimensions: inner.dimensions,
      variables,
      attributes: inner.attributes.map(attribute),
      special: [],
      groups: inner.groups.map((one) => group(one, below(one.name!))),
    };
  };
  return { name: "model", root: group(model, ""), values };
}

/** Where two models first differ, in words; undefined if they are equal. */
export function differenceOf(a: unknown, b: unknown, at = ""): string | undefined {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    return Object.is(a, b) ? undefined : `${at}: ${JSON.stringify(a)} instead of ${JSON.stringify(b)}`;
  }
  const [one, other] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    const named = one.get(name)?.name ?? other.get(name)?.name;
    const difference = differenceOf(one.get(name), other.get(name), `${at}/${named ?? name}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}
