/** The nodes of a new dataset: groups with their dimensions and attributes, arrays without values. */

import { toPlain } from "../../bytes/json/make.ts";
import type { PlainJson } from "../../bytes/json/node.ts";
import type { CdlDataset } from "../../cdl/parse/parse.ts";
import { NdArray } from "../../dataset/array/nd-array.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import { consolidateNew, hierarchyFor } from "../../dataset/open/creation-target.ts";
import { markerKey } from "../../dataset/open/unfinished.ts";
import { type TypedValue, typed } from "../../dataset/tree/attributes.ts";
import { type CreateArrayOptions, newNode, placeNode } from "../../dataset/tree/create-node.ts";
import { openNode } from "../../dataset/tree/group.ts";
import { HyperslabError } from "../../errors.ts";
import type { Hierarchy } from "../../formats/format.ts";
import { descriptorOf } from "../../formats/registry.ts";
import { NAMES_ATTRIBUTE } from "../../formats/spelling/members.ts";
import { type DataType, parseDataType } from "../../model/data-types/data-type.ts";
import { modelAttribute } from "../../model/netcdf/attribute.ts";
import type {
  DimensionReference,
  NetcdfAttribute,
  NetcdfGroup,
  NetcdfValues,
  NetcdfVariable,
} from "../../model/netcdf/dataset.ts";
import { doubleBase64, FILL_ATTRIBUTE } from "../../model/netcdf/mask.ts";
import { DEFAULT_TEXT_BYTES, encodeNetcdfText } from "../../model/netcdf/text.ts";
import { DEFAULT_FILLS, dataTypeOf } from "../../model/netcdf/types.ts";
import { atomicAttributes } from "../../model/netcdf/user-types.ts";
import { printMarker } from "../copy/journal.ts";
import type { GenOptions } from "./gen.ts";
import { storageOf } from "./storage.ts";

/** A dataset whose arrays are not filled yet. */
export interface NewDataset {
  readonly hierarchy: Hierarchy;
  /** Removes the mark that says that the dataset is incomplete. */
  finish(): Promise<void>;
  /** By the path of the variable in the text. */
  readonly arrays: ReadonlyMap<string, NdArray>;
}

/** Creates all nodes. Anything that the format cannot hold is refused before the first is written. */
export async function newDataset(target: AddressInput, dataset: CdlDataset, options: GenOptions): Promise<NewDataset> {
  const { root, values } = dataset;
  const { overwrite, signal, chunkKeys, consolidate } = options;
  const found = await hierarchyFor(target, options);
  const place = consolidate === undefined ? found : { ...found, consolidates: consolidate };
  const { hierarchy, path: base } = place;
  if (consolidate === true && hierarchy.canConsolidate !== true) {
    throw new HyperslabError("unsupported", `${hierarchy.title} has no consolidated metadata`);
  }
  const nodes = [];
  for (const { path, variable, make } of planNodes(hierarchy, root, values)) {
    const full = [base, path].filter((part) => part !== "").join("/");
    const wanted = await newNode(hierarchy, full, { ...make, ...(variable && { chunkKeys }) });
    nodes.push({ wanted, variable });
  }
  const arrays = new Map<string, NdArray>();
  let { replaced } = place;
  for (const { wanted, variable } of nodes) {
    const isFirst = wanted === nodes[0]!.wanted;
    const node = await placeNode(hierarchy, wanted, { overwrite: isFirst && overwrite, signal }, replaced);
    replaced = undefined;
    if (isFirst) await mark(hierarchy, base);
    const opened = openNode(hierarchy, node);
    if (variable !== undefined && opened instanceof NdArray) arrays.set(variable.path, opened);
  }
  const finish = async (): Promise<void> => {
    await consolidateNew(place, { signal });
    if (isMarked(hierarchy)) await hierarchy.store.delete?.(markerKey(base), { signal });
  };
  return { hierarchy, arrays, finish };
}

/** If nothing can be deleted, the mark could not be removed; a file appears as a whole or not at all. */
function isMarked({ store }: Hierarchy): boolean {
  return store.delete !== undefined && store.object === undefined;
}

