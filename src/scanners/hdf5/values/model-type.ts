/** HDF5 datatypes in terms of the model. Types that the model lacks are refused by name. */

import { isHyperslabError } from "../../../errors.ts";
import {
  type DataType,
  dataTypeNamed,
  type FixedDataType,
  hasOrder,
  isFixedSize,
  raggedType,
  type StructFieldInput,
  structType,
} from "../../../model/data-types/data-type.ts";
import type { NetcdfType } from "../../../model/netcdf/dataset.ts";
import type { ByteOrder, Hdf5Type } from "../messages/datatype.ts";
import { convertLeaves, type Leaf, resizedIntegers, withNuls } from "./conversions.ts";

/** The significant bits of an integer that has more bytes than it needs. */
export interface StoredBits {
  readonly offset: number;
  readonly precision: number;
}

export type ModelType =
  /** Stored elements, except for their byte order. */
  | {
      readonly kind: "fixed";
      readonly dataType: FixedDataType;
      readonly order: ByteOrder;
      readonly netcdfType?: NetcdfType | undefined;
      readonly bits?: StoredBits | undefined;
    }
  /** Elements point to values elsewhere: to strings, to rows of `item`, to objects. */
  | { readonly kind: "text"; readonly dataType: DataType }
  | { readonly kind: "rows"; readonly dataType: DataType; readonly item: FixedDataType; readonly order: ByteOrder }
  | { readonly kind: "objects"; readonly dataType: DataType }
  /** Variable-length values occur somewhere inside: JSON values (trees.ts). */
  | { readonly kind: "tree"; readonly dataType: DataType; readonly type: Hdf5Type }
  /** Elements that are converted: compounds of both byte orders, padded strings, integers of odd sizes, compounds of these. */
  | {
      readonly kind: "mixed";
      readonly dataType: FixedDataType;
      /** Bytes of a stored element, which may differ from those of the data type. */
      readonly storedSize: number;
      /** A copy of whole elements in the model's memory form. */
      convert(stored: Uint8Array): Uint8Array;
    }
  /** Each element is an array of others, which adds dimensions. */
  | { readonly kind: "array"; readonly shape: readonly number[]; readonly inner: ModelType }
  | { readonly kind: "none"; readonly reason: string };

/** `sign, exponent position and size, mantissa position and size, bias, normalization` of the floats that the model has. */
export const FLOATS: ReadonlyMap<string, string> = new Map([
  ["2 0 16 15 10 5 0 10 15 2", "float16"],
  ["2 0 16 15 7 8 0 7 127 2", "bfloat16"],
  ["4 0 32 31 23 8 0 23 127 2", "float32"],
  ["8 0 64 63 52 11 0 52 1023 2", "float64"],
  ["1 0 8 7 3 4 0 3 7 2", "float8_e4m3"],
  ["1 0 8 7 2 5 0 2 15 2", "float8_e5m2"],
]);

/** The paddings of strings; 0 is a NUL after the text, and anything after that. */
const [PADDED_WITH_NUL, PADDED_WITH_SPACES] = [1, 2];
/** References to objects as addresses, and the other kinds. */
const OBJECT_REFERENCE = 0;
const REFERENCES = ["", "region references", "object references of HDF5 1.12", "region references"];

export function modelType(type: Hdf5Type): ModelType {
  switch (type.class) {
    case "integer":
    case "bitfield":
      return integerType(type);
    case "float":
      return floatType(type);
    case "string":
      return stringType(type);
    case "opaque":
      return bytesType(`r${8 * type.size}`, `opaque values of ${type.size} bytes`);
    case "enum":
      if (type.base.size !== type.size) return none(`an enumeration of ${type.size} bytes on one of ${type.base.size}`);
      return isBoolean(type) ? { kind: "fixed", dataType: fixedNamed("bool"), order: "little" } : modelType(type.base);
    case "compound":
      return compoundType(type);
    case "complex":
      return complexType([type.base, type.base], type.size) ?? none("complex numbers of this kind");
    case "array":
      return { kind: "array", shape: type.shape, inner: modelType(type.base) };
    case "vlen":
      return vlenType(type);
    case "reference":
      return type.kind === OBJECT_REFERENCE
        ? { kind: "objects", dataType: dataTypeNamed("string")! }
        : none(REFERENCES[type.kind] ?? "references to attributes");
    case "time":
      return none("the datatype class time, which HDF5 itself does not support");
    default:
      return none("a datatype of unknown class");
  }
}

