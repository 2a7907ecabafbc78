/**
 * Data types of Zarr 0 and 1: NumPy's strings, and lists `[["a", "<i4"], ["b", [["c", "|b1"]]]]` for structs. Their
 * releases write fields that are arrays (`["m", "<f4", [2, 3]]`) but cannot open them again; they are read here.
 */
import type { JsonNode } from "../../bytes/json/node.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import { type DataType, describeDataType, type FixedDataType, isFixedSize } from "../../model/data-types/data-type.ts";
import type { Notes } from "../notes.ts";
import { type EndianOf, type NumpyType, parseNumpyType, printNumpyType } from "../spelling/numpy-type.ts";

export function parseDataType(view: JsonView, notes: Notes): NumpyType {
  const type = parseNumpyType(view, notes);
  if (holdsArrays(type.dataType)) notes.add(view, "fields that are arrays, which the releases write and cannot open");
  return type;
}

function holdsArrays(dataType: DataType): boolean {
  if (dataType.kind !== "struct") return false;
  return dataType.fields.some((field) => field.shape !== undefined || holdsArrays(field.dataType));
}

/** Spells a type. What their releases could not read back is `unsupported`, unless the array is theirs: `isTheirs`. */
export function printDataType(dataType: FixedDataType, endian: EndianOf, title: string, isTheirs: boolean): JsonNode {
  if (!isTheirs) refuseUnknown(dataType, title);
  return printNumpyType(dataType, endian);
}

/** The type if all elements have one size; objects have no place in Zarr 0 and 1. */
export function fixedType(dataType: DataType, title: string): FixedDataType {
  return isFixedSize(dataType) ? dataType : refuse(dataType, title);
}

const NUMBERS = /^(?:u?int(?:8|16|32|64)|float(?:16|32|64)|complex(?:64|128))$/;

function refuseUnknown(dataType: DataType, title: string): void {
  switch (dataType.kind) {
    case "integer":
    case "float":
    case "complex":
      if (!NUMBERS.test(dataType.name)) refuse(dataType, title);
      return;
    case "struct":
      for (const field of dataType.fields) {
        if (field.shape !== undefined) {
          throw new HyperslabError("unsupported", `${title} cannot read the field "${field.name}", which is an array`, {
            hint: "Write Zarr v2, or make one field of each item.",
          });
        }
        refuseUnknown(field.dataType, title);
      }
  }
}

function refuse(dataType: DataType, title: string): never {
  throw new HyperslabError("unsupported", `${title} has no data type for ${describeDataType(dataType)} elements`, {
    hint: "It knows NumPy's types of fixed size. Write Zarr v2 or v3.",
  });
}
