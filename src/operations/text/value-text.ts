/** The elements of any data type as text, in a given form. */
import type { PlainJson } from "../../bytes/json/node.ts";
import { isHyperslabError } from "../../errors.ts";
import {
  type DataType,
  type FixedDataType,
  fieldSize,
  isFixedSize,
  type StructDataType,
  type StructField,
  type VariableDataType,
} from "../../model/data-types/data-type.ts";
import type { Item } from "../../model/values/fill-value.ts";
import { floatText } from "../../model/values/float-text.ts";
import {
  elementToScalar,
  formatTime,
  scalarToElement,
  typedToBytes,
  viewAsTyped,
} from "../../model/values/typed-data.ts";
import type { ValueForm } from "./value-form.ts";

/** The text of element number `index`. */
export type TextAt = (index: number) => string;

/** Texts of packed elements, whose bytes are little-endian and in C order. */
export function fixedTexts(dataType: FixedDataType, bytes: Uint8Array, form: ValueForm): TextAt {
  const { itemSize } = dataType;
  switch (dataType.kind) {
    case "bool":
      return (index) => String(bytes[index] !== 0);
    case "integer": {
      const values = viewAsTyped(dataType, bytes);
      return (index) => String(values[index]);
    }
    case "float": {
      const values = viewAsTyped(dataType, bytes);
      return (index) => form.number(floatText(dataType.name, Number(values[index])));
    }
    case "complex": {
      const values = viewAsTyped(dataType, bytes);
      const part = (index: number): string => form.number(floatText(dataType.component, Number(values[index])));
      return (index) => form.list([part(2 * index), part(2 * index + 1)]);
    }
    case "datetime":
    case "timedelta": {
      const values = viewAsTyped(dataType, bytes);
      return (index) => form.text(formatTime(BigInt(values[index]!), dataType));
    }
    case "struct":
      return structTexts(dataType, bytes, form);
    case "raw":
      return (index) => form.bytes(bytes.subarray(index * itemSize, (index + 1) * itemSize));
    default:
      return (index) => fixedText(dataType, bytes.subarray(index * itemSize, (index + 1) * itemSize), form);
  }
}

/** A padded string; if it is not valid text, its bytes are shown. */
function fixedText(dataType: DataType, element: Uint8Array, form: ValueForm): string {
  try {
    return form.text(String(elementToScalar(dataType, element)));
  } catch (error) {
    if (!isHyperslabError(error, "invalid-data")) throw error;
    return form.bytes(element);
  }
}

function structTexts(dataType: StructDataType, bytes: Uint8Array, form: ValueForm): TextAt {
  const names = dataType.fields.map(({ name }) => name);
  const columns = dataType.fields.map((field) => fieldTexts(field, fieldColumn(dataType, field, bytes), form));
  return (index) =>
    form.record(
      names,
      columns.map((column) => column(index)),
    );
}

/** One field of packed structs, itself packed. */
export function fieldColumn({ itemSize }: StructDataType, field: StructField, bytes: Uint8Array): Uint8Array {
  const size = fieldSize(field);
  const count = bytes.byteLength / itemSize;
  const column = new Uint8Array(count * size);
  for (let index = 0; index < count; index++) {
    const start = index * itemSize + field.offset;
    column.set(bytes.subarray(start, start + size), index * size);
  }
  return column;
}

/** Texts of one field; those of a sub-array are nested lists. */
export function fieldTexts({ dataType, shape }: StructField, column: Uint8Array, form: ValueForm): TextAt {
  if (!isFixedSize(dataType)) return () => "";
  const texts = fixedTexts(dataType, column, form);
  if (shape === undefined) return texts;
  const parts = shape.reduce((product, length) => product * length, 1);
  return (index) => nestedList(shape, index * parts, texts, form);
}

function nestedList(shape: readonly number[], first: number, texts: TextAt, form: ValueForm): string {
  const [length, ...rest] = shape;
  if (length === undefined) return texts(first);
  const step = rest.reduce((product, inner) => product * inner, 1);
  return form.list(Array.from({ length }, (_, index) => nestedList(rest, first + index * step, texts, form)));
}

/** Texts of elements of variable length. */
export function variableTexts(dataType: VariableDataType, data: ArrayLike<unknown>, form: ValueForm): TextAt {
  return (index) => variableText(dataType, data[index], form);
}

function variableText(dataType: VariableDataType, value: unknown, form: ValueForm): string {
  if (dataType.kind === "optional") {
    if (value === null) return form.missing;
    // Missing only in the inner type.
    if (dataType.item.kind === "optional" && Array.isArray(value) && value.length === 1) {
      return form.list([variableText(dataType.item, value[0], form)]);
    }
    return elementText(dataType.item, scalarToElement(dataType.item, value), form);
  }
  if (typeof value === "string" && dataType.kind !== "object") return form.text(value);
  if (dataType.kind !== "ragged" && value instanceof Uint8Array) return form.bytes(value);
  if (dataType.kind !== "ragged") return form.json(value as PlainJson);
  const { item } = dataType;
  const row = value as ArrayLike<unknown>;
  if (!isFixedSize(item)) return form.list(Array.from(row, (part) => variableText(item, part, form)));
  const bytes = typedToBytes(item, row);
  const texts = fixedTexts(item, bytes, form);
  return form.list(Array.from({ length: bytes.byteLength / item.itemSize }, (_, index) => texts(index)));
}

/** The text of a single element, such as a fill value. */
export function elementText(dataType: DataType, element: Item, form: ValueForm): string {
  if (element instanceof Uint8Array && isFixedSize(dataType)) return fixedTexts(dataType, element, form)(0);
  if (isFixedSize(dataType)) return "";
  return variableText(dataType, elementToScalar(dataType, element), form);
}
