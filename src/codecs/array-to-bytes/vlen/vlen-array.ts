/**
 * `vlen-array`: rows of any length, each the bytes of its numbers (framing: vlen.ts). `dtype` is NumPy's
 * spelling of the rows' type; without it the numbers are little-endian.
 */
import { HyperslabError } from "../../../errors.ts";
import { type FixedDataType, isFixedSize, sameDataType, swapUnits } from "../../../model/data-types/data-type.ts";
import type { Item } from "../../../model/values/fill-value.ts";
import type { ArrayToBytesCodec } from "../../codec.ts";
import { type NumpyDtype, parseNumpyDtype } from "../../configuration.ts";
import { swapBytes } from "../byte-order.ts";
import { bindItems, copyBytes, writeBytes } from "./vlen.ts";

export interface VlenArrayConfiguration {
  readonly dtype: NumpyDtype | undefined;
}

export const vlenArray: ArrayToBytesCodec<VlenArrayConfiguration> = {
  kind: "array-to-bytes",
  parse: (configuration) => {
    configuration.only(["dtype", "id"]);
    const dtype = configuration.get("dtype");
    return { dtype: dtype === undefined || dtype.isNull() ? undefined : parseNumpyDtype(dtype) };
  },
  bind: ({ dtype }, input) => {
    const { dataType } = input;
    if (dataType.kind !== "ragged") {
      throw new HyperslabError("invalid-data", `elements of type ${dataType.name} are not rows`);
    }
    const { item } = dataType;
    if (!isFixedSize(item) || (dtype !== undefined && !sameDataType(dtype.dataType, item))) {
      const stored = dtype === undefined ? "of a fixed size" : `of ${dtype.dataType.name}`;
      throw new HyperslabError("invalid-data", `rows of ${item.name} where rows ${stored} are stored`);
    }
    const units = swapUnits(item);
    const swapped = dtype?.endian === "big";
    return bindItems(dataType, input, {
      length: (row) => rowOf(row).byteLength,
      write: (row, length, out, at) => {
        const bytes = rowOf(row);
        checkRow(bytes.byteLength, item);
        writeBytes(swapped ? swapBytes(bytes, item.itemSize, units) : bytes, length, out, at);
      },
      reader: (bytes) => (start, end) => {
        checkRow(end - start, item);
        return swapped ? swapBytes(bytes.subarray(start, end), item.itemSize, units) : copyBytes(bytes, start, end);
      },
    });
  },
};

function rowOf(row: Item): Uint8Array {
  if (row instanceof Uint8Array) return row;
  throw new HyperslabError("invalid-request", "an element is not a row");
}

function checkRow(length: number, item: FixedDataType): void {
  if (length % item.itemSize === 0) return;
  const what = `a row of ${length} bytes does not hold a whole number of ${item.name}`;
  throw new HyperslabError("invalid-data", what);
}