function none(reason: string): ModelType {
  return { kind: "none", reason };
}

/** Elements of any number of bytes; zero, and more than the model allows, are refused. */
function bytesType(name: string, title: string, netcdfType?: NetcdfType): ModelType {
  const dataType = dataTypeNamed(name);
  if (dataType === undefined || !isFixedSize(dataType)) return none(title);
  return { kind: "fixed", dataType, order: "little", ...(netcdfType && { netcdfType }) };
}

/** Padding as HDF5 has it, with a NUL after the text or spaces, becomes that of the model. */
function stringType({ size, padding }: Extract<Hdf5Type, { readonly class: "string" }>): ModelType {
  const type = bytesType(`S${size}`, `strings of ${size} bytes`, size === 1 ? "char" : "string");
  if (type.kind !== "fixed" || size === 1 || padding === PADDED_WITH_NUL) return type;
  const byte = padding === PADDED_WITH_SPACES ? 0x20 : 0;
  return {
    kind: "mixed",
    dataType: type.dataType,
    storedSize: size,
    convert: (stored) => withNuls(stored, size, byte),
  };
}

function fixedNamed(name: string): FixedDataType {
  const dataType = dataTypeNamed(name);
  if (dataType === undefined || !isFixedSize(dataType)) throw new TypeError(`no fixed type ${name}`);
  return dataType;
}

function integerType(type: Extract<Hdf5Type, { readonly class: "integer" | "bitfield" }>): ModelType {
  const { size, order, signed, offset, precision } = type;
  if (precision > 64) return none(`integers of ${precision} bits`);
  const natural = [1, 2, 4].find((bytes) => bytes >= size) ?? 8;
  const dataType = fixedNamed(`${signed ? "int" : "uint"}${natural * 8}`);
  if (size !== natural) {
    return { kind: "mixed", dataType, storedSize: size, convert: (stored) => resizedIntegers(type, natural, stored) };
  }
  const bits = offset === 0 && precision === size * 8 ? undefined : { offset, precision };
  return { kind: "fixed", dataType, order, bits };
}

function floatType({
  size,
  order,
  offset,
  precision,
  layout,
}: Extract<Hdf5Type, { readonly class: "float" }>): ModelType {
  if (order === "vax") return none("floats in the byte order of the VAX");
  const name = FLOATS.get(`${size} ${offset} ${precision} ${layout}`);
  if (name !== undefined) return { kind: "fixed", dataType: fixedNamed(name), order };
  const isExtended = precision === 80 && layout.startsWith("79 64 15 0 64");
  return none(isExtended ? "x87 floats of 80 bits" : `floats of ${precision} bits in ${size} bytes (${layout})`);
}

/** h5py stores booleans as an enumeration of these two names. */
function isBoolean({ base, names }: Extract<Hdf5Type, { readonly class: "enum" }>): boolean {
  return (
    base.size === 1 &&
    names.length === 2 &&
    names.some(({ name, value }) => name === "FALSE" && value[0] === 0) &&
    names.some(({ name, value }) => name === "TRUE" && value[0] === 1)
  );
}

function vlenType(type: Extract<Hdf5Type, { readonly class: "vlen" }>): ModelType {
  const { isString, base } = type;
  if (isString) return { kind: "text", dataType: dataTypeNamed("string")! };
  const inner = modelType(base);
  const reason = reasonOf(inner);
  if (reason !== undefined) return none(`rows of ${reason}`);
  if (inner.kind !== "fixed" || inner.bits !== undefined) return treeOf(type);
  return { kind: "rows", dataType: raggedType(inner.dataType), item: inner.dataType, order: inner.order };
}

