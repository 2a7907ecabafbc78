/** An object of the caller's to the bytes of one struct: every field once, sub-arrays as nested lists. */
import type { DataType, StructDataType, StructField } from "../data-types/data-type.ts";
import type { ElementMemory, ElementWriter } from "./element-writer.ts";
import { listOf } from "./numeric-array.ts";
import { showValue } from "./show-value.ts";

/** `writerOf` makes the writers of the fields' own types. */
export function structWriter(dataType: StructDataType, writerOf: (dataType: DataType) => ElementWriter): ElementWriter {
  const writers = dataType.fields.map((field) => fieldWriter(field, writerOf(field.dataType)));
  return (value, memory, offset) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return "is no object with a value a field";
    const given = new Map<string, unknown>(Object.entries(value));
    for (const [index, { name, offset: at }] of dataType.fields.entries()) {
      if (!given.has(name)) return `lacks the field "${name}"`;
      const part = given.get(name);
      const problem = writers[index]!(part, memory, offset + at);
      if (problem !== undefined) return `has in the field "${name}" the value ${showValue(part)}, which ${problem}`;
      given.delete(name);
    }
    const [unknown] = given.keys();
    return unknown === undefined ? undefined : `has the field "${unknown}", which the struct has not`;
  };
}

function fieldWriter(field: StructField, write: ElementWriter): ElementWriter {
  const { shape = [], dataType } = field;
  const itemSize = dataType.itemSize ?? 0;
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, length) => product * length, itemSize));
  const visit = (value: unknown, memory: ElementMemory, offset: number, axis: number): string | undefined => {
    if (axis === shape.length) return write(value, memory, offset);
    const list = listOf(value);
    if (list === undefined || list.length !== shape[axis]) {
      return `is no list of ${shape[axis]}, as the shape [${shape.join(", ")}] asks`;
    }
    for (let index = 0; index < list.length; index++) {
      const problem = visit(list[index], memory, offset + index * strides[axis]!, axis + 1);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
  return (value, memory, offset) => visit(value, memory, offset, 0);
}
