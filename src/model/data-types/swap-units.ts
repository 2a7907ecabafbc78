/** Which bytes of an element are swapped between little- and big-endian storage. */
import { HyperslabError } from "../../errors.ts";
import { modelLimits } from "../limits.ts";
import type { DataType, StructDataType } from "./data-type.ts";

/** `count` consecutive groups of `size` bytes from `offset` on, each reversed. */
export interface SwapPart {
  readonly offset: number;
  readonly size: number;
  readonly count: number;
}

/**
 * A number if the whole element consists of groups of that many bytes, each reversed (1 means that nothing is). A list for
 * the groups of a struct, in order of offset within each field. For a ragged type, the answer for each item of a row.
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
