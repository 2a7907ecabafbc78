/**
 * Data types in format-neutral terms. In memory, every fixed-size element is `itemSize` little-endian bytes, whatever the
 * byte order of the file (codecs convert it). Types narrower than a byte take one byte per element. Variable-length
 * elements are in a list of items.
 */
import { HyperslabError } from "../../errors.ts";
import { modelLimits } from "../limits.ts";
import { fieldSize } from "./struct.ts";

export type IntegerName =
  | "int2"
  | "int4"
  | "int8"
  | "int16"
  | "int32"
  | "int64"
  | "uint2"
  | "uint4"
  | "uint8"
  | "uint16"
  | "uint32"
  | "uint64";

export type FloatName =
  | "float16"
  | "float32"
  | "float64"
  | "bfloat16"
  | "float8_e3m4"
  | "float8_e4m3"
  | "float8_e4m3b11fnuz"
  | "float8_e4m3fn"
  | "float8_e4m3fnuz"
  | "float8_e5m2"
  | "float8_e5m2fnuz"
  | "float8_e8m0fnu"
  | "float6_e2m3fn"
  | "float6_e3m2fn"
  | "float4_e2m1fn";

/** `complex64` and `complex128` are the common names of complex float32 and float64. */
export type ComplexName = "complex64" | "complex128" | `complex_${Exclude<FloatName, "float32" | "float64">}`;

/** NumPy's time units; `generic` has none. `μs` is read as `us`. */
export type TimeUnit = "Y" | "M" | "W" | "D" | "h" | "m" | "s" | "ms" | "us" | "ns" | "ps" | "fs" | "as" | "generic";

export interface StructField {
  readonly name: string;
  /** The data type of the elements. */
  readonly dataType: DataType;
  /** Byte offset in the element. Gaps between fields are padding. */
  readonly offset: number;
  /** Sub-array shape; undefined for a plain field. */
  readonly shape?: readonly number[];
}

/** A data type: its kind, name, bytes per element and what else describes it. */
export type DataType =
  | { readonly kind: "bool"; readonly name: "bool"; readonly itemSize: 1 }
  | {
      readonly kind: "integer";
      readonly name: IntegerName;
      readonly itemSize: number;
      readonly bits: number;
      readonly signed: boolean;
    }
  | { readonly kind: "float"; readonly name: FloatName; readonly itemSize: number }
  | {
      readonly kind: "complex";
      readonly name: ComplexName;
      readonly component: FloatName;
      readonly itemSize: number;
    }
  /** Opaque bytes: v3 `r16`, v2 `|V2`. */
  | { readonly kind: "raw"; readonly name: `r${number}`; readonly itemSize: number }
  /** Byte strings padded with NUL: NumPy `S5`. */
  | { readonly kind: "fixed-bytes"; readonly name: `S${number}`; readonly itemSize: number }
  /** Unicode padded with NUL, four bytes per code point: NumPy `U5`. */
  | { readonly kind: "fixed-utf32"; readonly name: `U${number}`; readonly length: number; readonly itemSize: number }
  | {
      readonly kind: "datetime";
      readonly name: `datetime64[${string}]`;
      readonly unit: TimeUnit;
      readonly multiplier: number;
      readonly itemSize: 8;
    }
  | {
      readonly kind: "timedelta";
      readonly name: `timedelta64[${string}]`;
      readonly unit: TimeUnit;
      readonly multiplier: number;
      readonly itemSize: 8;
    }
  | {
      readonly kind: "struct";
      readonly name: "struct";
      readonly fields: readonly StructField[];
      readonly itemSize: number;
    }
  | { readonly kind: "string"; readonly name: "string"; readonly itemSize: undefined }
  | { readonly kind: "bytes"; readonly name: "bytes"; readonly itemSize: undefined }
  /** Each element is a 1-D array of `item` (numcodecs vlen-array, netCDF vlen). */
  | { readonly kind: "ragged"; readonly name: "ragged"; readonly item: DataType; readonly itemSize: undefined }
  /** Each element is a JSON value (numcodecs json2, msgpack2). */
  | { readonly kind: "object"; readonly name: "object"; readonly itemSize: undefined }
  /** Each element is one of `item`, which may be optional too, or missing, which is a JSON null among the items (zarrs). */
  | { readonly kind: "optional"; readonly name: "optional"; readonly item: DataType; readonly itemSize: undefined };

export type DataTypeKind = DataType["kind"];
/** The name of a data type, such as `float32` or `datetime64[ns]`. */
export type DataTypeName = DataType["name"];

export type FixedDataType = Extract<DataType, { readonly itemSize: number }>;
export type VariableDataType = Extract<DataType, { readonly itemSize: undefined }>;

