/**
 * The byte order of stored elements: one for all numbers or, in structs of Zarr v2, field by field (a list, nested as
 * the fields are). `null` stands for what has no order.
 */
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import { type DataType, type SwapPart, swapUnits } from "../../model/data-types/data-type.ts";

export type ByteOrder = "little" | "big" | undefined | readonly ByteOrder[];

export function parseByteOrder(view: JsonView | undefined): ByteOrder {
  if (view === undefined || view.isNull()) return undefined;
  if (view.node.type === "array") return view.items().map(parseByteOrder);
  return view.oneOf<"little" | "big">(["little", "big"]);
}

/** The byte groups that are stored the other way round than memory holds them: all of one size, or a list an element. */
export function reversedUnits(dataType: DataType, order: ByteOrder): number | readonly SwapPart[] {
  if (order === "big") return swapUnits(dataType);
  if (order === "little" || order === undefined) return 1;
  if (dataType.kind !== "struct" || dataType.fields.length !== order.length) {
    throw new HyperslabError("invalid-data", `endian lists ${order.length} fields that ${dataType.name} does not have`);
  }
  return dataType.fields.flatMap((field, index) => {
    const units = reversedUnits(field.dataType, order[index]);
    const itemSize = field.dataType.itemSize ?? 0;
    const count = (field.shape ?? []).reduce((product, length) => product * length, 1);
    if (typeof units === "number") {
      return units > 1 ? [{ offset: field.offset, size: units, count: (itemSize / units) * count }] : [];
    }
    return Array.from({ length: count }, (_, item) =>
      units.map((part) => ({ ...part, offset: field.offset + item * itemSize + part.offset })),
    ).flat();
  });
}

/** Does the order leave open what matters for this type? */
export function orderIsMissing(dataType: DataType, order: ByteOrder): boolean {
  const units = swapUnits(dataType);
  const ordered = typeof units === "number" ? units > 1 : units.length > 0;
  return ordered && order === undefined;
}
