/** The bytes of one element to one value: the inverse of the element writer. */
import { HyperslabError } from "../../errors.ts";
import type { DataType, FloatName, IntegerName, StructDataType, StructField } from "../data-types/data-type.ts";
import { readFixedBytes, readFixedUtf32 } from "../data-types/fixed-text.ts";
import { decodeFloat } from "../data-types/small-float.ts";
import type { ElementMemory } from "./element-writer.ts";
import type { FixedScalar, StructScalar } from "./typed-data.ts";

export type ElementReader = (memory: ElementMemory, offset: number) => FixedScalar;

export function elementReader(dataType: DataType): ElementReader {
  switch (dataType.kind) {
    case "bool":
      return ({ bytes }, offset) => bytes[offset] !== 0;
    case "integer":
      return integerReader(dataType.name);
    case "float":
      return floatReader(dataType.name);
    case "complex":
      return complexReader(dataType.component, dataType.itemSize / 2);
    case "datetime":
    case "timedelta":
      return integerReader("int64");
    case "fixed-bytes":
      return ({ bytes }, offset) => readFixedBytes(bytes, offset, dataType.itemSize);
    case "fixed-utf32":
      return ({ bytes }, offset) => readFixedUtf32(bytes, offset, dataType.itemSize);
    case "raw":
      return ({ bytes }, offset) => bytes.slice(offset, offset + dataType.itemSize);
    case "struct":
      return structReader(dataType);
    default:
      throw new HyperslabError("invalid-request", `elements of ${dataType.name} have no fixed size`);
  }
}

const INTEGER_READERS: Readonly<Record<IntegerName, (view: DataView, offset: number) => number | bigint>> = {
  int2: (view, offset) => (view.getInt8(offset) << 30) >> 30,
  int4: (view, offset) => (view.getInt8(offset) << 28) >> 28,
  int8: (view, offset) => view.getInt8(offset),
  int16: (view, offset) => view.getInt16(offset, true),
  int32: (view, offset) => view.getInt32(offset, true),
  int64: (view, offset) => view.getBigInt64(offset, true),
  uint2: (view, offset) => view.getUint8(offset) & 0x03,
  uint4: (view, offset) => view.getUint8(offset) & 0x0f,
  uint8: (view, offset) => view.getUint8(offset),
  uint16: (view, offset) => view.getUint16(offset, true),
  uint32: (view, offset) => view.getUint32(offset, true),
  uint64: (view, offset) => view.getBigUint64(offset, true),
};

function integerReader(name: IntegerName): ElementReader {
  const read = INTEGER_READERS[name];
  return ({ view }, offset) => read(view, offset);
}

function floatReader(name: FloatName): (memory: ElementMemory, offset: number) => number {
  if (name === "float64") return ({ view }, offset) => view.getFloat64(offset, true);
  if (name === "float32") return ({ view }, offset) => view.getFloat32(offset, true);
  if (name === "float16" || name === "bfloat16") {
    return ({ view }, offset) => decodeFloat(name, view.getUint16(offset, true));
  }
  return ({ view }, offset) => decodeFloat(name, view.getUint8(offset));
}

function complexReader(component: FloatName, size: number): ElementReader {
  const read = floatReader(component);
  return (memory, offset) => [read(memory, offset), read(memory, offset + size)];
}

function structReader(dataType: StructDataType): ElementReader {
  const readers = dataType.fields.map((field) => fieldReader(field, elementReader(field.dataType)));
  return (memory, offset): StructScalar =>
    Object.fromEntries(
      dataType.fields.map((field, index) => [field.name, readers[index]!(memory, offset + field.offset)]),
    );
}

type Nested = FixedScalar | readonly Nested[];

/** The value of a field; a sub-array becomes nested lists. */
function fieldReader(field: StructField, read: ElementReader): (memory: ElementMemory, offset: number) => Nested {
  const { shape = [], dataType } = field;
  const itemSize = dataType.itemSize ?? 0;
  const visit = (memory: ElementMemory, offset: number, axis: number): Nested => {
    const length = shape[axis];
    if (length === undefined) return read(memory, offset);
    const stride = shape.slice(axis + 1).reduce((product, next) => product * next, itemSize);
    return Array.from({ length }, (_, index) => visit(memory, offset + index * stride, axis + 1));
  };
  return (memory, offset) => visit(memory, offset, 0);
}