/** As in a copy: opening a dataset that was never finished reports it. */
async function mark(hierarchy: Hierarchy, base: string): Promise<void> {
  if (!isMarked(hierarchy)) return;
  const marker = printMarker({ source: "CDL", owner: undefined, renewed: Date.now(), arrays: new Map() });
  await hierarchy.store.set?.(markerKey(base), marker);
}

interface PlannedNode {
  readonly path: string;
  readonly variable?: NetcdfVariable;
  readonly make: CreateArrayOptions | { readonly attributes: ReadonlyMap<string, TypedValue> };
}

function planNodes(
  hierarchy: Hierarchy,
  root: NetcdfGroup,
  values: ReadonlyMap<string, NetcdfValues>,
): readonly PlannedNode[] {
  const textBytes = lengthIn(atomicAttributes(root.attributes), "_nczarr_default_maxstrlen") ?? DEFAULT_TEXT_BYTES;
  if (descriptorOf(hierarchy.format).writes !== "array") return groupPlan(hierarchy, root, values, textBytes);
  const [variable, ...others] = root.variables;
  if (variable === undefined || others.length + root.groups.length + root.attributes.length > 0) {
    throw new HyperslabError("unsupported", `${hierarchy.title} holds one array and nothing else`, {
      hint: "Choose another format, such as zarr3.",
    });
  }
  return [{ path: "", variable, make: arrayOptions(hierarchy, variable, values.get(variable.path), textBytes) }];
}

function groupPlan(
  hierarchy: Hierarchy,
  group: NetcdfGroup,
  values: ReadonlyMap<string, NetcdfValues>,
  textBytes: number,
): readonly PlannedNode[] {
  const dimensions = new Map(group.dimensions.map(({ name, length, unlimited }) => [name, { length, unlimited }]));
  const make = {
    attributes: attributesOf(atomicAttributes(group.attributes)),
    ...(hierarchy.declaresDimensions === true && { dimensions }),
  };
  return [
    { path: group.path, make },
    ...group.variables.map((variable) => {
      const given = values.get(variable.path);
      return { path: variable.path, variable, make: arrayOptions(hierarchy, variable, given, textBytes) };
    }),
    ...group.groups.flatMap((inner) => groupPlan(hierarchy, inner, values, textBytes)),
  ];
}

function arrayOptions(
  hierarchy: Hierarchy,
  variable: NetcdfVariable,
  values: NetcdfValues | undefined,
  textBytes: number,
): CreateArrayOptions {
  const { type = "byte", dimensions, attributes } = variable;
  const { chunks, codecs, hasFill } = storageOf(variable);
  const declares = hierarchy.declaresDimensions === true;
  const isBounded = type === "string" && declares;
  if (type === "string" && !isBounded) refuseNil(variable, values);
  const dataType = isBounded ? boundedText(variable, values, textBytes) : dataTypeOf(type);
  return {
    shape: dimensions.map(({ length }) => length),
    dtype: dataType,
    ...(isBounded && { netcdfType: type }),
    dims: dimensions.map((dimension) => (declares ? referenceText(dimension) : dimension.name)),
    attributes: new Map<string, TypedValue | string | readonly []>([
      ...attributesOf(atomicAttributes(attributes)),
      ...xarrayAttributes(hierarchy, variable),
    ]),
    chunks,
    codecs,
    fillValue: hasFill ? fillValue(variable) : null,
  };
}

/**
 * NCZarr stores strings in a fixed number of bytes: as many as the variable's attribute gives, which netCDF-C also uses
 * for reading, else as many as the longest takes. netCDF-C truncates longer strings; here they are refused.
 */
function boundedText(variable: NetcdfVariable, values: NetcdfValues | undefined, textBytes: number): DataType {
  const limit = lengthIn(atomicAttributes(variable.attributes), "_nczarr_maxstrlen");
  let longest = limit ?? textBytes;
  for (const text of Array.isArray(values) ? values : []) {
    if (text?.includes("\0")) {
      throw new HyperslabError(
        "unsupported",
        `${variable.name} holds a string with NUL, at which netCDF's strings end`,
        {
          hint: "Cut off the string, or choose Zarr, whose strings may hold any character.",
        },
      );
    }
    if (text !== null) longest = Math.max(longest, encodeNetcdfText(text).byteLength);
  }
  if (limit === undefined || longest === limit) return parseDataType(`S${longest}`);
  throw new HyperslabError(
    "invalid-data",
    `${variable.name} holds a string of ${longest} bytes, but its attribute _nczarr_maxstrlen allows ${limit}`,
    { hint: `Set the attribute to ${longest}, or shorten the string.` },
  );
}

