/** Data types as text for people, and their comparison. */
import type { DataType, StructDataType, StructField } from "./data-type.ts";
import { fieldSize } from "./struct.ts";

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

/** Do both describe the same elements, byte for byte? */
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
