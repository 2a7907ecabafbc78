/** Types made of others: structs (fields at byte offsets, with padding), ragged rows, elements that may be missing. */
import { type ErrorCode, HyperslabError } from "../../errors.ts";
import type { DataType, OptionalDataType, RaggedDataType, StructDataType, StructField } from "./data-type.ts";
import { MAX_ITEM_SIZE } from "./named.ts";

/** A field as given: without an offset, it follows the previous one without padding. */
export interface StructFieldInput {
  readonly name: string;
  readonly dataType: DataType;
  readonly offset?: number | undefined;
  readonly shape?: readonly number[] | undefined;
}

export interface StructOptions {
  /** Bytes per element; bytes after the last field are padding. */
  readonly itemSize?: number | undefined;
  /** Error code for invalid fields: `invalid-request` (the default) for a caller's, `invalid-data` for a document's. */
  readonly code?: ErrorCode;
}

/** A struct of fixed-size fields with unique names that do not overlap. */
export function structType(fields: readonly StructFieldInput[], options: StructOptions = {}): StructDataType {
  const { code = "invalid-request" } = options;
  const placed: StructField[] = [];
  let end = 0;
  for (const [index, field] of fields.entries()) {
    const next = placeField(field, end, `fields[${index}]`, code);
    placed.push(next);
    end = Math.max(end, next.offset + fieldSize(next));
  }
  checkNames(placed, code);
  checkOverlap(placed, code);
  const itemSize = options.itemSize ?? end;
  if (!Number.isInteger(itemSize) || itemSize < Math.max(end, 1) || itemSize > MAX_ITEM_SIZE) {
    throw new HyperslabError(code, `the fields of a struct take ${end} bytes, but its size is ${itemSize}`, {
      hint: `An element has at least the bytes of its fields, and 1 to ${MAX_ITEM_SIZE}.`,
    });
  }
  return { kind: "struct", name: "struct", fields: placed, itemSize };
}

/** Bytes of a field: its item size times the element count of its sub-array. */
export function fieldSize(field: StructField): number {
  return (field.shape ?? []).reduce((product, length) => product * length, field.dataType.itemSize ?? 0);
}

function placeField(field: StructFieldInput, end: number, place: string, code: ErrorCode): StructField {
  const { name, dataType, offset = end, shape } = field;
  const fail = (what: string): never => {
    throw new HyperslabError(code, what, { field: place });
  };
  if (typeof name !== "string" || name === "") return fail("a field has no name");
  if (dataType.itemSize === undefined) {
    return fail(`field "${name}" has the type ${dataType.name}, which has no fixed size`);
  }
  if (!Number.isInteger(offset) || offset < 0)
    return fail(`field "${name}" has offset ${offset}, which is not a valid offset`);
  if (shape?.some((length) => !Number.isInteger(length) || length < 0)) {
    return fail(`field "${name}" has shape [${shape.join(", ")}], which is not a valid shape`);
  }
  const placed: StructField = { name, dataType, offset, ...(shape === undefined ? {} : { shape: [...shape] }) };
  if (!(offset + fieldSize(placed) <= MAX_ITEM_SIZE)) {
    return fail(`field "${name}" ends beyond ${MAX_ITEM_SIZE} bytes, the largest element size`);
  }
  return placed;
}

function checkNames(fields: readonly StructField[], code: ErrorCode): void {
  const seen = new Set<string>();
  for (const { name } of fields) {
    if (seen.has(name)) throw new HyperslabError(code, `two fields have the name "${name}"`);
    seen.add(name);
  }
}

function checkOverlap(fields: readonly StructField[], code: ErrorCode): void {
  const byOffset = fields.filter((field) => fieldSize(field) > 0).sort((a, b) => a.offset - b.offset);
  for (const [index, field] of byOffset.entries()) {
    const next = byOffset[index + 1];
    if (next !== undefined && field.offset + fieldSize(field) > next.offset) {
      throw new HyperslabError(code, `the fields "${field.name}" and "${next.name}" overlap`);
    }
  }
}

/** Rows of `item`, each with its own length. */
export function raggedType(item: DataType, code: ErrorCode = "invalid-request"): RaggedDataType {
  if (item.itemSize === undefined) {
    throw new HyperslabError(code, `rows cannot hold ${item.name}, because it has no fixed size`);
  }
  return { kind: "ragged", name: "ragged", item, itemSize: undefined };
}

/** Elements of `item`, any of which may be missing. */
export function optionalType(item: DataType, code: ErrorCode = "invalid-request"): OptionalDataType {
  if (item.kind === "ragged" || item.kind === "object") {
    throw new HyperslabError(
      code === "invalid-data" ? "unsupported" : code,
      `elements of ${item.name} cannot be optional`,
      {
        hint: "Only elements of a fixed size, strings, byte strings and optional elements may be missing.",
      },
    );
  }
  return { kind: "optional", name: "optional", item, itemSize: undefined };
}
