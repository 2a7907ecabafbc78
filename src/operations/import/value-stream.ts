/** The elements of a file one after another, whatever the form of the file. */
import { reversedUnits, swapBytes } from "../../codecs/array-to-bytes/byte-order.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import { HyperslabError } from "../../errors.ts";
import type { NpyHeader } from "../../formats/npy/header.ts";
import { describeDataType, type FixedDataType, isFixedSize } from "../../model/data-types/data-type.ts";
import { isNumericType } from "../../model/values/numeric-array.ts";
import { viewAsTyped } from "../../model/values/typed-data.ts";
import type { ByteFeed } from "./byte-feed.ts";

/** Returns the elements of a file in order, as accepted by `NdArray.write`. */
export interface ValueStream {
  /** The next `count` elements. A file that ends earlier is `invalid-data`. */
  next(count: number): Promise<ArrayLike<unknown>>;
  /** Fails unless everything has been read. */
  end(): Promise<void>;
}

/** Elements as their bytes: the data of a .npy file after its header, or a raw file of the array's own type. */
export function elementStream(
  feed: ByteFeed,
  { dataType, endian }: Pick<NpyHeader, "dataType" | "endian">,
): ValueStream {
  const { itemSize } = dataType;
  const units = reversedUnits(dataType, endian);
  let given = 0;
  return {
    next: async (count) => {
      const bytes = await feed.take(count * itemSize);
      given += Math.floor(bytes.byteLength / itemSize);
      if (bytes.byteLength < count * itemSize) {
        throw new HyperslabError("invalid-data", `the file ends after ${given} elements`, {
          hint: "It has fewer bytes than the shape needs. Was it copied completely?",
        });
      }
      return viewAsTyped(dataType, units === 1 ? bytes : swapBytes(bytes, itemSize, units));
    },
    end: async () => {
      if ((await feed.piece()) === undefined) return;
      throw new HyperslabError("invalid-data", `the file continues after its ${given} elements`, {
        hint: "It has more bytes than the shape needs. Check the shape, the selection and the data type.",
      });
    },
  };
}

/** The element type of a raw file: the array's own. */
export function rawType({ dataType, dtype }: NdArray): FixedDataType {
  if (isFixedSize(dataType)) return dataType;
  throw new HyperslabError("unsupported", `raw files have no form for ${dtype}, whose elements vary in length`, {
    hint: "Write it from a CSV file.",
  });
}

const TEXT_KINDS: readonly string[] = ["string", "fixed-bytes", "fixed-utf32"];

/** Refuses types without an exact conversion; numbers are checked one by one later. */
export function checkTypes(from: FixedDataType, array: NdArray): void {
  const to = array.dataType;
  if (describeDataType(from) === describeDataType(to)) return;
  const bothNumbers = isNumericType(from) && isNumericType(to) && isTime(from) === isTime(to) && !isTime(to);
  if (bothNumbers && (from.kind === "complex") === (to.kind === "complex")) return;
  if (TEXT_KINDS.includes(from.kind) && TEXT_KINDS.includes(to.kind)) return;
  throw new HyperslabError(
    "invalid-request",
    `the file holds ${describeDataType(from)}, the array ${describeDataType(to)}`,
    {
      hint: "Convert the file first, or create an array of its type.",
    },
  );
}

function isTime({ kind }: { readonly kind: string }): boolean {
  return kind === "datetime" || kind === "timedelta";
}
