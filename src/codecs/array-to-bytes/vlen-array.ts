/**
 * `vlen-array`: rows of any length, each the bytes of its numbers (framing: vlen-items.ts). `dtype` is NumPy's
 * spelling of the rows' type; without it the numbers are little-endian.
 */
import { HyperslabError } from "../../errors.ts";
import { type FixedDataType, isFixedSize, sameDataType, swapUnits } from "../../model/data-type.ts";
import type { ArrayToBytesCodec } from "../codec.ts";
import { type NumpyDtype, parseNumpyDtype } from "../numpy-dtype.ts";
import { swapBytes } from "./byte-swap.ts";
import { bindItems } from "./vlen-items.ts";

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
      throw new HyperslabError("invalid-data", `elements of type ${dataType.name} are no rows`);
    }
    const { item } = dataType;
    if (!isFixedSize(item) || (dtype !== undefined && !sameDataType(dtype.dataType, item))) {
      const stored = dtype === undefined ? "of a fixed size" : `of ${dtype.dataType.name}`;
      throw new HyperslabError("invalid-data", `rows of ${item.name} where rows ${stored} are stored`);
    }
    const units = swapUnits(item);
    const ordered = (bytes: Uint8Array): Uint8Array => {
      checkRow(bytes, item);
      return dtype?.endian === "big" ? swapBytes(bytes, item.itemSize, units) : bytes.slice();
    };
    return bindItems(dataType, input, {
      encode: (row) => {
        if (row instanceof Uint8Array) return ordered(row);
        throw new HyperslabError("invalid-request", "an element that is no row");
      },
      decode: ordered,
    });
  },
};

function checkRow(bytes: Uint8Array, item: FixedDataType): void {
  if (bytes.byteLength % item.itemSize === 0) return;
  const what = `a row of ${bytes.byteLength} bytes holds no whole number of ${item.name}`;
  throw new HyperslabError("invalid-data", what);
}
