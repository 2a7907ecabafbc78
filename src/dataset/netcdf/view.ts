/**
 * Any hierarchy as netCDF-4 sees it. Formats whose groups declare dimensions record everything. For the others, named
 * dimensions belong to the group of the array, and unnamed ones to the root, one per length, as in netCDF-C.
 */

import { mapBounded } from "../../bytes/concurrency.ts";
import { type ErrorPlace, HyperslabError } from "../../errors.ts";
import { charAttribute, netcdfAttribute } from "../../model/netcdf/attribute.ts";
import type {
  DimensionReference,
  NetcdfAttribute,
  NetcdfDimension,
  NetcdfGroup,
  NetcdfType,
  NetcdfVariable,
} from "../../model/netcdf/dataset.ts";
import { decodeNetcdfText } from "../../model/netcdf/text.ts";
import { variableTypeOf } from "../../model/netcdf/types.ts";
import type { NetcdfUserAttribute, NetcdfUserType } from "../../model/netcdf/user-types.ts";
import type { ArrayNode, Attributes } from "../../model/node.ts";
import type { NdArray } from "../array/nd-array.ts";
import { Group, listedChildren } from "../tree/group.ts";
import { ArrayVariable } from "./array-variable.ts";
import { isNetcdf3, rootSpecial } from "./special.ts";
import { type UnheldArrays, unheldArrays } from "./unheld-arrays.ts";
import { ViewTypes } from "./view-types.ts";

/** A dataset as netCDF-4 sees it. */
export interface NetcdfView {
  /** The node that was given, as the root. */
  readonly root: NetcdfGroup;
  /** What netCDF could not represent unchanged: dimensions with the same name but different lengths. */
  readonly notes: readonly string[];
  /** The array of a variable of this view. If no array can hold values of its type, an array of their stored bytes. */
  arrayOf(variable: NetcdfVariable): NdArray;
}

/** Options of `netcdfView`. */
export interface NetcdfViewOptions {
  /** Aborts the operation; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Groups, dimensions, variables and typed attributes below a node. A single array is the only variable of a root. */
export async function netcdfView(node: Group | NdArray, options: NetcdfViewOptions = {}): Promise<NetcdfView> {
  const view = new ViewMaker(node);
  const read =
    node instanceof Group
      ? await addUnheld(await readGroups(node, options))
      : { group: undefined, arrays: [node], groups: [] };
  view.declare(read);
  view.refer(read);
  return {
    root: view.root(read),
    notes: view.notes,
    arrayOf: (variable) => view.arrays.get(variable)!,
  };
}

interface ReadGroup {
  /** Undefined for the root of a single array. */
  readonly group: Group | undefined;
  readonly arrays: readonly NdArray[];
  readonly groups: readonly ReadGroup[];
}

/** Groups of one level that are read concurrently. The children of each are read concurrently too. */
const GROUPS_AT_ONCE = 4;

/** Level by level, so that the depth does not increase the number of concurrent reads. */
async function readGroups(root: Group, options: NetcdfViewOptions): Promise<ReadGroup> {
  const top: GroupBeingRead = { group: root, arrays: [], groups: [] };
  addChildren(top, await root.children(options));
  for (let level = top.groups; level.length > 0; level = level.flatMap(({ groups }) => groups)) {
    const children = await mapBounded(
      level,
      GROUPS_AT_ONCE,
      ({ group }) => listedChildren(group, options),
      options.signal,
    );
    level.forEach((read, index) => {
      addChildren(read, children[index]!);
    });
  }
  return top;
}

/** Adds the variables that only netCDF sees. */
async function addUnheld(read: ReadGroup): Promise<ReadGroup> {
  const { group } = read;
  const storedElements = group?.hierarchy.storedElements;
  if (group === undefined || storedElements === undefined) return read;
  return withUnheld(read, await unheldArrays(group.hierarchy));
}

function withUnheld({ group, arrays, groups }: ReadGroup, unheld: UnheldArrays): ReadGroup {
  return {
    group,
    arrays: group === undefined ? arrays : unheld.among(group.path, arrays),
    groups: groups.map((inner) => withUnheld(inner, unheld)),
  };
}

interface GroupBeingRead extends ReadGroup {
  readonly group: Group;
  readonly arrays: NdArray[];
  readonly groups: GroupBeingRead[];
}

function addChildren({ arrays, groups }: GroupBeingRead, children: readonly (Group | NdArray)[]): void {
  for (const child of children) {
    if (child instanceof Group) groups.push({ group: child, arrays: [], groups: [] });
    else arrays.push(child);
  }
}

class ViewMaker {
  readonly notes: string[] = [];
  readonly arrays = new Map<NetcdfVariable, NdArray>();
  /** Path of the root. */
  readonly #base: string;
  /** Dimensions by the path of their group. */
  readonly #declared = new Map<string, Map<string, NetcdfDimension>>();
  readonly #references = new Map<NdArray, readonly DimensionReference[]>();
  readonly #referenceTo = new Map<NetcdfDimension, DimensionReference>();
  readonly #types: ViewTypes;
  /** False for a view of one array, whose groups have not been read. */
  readonly #hasGroups: boolean;

