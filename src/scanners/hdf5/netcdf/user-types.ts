/**
 * The types that groups define, as netCDF-C finds them: named datatypes of its four classes. It treats types of equal
 * structure as one, the first; so datasets and attributes need not refer to a named type to have it.
 */
import type { NetcdfType } from "../../../model/netcdf/dataset.ts";
import { netcdfTypeOf } from "../../../model/netcdf/types.ts";
import type { NetcdfEnumMember, NetcdfMember, NetcdfUserType } from "../../../model/netcdf/user-types.ts";
import type { Hdf5Type } from "../messages/datatype.ts";
import type { FoundGroup } from "../tree.ts";
import { FLOATS, modelType } from "../values/model-type.ts";
import { integerReader } from "./integer-reader.ts";

export interface UserTypes {
  /** Those of a group, by its path. */
  in(group: string): readonly NetcdfUserType[];
  /** The netCDF type of an HDF5 type; undefined if no group defines it. */
  of(type: Hdf5Type): NetcdfUserType | undefined;
  /** Returns whether it is netCDF's type of strings, which may be NIL. */
  stringOf(type: Hdf5Type): "string" | undefined;
}

/** `pointerSize` is the size in bytes of pointers to variable-length values. */
export function findUserTypes(root: FoundGroup, pointerSize: number): UserTypes {
  const found = new FoundTypes(pointerSize);
  found.add(root);
  return found;
}

class FoundTypes implements UserTypes {
  readonly #byGroup = new Map<string, readonly NetcdfUserType[]>();
  readonly #byStructure = new Map<string, NetcdfUserType>();
  readonly #pointerSize: number;

  constructor(pointerSize: number) {
    this.#pointerSize = pointerSize;
  }

  /** Types of a group come before those of its subgroups, and may use earlier ones. */
  add({ path, types, groups }: FoundGroup): void {
    const made: NetcdfUserType[] = [];
    for (const { name, type } of types) {
      const user = this.#make(name, path, type);
      if (user === undefined) continue;
      made.push(user);
      const structure = structureOf(type);
      if (!this.#byStructure.has(structure)) this.#byStructure.set(structure, user);
    }
    this.#byGroup.set(path, made);
    for (const group of groups) this.add(group);
  }

  in(group: string): readonly NetcdfUserType[] {
    return this.#byGroup.get(group) ?? [];
  }

  of(type: Hdf5Type): NetcdfUserType | undefined {
    if (this.#byStructure.size === 0 || !isUserClass(type) || !isSound(type, this.#pointerSize)) return undefined;
    return this.#byStructure.get(structureOf(type));
  }

  stringOf(type: Hdf5Type): "string" | undefined {
    return type.class === "vlen" && type.isString && isSound(type, this.#pointerSize) ? "string" : undefined;
  }

  #make(name: string, group: string, type: Hdf5Type): NetcdfUserType | undefined {
    if (!isSound(type, this.#pointerSize)) return undefined;
    const base = { name, group };
    if (type.class === "opaque") return { ...base, class: "opaque", size: type.size };
    if (type.class === "enum") return enumType(base, type);
    if (type.class === "vlen" && !type.isString) {
      const item = this.#typeOf(type.base);
      return item && { ...base, class: "vlen", base: item };
    }
    if (type.class !== "compound") return undefined;
    const members: NetcdfMember[] = [];
    for (const member of type.members) {
      const { shape, element } = elementOf(member.type);
      const inner = this.#typeOf(element);
      if (inner === undefined) return undefined;
      // netCDF-C treats a string of several bytes as its first character.
      const isText = element.class === "string" && element.size > 1;
      members.push({ name: member.name, type: inner, shape: isText ? [...shape, element.size] : shape });
    }
    return { ...base, class: "compound", members };
  }

  #typeOf(type: Hdf5Type): NetcdfType | NetcdfUserType | undefined {
    return atomicType(type) ?? this.of(type);
  }
}

/** Returns whether the parts of a type lie within it. Damaged files may claim anything. */
function isSound(type: Hdf5Type, pointerSize: number): boolean {
  switch (type.class) {
    case "enum":
      return type.base.size === type.size;
    case "vlen":
      return type.size === pointerSize && (type.isString || isSound(type.base, pointerSize));
    case "array": {
      const count = type.shape.reduce((product, length) => product * length, 1);
      return count > 0 && type.base.size * count === type.size && isSound(type.base, pointerSize);
    }
    case "compound":
      return type.members.every(
        (member) => member.offset + member.type.size <= type.size && isSound(member.type, pointerSize),
      );
    default:
      return type.size > 0;
  }
}

function isUserClass(type: Hdf5Type): boolean {
  return ["enum", "opaque", "compound"].includes(type.class) || (type.class === "vlen" && !type.isString);
}

function enumType(
  base: Pick<NetcdfUserType, "name" | "group">,
  { base: integers, names }: Extract<Hdf5Type, { readonly class: "enum" }>,
): NetcdfUserType | undefined {
  const read = integerReader(integers);
  const type = atomicType(integers);
  if (read === undefined || type === undefined) return undefined;
  const members = names.map(
    ({ name, value }): NetcdfEnumMember => ({
      name,
      value: read(new DataView(value.buffer, value.byteOffset, value.byteLength), 0),
    }),
  );
  return { ...base, class: "enum", base: type, members };
}

/** An array type as its lengths and elements. Nested arrays have the lengths of both. */
export function elementOf(type: Hdf5Type): { readonly shape: readonly number[]; readonly element: Hdf5Type } {
  const shape: number[] = [];
  let element = type;
  for (; element.class === "array"; element = element.base) for (const length of element.shape) shape.push(length);
  return { shape, element };
}

/** Like netCDF-C, which asks HDF5 for the type in memory: half precision is read as single. */
export function atomicType(type: Hdf5Type): NetcdfType | undefined {
  if (type.class === "string") return "char";
  if (type.class === "vlen" && type.isString) return "string";
  if (type.class !== "integer" && type.class !== "float") return undefined;
  const model = modelType(type);
  if (model.kind !== "fixed" && model.kind !== "mixed") return undefined;
  return model.dataType.name === "float16" ? "float" : netcdfTypeOf(model.dataType);
}

/** The same text for types that HDF5 considers equal in memory, where byte order and the offsets of members do not count. */
function structureOf(type: Hdf5Type): string {
  switch (type.class) {
    case "integer":
    case "bitfield":
      return `${type.class} ${type.signed} ${type.size}`;
    case "float":
      return `float ${FLOATS.get(`${type.size} ${type.offset} ${type.precision} ${type.layout}`) ?? type.layout}`;
    case "string":
      return `string ${type.size} ${type.padding} ${type.isUtf8}`;
    case "opaque":
      return `opaque ${type.size} ${JSON.stringify(type.tag)}`;
    case "enum": {
      const read = integerReader(type.base);
      const names = type.names.map(({ name, value }) => {
        const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
        return `${JSON.stringify(name)}=${read?.(view, 0)}`;
      });
      return `enum ${structureOf(type.base)} {${names.sort().join()}}`;
    }
    case "vlen":
      return type.isString ? `text ${type.isUtf8}` : `vlen ${structureOf(type.base)}`;
    case "array":
      return `array [${type.shape.join()}] ${structureOf(type.base)}`;
    case "compound":
      return `{${type.members.map((member) => `${JSON.stringify(member.name)} ${structureOf(member.type)}`).join()}}`;
    case "reference":
      return `reference ${type.kind}`;
    default:
      return `${type.class} ${type.size}`;
  }
}
