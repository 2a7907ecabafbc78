/** Types made of others: structs (fields at byte offsets, padding between them), ragged rows, elements that may be missing. */
import { type ErrorCode, HyperslabError } from "../../errors.ts";
import type { DataType, OptionalDataType, RaggedDataType, StructDataType, StructField } from "./data-type.ts";
import { MAX_ITEM_SIZE } from "./size.ts";

/** A field as given: without an offset it follows the one before it, without padding. */
export interface StructFieldInput {
  readonly name: string;
  readonly dataType: DataType;
  readonly offset?: number | undefined;
  readonly shape?: readonly number[] | undefined;
}

export interface StructOptions {
  /** Bytes of one element; more than the fields take is padding at the end. */
  readonly itemSize?: number | undefined;
  /** Who is to blame for fields that make no sense: the caller (the default) or a document. */
  readonly code?: ErrorCode;
}

/** A struct of fixed-size fields with names of their own, none overlapping another. */
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
    throw new HyperslabError(code, `a struct of ${itemSize} bytes whose fields take ${end}`, {
      hint: `Elements have 1 to ${MAX_ITEM_SIZE} bytes.`,
    });
  }
  return { kind: "struct", name: "struct", fields: placed, itemSize };
}

/** Bytes that a field takes: its item size times its sub-array's element count. */
export function fieldSize(field: StructField): number {
  return (field.shape ?? []).reduce((product, length) => product * length, field.dataType.itemSize ?? 0);
}

function placeField(field: StructFieldInput, end: number, place: string, code: ErrorCode): StructField {
  const { name, dataType, offset = end, shape } = field;
  const fail = (what: string): never => {
    throw new HyperslabError(code, what, { field: place });
  };
  if (typeof name !== "string" || name === "") return fail("a field without a name");
  if (dataType.itemSize === undefined) {
    return fail(`field "${name}" has the type ${dataType.name}; fields of a struct have a fixed size`);
  }
  if (!Number.isInteger(offset) || offset < 0) return fail(`field "${name}" has the offset ${offset}`);
  if (shape?.some((length) => !Number.isInteger(length) || length < 0)) {
    return fail(`field "${name}" has the shape [${shape.join(", ")}]`);
  }
  const placed: StructField = { name, dataType, offset, ...(shape === undefined ? {} : { shape: [...shape] }) };
  if (!(offset + fieldSize(placed) <= MAX_ITEM_SIZE)) {
    return fail(`field "${name}" ends beyond ${MAX_ITEM_SIZE} bytes, the largest element`);
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

/** Rows of `item`, each of its own length. */
export function raggedType(item: DataType, code: ErrorCode = "invalid-request"): RaggedDataType {
  if (item.itemSize === undefined) {
    throw new HyperslabError(code, `ragged rows of ${item.name}; their items must have a fixed size`);
  }
  return { kind: "ragged", name: "ragged", item, itemSize: undefined };
}

/** Elements of `item`, any of which may be missing. */
export function optionalType(item: DataType, code: ErrorCode = "invalid-request"): OptionalDataType {
  if (item.itemSize === undefined && item.kind !== "string" && item.kind !== "bytes") {
    throw new HyperslabError(code === "invalid-data" ? "unsupported" : code, `optional elements of ${item.name}`, {
      hint: "Elements of a fixed size, texts and byte strings may be missing, no others.",
    });
  }
  return { kind: "optional", name: "optional", item, itemSize: undefined };
}