function lengthIn(attributes: readonly NetcdfAttribute[], wanted: string): number | undefined {
  const length = Number(attributes.find(({ name }) => name === wanted)?.values[0]);
  return Number.isSafeInteger(length) && length > 0 ? length : undefined;
}

function referenceText({ group, name }: DimensionReference): string {
  return group === "" ? `/${name}` : `/${group}/${name}`;
}

/** The value of elements that are not written. */
function fillValue({ type = "byte", attributes }: NetcdfVariable): unknown {
  const own = attributes.find(({ name }) => name === FILL_ATTRIBUTE)?.values[0];
  // A NUL pads an element, so it is the same as no value.
  if (type === "char") return Number(own ?? 0) === 0 ? new Uint8Array() : Uint8Array.of(Number(own));
  return own ?? DEFAULT_FILLS[type];
}

function refuseNil({ name }: NetcdfVariable, values: NetcdfValues | undefined): void {
  if (!Array.isArray(values) || !values.includes(null)) return;
  throw new HyperslabError("unsupported", `${name} holds NIL, which is not a string`, { hint: 'Write "" instead.' });
}

/**
 * What xarray requires beyond netCDF's attributes: in Zarr v3, fill values of floats in its own spelling; in Zarr v2,
 * the (empty) list of a scalar's dimension names.
 */
function xarrayAttributes(
  { masks, declaresDimensions, dialect }: Hierarchy,
  { type, attributes, dimensions }: NetcdfVariable,
): readonly (readonly [string, string | readonly []])[] {
  const isNamed = declaresDimensions === true || dialect === "noxarray";
  if (masks === "fill-value" && !isNamed && dimensions.length === 0) return [[NAMES_ATTRIBUTE, []]];
  const value = attributes.find(({ name }) => name === FILL_ATTRIBUTE)?.values[0];
  if (masks !== "xarray-attribute" || typeof value !== "number" || (type !== "float" && type !== "double")) return [];
  return [[FILL_ATTRIBUTE, doubleBase64(value)]];
}

/**
 * A single value is stored as such, several as a list. JSON has no NaN or infinities, so they are strings, as netCDF-C
 * writes them.
 */
function attributesOf(attributes: readonly NetcdfAttribute[]): ReadonlyMap<string, TypedValue> {
  return new Map(
    attributes.map((attribute) => {
      if (Array.isArray(attribute.values) && attribute.values.includes(null)) {
        const what = `the attribute ${attribute.name} holds NIL, which is not a string`;
        throw new HyperslabError("unsupported", what, { hint: 'Write "" instead.' });
      }
      const value = toPlain(modelAttribute(attribute).value);
      const finite = Array.isArray(value) ? value.map(finiteOrText) : finiteOrText(value);
      return [attribute.name, typed(finite, dataTypeOf(attribute.type))];
    }),
  );
}

function finiteOrText(value: PlainJson): PlainJson {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}

/** What the format does not record, as text for people. */
export function lostNotes(hierarchy: Hierarchy, group: NetcdfGroup): readonly string[] {
  if (hierarchy.declaresDimensions === true) return [];
  const used = new Set(usedDimensions(group));
  const notes: string[] = [];
  const visit = ({ path, dimensions, groups }: NetcdfGroup): void => {
    for (const { name, unlimited } of dimensions) {
      if (!used.has(`${path}/${name}`)) notes.push(`${hierarchy.title} does not record the unused dimension ${name}`);
      else if (unlimited) notes.push(`${hierarchy.title} does not record that the dimension ${name} is unlimited`);
    }
    for (const inner of groups) visit(inner);
  };
  visit(group);
  return notes;
}

function usedDimensions({ variables, groups }: NetcdfGroup): readonly string[] {
  const own = variables.flatMap(({ dimensions }) => dimensions.map(({ group, name }) => `${group}/${name}`));
  return [...own, ...groups.flatMap(usedDimensions)];
}