export type StructDataType = Extract<DataType, { readonly kind: "struct" }>;
export type RaggedDataType = Extract<DataType, { readonly kind: "ragged" }>;
export type OptionalDataType = Extract<DataType, { readonly kind: "optional" }>;
export type TimeDataType = Extract<DataType, { readonly kind: "datetime" | "timedelta" }>;

export function isFixedSize(dataType: DataType): dataType is FixedDataType {
  return dataType.itemSize !== undefined;
}

export {
  type DataTypeInput,
  type OptionalInput,
  parseDataType,
  type StructInput,
  type StructInputField,
} from "./input.ts";
export { dataTypeNamed, isTimeUnit, MAX_ITEM_SIZE, timeType } from "./named.ts";
export { fieldSize, optionalType, raggedType, type StructFieldInput, structType } from "./struct.ts";

/** `int16`, `ragged<int32>`, `optional<string>`, `struct{a: int32, b: float64[2, 3]}`; fields after padding show their offset as `@8`. */
export function describeDataType(dataType: DataType): string {
  if (dataType.kind === "ragged" || dataType.kind === "optional") {
    return `${dataType.kind}<${describeDataType(dataType.item)}>`;
  }
  return dataType.kind === "struct" ? describeStruct(dataType) : dataType.name;
}

function describeStruct(dataType: StructDataType): string {
  let end = 0;
  const fields = dataType.fields.map((field) => {
    const place = field.offset === end ? "" : ` @${field.offset}`;
    end = field.offset + fieldSize(field);
    const shape = field.shape === undefined ? "" : `[${field.shape.join(", ")}]`;
    return `${field.name}: ${describeDataType(field.dataType)}${shape}${place}`;
  });
  const size = end === dataType.itemSize ? "" : ` (${dataType.itemSize} bytes)`;
  return `struct{${fields.join(", ")}}${size}`;
}

/** Returns whether both describe the same elements, byte for byte. */
export function sameDataType(a: DataType, b: DataType): boolean {
  if (a.kind === "struct") {
    return b.kind === "struct" && a.itemSize === b.itemSize && sameList(a.fields, b.fields, sameField);
  }
  if (a.kind === "ragged" || a.kind === "optional") return a.kind === b.kind && sameDataType(a.item, b.item);
  return a.name === b.name;
}

function sameField(a: StructField, b: StructField): boolean {
  return (
    a.name === b.name &&
    a.offset === b.offset &&
    sameList(a.shape ?? [], b.shape ?? [], Object.is) &&
    sameDataType(a.dataType, b.dataType)
  );
}

function sameList<T>(a: readonly T[], b: readonly T[], same: (a: T, b: T) => boolean): boolean {
  return a.length === b.length && a.every((item, index) => same(item, b[index]!));
}

// Which bytes of an element are swapped between little- and big-endian storage.

/** `count` consecutive groups of `size` bytes from `offset` on, each reversed. */
export interface SwapPart {
  readonly offset: number;
  readonly size: number;
  readonly count: number;
}

/**
 * A number if the whole element consists of groups of that many bytes, each reversed (1 means that nothing is). A list
 * for the groups of a struct, in order of offset within each field. For a ragged type, the result for each item of a
 * row.
 */
export function swapUnits(dataType: DataType): number | readonly SwapPart[] {
  switch (dataType.kind) {
    case "integer":
    case "float":
    case "datetime":
    case "timedelta":
      return dataType.itemSize;
    case "complex":
      return dataType.itemSize / 2;
    case "fixed-utf32":
      return 4;
    case "struct":
      return structParts(dataType);
    case "ragged":
      return swapUnits(dataType.item);
    default:
      return 1;
  }
}

function structParts(dataType: StructDataType): readonly SwapPart[] {
  const parts: SwapPart[] = [];
  for (const field of dataType.fields) {
    const itemSize = field.dataType.itemSize ?? 0;
    const count = (field.shape ?? []).reduce((product, length) => product * length, 1);
    const units = swapUnits(field.dataType);
    if (typeof units === "number") {
      const groups = (itemSize / units) * count;
      if (units > 1 && groups > 0) parts.push({ offset: field.offset, size: units, count: groups });
    } else if (units.length > 0) {
      const { swapParts } = modelLimits;
      if (swapParts.isExceededBy(parts.length + units.length * count)) {
        const what = `field "${field.name}" repeats a struct more than ${swapParts.value} times`;
        throw new HyperslabError("unsupported", what);
      }
      for (let index = 0; index < count; index++) {
        for (const unit of units) parts.push({ ...unit, offset: field.offset + index * itemSize + unit.offset });
      }
    }
  }
  return parts;
}

/** Returns whether swapping by these units moves any byte. */
export function movesBytes(units: number | readonly SwapPart[]): boolean {
  return typeof units === "number" ? units > 1 : units.length > 0;
}

/** Returns whether byte order matters for elements of this type. */
export function hasOrder(dataType: DataType): boolean {
  return movesBytes(swapUnits(dataType));
}