  constructor(root: Group | NdArray) {
    this.#hasGroups = root instanceof Group;
    this.#base = root instanceof Group ? root.path : parentOf(root.path);
    this.#types = new ViewTypes(this.#base);
  }

  /** What groups declare, in their order; arrays may refer to groups that come after them. */
  declare({ group, groups }: ReadGroup): void {
    for (const dimension of group?.dimensions ?? []) {
      this.#dimensions(group?.path ?? this.#base).set(dimension.name, dimension);
    }
    for (const inner of groups) this.declare(inner);
  }

  /** Finds a group for each dimension of each array; arrays of a group come before the groups in it. */
  refer({ group, arrays, groups }: ReadGroup): void {
    const path = group?.path ?? this.#base;
    let before: ArrayNode | undefined;
    let references: readonly DimensionReference[] = [];
    for (const array of arrays) {
      const { node } = array;
      // Formats give equal arrays of a group the same lists.
      const isLikeBefore = before !== undefined && node.dimensions === before.dimensions && node.shape === before.shape;
      if (!isLikeBefore) references = node.shape.map((_, axis) => this.#reference(array, axis, path));
      before = node;
      this.#references.set(array, references);
    }
    for (const inner of groups) this.refer(inner);
  }

  /** The root, with the types from above that are used in it. */
  root(read: ReadGroup): NetcdfGroup {
    const root = this.group(read);
    const types = [...this.#types.fromAbove, ...(root.types ?? [])];
    return types.length === 0 ? root : { ...root, types };
  }

  group({ group, arrays, groups }: ReadGroup): NetcdfGroup {
    const path = group?.path ?? this.#base;
    const isRoot = path === this.#base;
    const attributes = group?.node.attributes ?? new Map();
    const shown = this.#attributes(attributes).filter(({ name }) => name !== PROPERTIES);
    const types = group?.node.userTypes?.map((type) => this.#types.of(type));
    return {
      name: isRoot ? "" : (group?.name ?? ""),
      path: this.#relative(path),
      ...(types && { types }),
      dimensions: [...this.#dimensions(path).values()],
      variables: arrays.map((array) => this.#variable(array)),
      attributes: shown,
      special: isRoot && group !== undefined ? special(group) : [],
      groups: groups.map((inner) => this.group(inner)),
    };
  }

  #variable(array: NdArray): NetcdfVariable {
    const { node } = array;
    const userType = node.userType && this.#types.of(node.userType);
    const type = userType === undefined ? variableTypeOf(node.dataType, recordedType(array)) : undefined;
    const attributes = this.#attributes(node.attributes, type, userType);
    const path = this.#relative(array.path);
    const variable = new ArrayVariable(array, path, type, userType, this.#references.get(array) ?? [], attributes);
    this.arrays.set(variable, array);
    return variable;
  }

  #attributes(
    attributes: Attributes,
    type?: NetcdfVariable["type"],
    userType?: NetcdfUserType,
  ): NetcdfVariable["attributes"] {
    const shown: (NetcdfAttribute | NetcdfUserAttribute)[] = [];
    for (const [name, attribute] of attributes) {
      const { user } = attribute;
      // The names of an enumeration are part of its type.
      if (name === NAMES || (attribute.isDerived === true && userType !== undefined)) continue;
      if (user === undefined) shown.push(netcdfAttribute(name, attribute, type));
      else shown.push({ name, type: this.#types.of(user.type), values: user.values });
    }
    return shown;
  }

  #reference(array: NdArray, axis: number, path: string): DimensionReference {
    const length = array.node.shape[axis]!;
    const { name, group, unlimited = false } = array.node.dimensions[axis] ?? { name: undefined };
    const isInside =
      this.#hasGroups &&
      group !== undefined &&
      (group === this.#base || this.#base === "" || group.startsWith(`${this.#base}/`));
    // Dimensions of groups above the root become the root's own.
    const home = group === undefined ? (name === undefined ? this.#base : path) : isInside ? group : this.#base;
    const { declaresDimensions, virtual, store } = array.hierarchy;
    // Groups of scanned files only have what their arrays refer to.
    if (isInside && name !== undefined && declaresDimensions === true && virtual === undefined) {
      if (!this.#dimensions(home).has(name)) throw nowhere(group, name, { location: store.location, node: array.path });
    }
    const wanted = name ?? `_Anonymous_Dim_${length}`;
    // netCDF allows length 0 only for unlimited dimensions that have not grown yet.
    const dimension = this.#settle(home, { name: wanted, length, unlimited: unlimited || length === 0 }, array);
    const reference = this.#referenceTo.get(dimension) ?? { ...dimension, group: this.#relative(home) };
    this.#referenceTo.set(dimension, reference);
    return reference;
  }

  /** The dimension in its group. If the name is taken there by another length, the length is appended to the name. */
  #settle(home: string, wanted: NetcdfDimension, array: NdArray): NetcdfDimension {
    const there = this.#dimensions(home);
    let { name } = wanted;
    for (let other = there.get(name); other !== undefined; other = there.get(name)) {
      if (other.length === wanted.length) return other;
      name += `_${wanted.length}`;
    }
    if (name !== wanted.name) {
      this.notes.push(
        `/${array.path}: the dimension ${wanted.name} has another length here; shown as ${name} of length ${wanted.length}`,
      );
    }
    const made = { ...wanted, name };
    there.set(name, made);
    return made;
  }

  #dimensions(path: string): Map<string, NetcdfDimension> {
    const there = this.#declared.get(path) ?? new Map<string, NetcdfDimension>();
    this.#declared.set(path, there);
    return there;
  }

  #relative(path: string): string {
    if (path === this.#base) return "";
    return this.#base === "" ? path : path.slice(this.#base.length + 1);
  }
}

function nowhere(group: string, name: string, place: ErrorPlace): HyperslabError {
  return new HyperslabError("invalid-data", `/${group} declares no dimension ${JSON.stringify(name)}`, place);
}

/** netCDF-C reads HDF5's half precision as single precision. */
function recordedType({ node, hierarchy }: NdArray): NetcdfType | undefined {
  const isHalf = node.dataType.name === "float16" && hierarchy.netcdfKind !== undefined;
  return node.netcdfType ?? (isHalf ? "float" : undefined);
}

const PROPERTIES = "_NCProperties";

function special({ node, hierarchy }: Group): readonly NetcdfAttribute[] {
  const { netcdfKind, virtual } = hierarchy;
  const known = virtual?.special?.get("");
  if (known !== undefined) return known;
  if (netcdfKind !== undefined && isNetcdf3(netcdfKind)) return [charAttribute("_Format", netcdfKind)];
  const properties = node.attributes.get(PROPERTIES);
  const { values } = properties === undefined ? { values: undefined } : netcdfAttribute(PROPERTIES, properties);
  const text = values instanceof Uint8Array ? decodeNetcdfText(values) : undefined;
  // netCDF-C reports the version only if it knows who wrote the dataset.
  const isKnown = text !== undefined && hierarchy.declaresDimensions === true;
  return rootSpecial(text, isKnown ? superblockOf(hierarchy.dialect) : 0);
}

/** The version of NCZarr's layout that a dialect has. */
function superblockOf(dialect: string | undefined): number {
  return dialect === "4.8.0" ? 1 : dialect === "v3" ? 3 : 2;
}

/** netCDF-C hides the dimension names, even if they do not fit the variable. */
const NAMES = "_ARRAY_DIMENSIONS";

function parentOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}