function complexType(parts: readonly Hdf5Type[], size: number): ModelType | undefined {
  const [real, imaginary] = parts.map(modelType);
  if (real?.kind !== "fixed" || imaginary?.kind !== "fixed" || real.dataType.kind !== "float") return undefined;
  if (real.dataType.name !== imaginary.dataType.name || real.order !== imaginary.order) return undefined;
  const { name, itemSize } = real.dataType;
  if (size !== itemSize * 2) return undefined;
  const complex = name === "float32" ? "complex64" : name === "float64" ? "complex128" : `complex_${name}`;
  const dataType = dataTypeNamed(complex);
  return dataType && isFixedSize(dataType) ? { kind: "fixed", dataType, order: real.order } : undefined;
}

function treeOf(type: Hdf5Type): ModelType {
  return { kind: "tree", dataType: dataTypeNamed("object")!, type };
}

/** Why there is no such type; undefined if there is. */
function reasonOf(model: ModelType): string | undefined {
  if (model.kind === "array") return reasonOf(model.inner);
  return model.kind === "none" ? model.reason : undefined;
}

function compoundType(type: Extract<Hdf5Type, { readonly class: "compound" }>): ModelType {
  const { size, members } = type;
  const [first, second] = members;
  // The way h5py stores complex numbers.
  const isComplex = members.length === 2 && first?.name === "r" && second?.name === "i" && first.offset === 0;
  const complex = isComplex && second.offset === first.type.size && complexType([first.type, second.type], size);
  if (complex) return complex;
  const leaves: Leaf[] = [];
  let isTree = false;
  for (const { name, offset, type: own } of members) {
    const shape: number[] = [];
    let inner = modelType(own);
    while (inner.kind === "array") {
      for (const length of inner.shape) shape.push(length);
      inner = inner.inner;
    }
    if (inner.kind === "none") return none(`a compound with ${inner.reason} in its member ${name}`);
    if (inner.kind === "fixed" || inner.kind === "mixed") {
      leaves.push({ name, shape, offset, size: own.size, model: inner });
    } else isTree = true;
  }
  if (isTree) return treeOf(type);
  leaves.sort((one, other) => one.offset - other.offset);
  try {
    return structOf(leaves, size);
  } catch (error) {
    if (isHyperslabError(error)) return none(`a compound that is not a struct: ${error.what}`);
    throw error;
  }
}

function structOf(leaves: readonly Leaf[], size: number): ModelType {
  const fields = leaves.map(
    ({ name, shape, offset, model: { dataType } }): StructFieldInput => ({
      name,
      offset,
      dataType,
      ...(shape.length > 0 && { shape }),
    }),
  );
  const isResized = leaves.some(({ model }) => model.kind === "mixed" && model.storedSize !== model.dataType.itemSize);
  const long = leaves.find((leaf) => leaf.offset + leaf.size > size);
  if (long !== undefined) return none(`a compound of ${size} bytes whose member ${long.name} does not fit into it`);
  // If members become larger, the offsets of the file no longer hold: members follow one another.
  const dataType = isResized
    ? structType(
        fields.map((field) => ({ ...field, offset: undefined })),
        { code: "invalid-data" },
      )
    : structType(fields, { itemSize: size, code: "invalid-data" });
  const orders = new Set(leaves.map(({ model }) => orderOf(model)).filter((order) => order !== undefined));
  if (!orders.has("mixed") && orders.size <= 1) {
    return { kind: "fixed", dataType, order: orders.has("big") ? "big" : "little" };
  }
  const offsets = dataType.fields.map(({ offset }) => offset);
  const sizes = [size, dataType.itemSize] as const;
  const convert = (bytes: Uint8Array): Uint8Array => convertLeaves(leaves, offsets, sizes, bytes);
  return { kind: "mixed", dataType, storedSize: size, convert };
}

/** Undefined if the elements have none. */
function orderOf(model: Leaf["model"]): ByteOrder | "mixed" | undefined {
  if (model.kind === "mixed" || model.bits !== undefined) return "mixed";
  return hasOrder(model.dataType) ? model.order : undefined;
}
