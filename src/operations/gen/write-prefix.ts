/** Writes the first values of an array in C order, in as few boxes as they need. */
import type { NdArray } from "../../dataset/array/nd-array.ts";
import type { TransferOptions } from "../../dataset/transfer.ts";
import type { NetcdfValues } from "../../model/netcdf/dataset.ts";
import { encodeNetcdfText } from "../../model/netcdf/text.ts";

/** There may be fewer `values` than the array holds; the other elements are not touched. */
export async function writePrefix(array: NdArray, given: NetcdfValues, options: TransferOptions): Promise<void> {
  const { shape } = array;
  const values = isTexts(given) && array.dataType.kind === "fixed-bytes" ? given.map(stored) : given;
  let from = 0;
  const fixed: number[] = [];
  for (let axis = 0; from < values.length; axis++) {
    const rows = shape.slice(axis + 1);
    const perRow = rows.reduce((product, length) => product * length, 1);
    const count = axis === shape.length ? 1 : Math.floor((values.length - from) / perRow);
    if (count > 0) {
      const box = axis === shape.length ? [] : [{ start: 0, stop: count }];
      const data = values.slice(from, from + count * perRow);
      const size = [...fixed.map(() => 1), ...(axis === shape.length ? [] : [count]), ...rows];
      const start = fixed.map((index) => ({ start: index, stop: index + 1 }));
      await array.write([...start, ...box, ...rows.map(() => null)], { data, shape: size }, options);
      from += count * perRow;
    }
    fixed.push(count);
    // The row that begins here is not full: its own rows come next.
    if (axis === shape.length) return;
  }
}

function isTexts(values: NetcdfValues): values is readonly (string | null)[] {
  return Array.isArray(values);
}

/** If strings have a fixed size, NIL is one without bytes, and any bytes can be written. */
function stored(text: string | null): string | Uint8Array {
  return text === null ? "" : /[\udc80-\udcff]/u.test(text) ? encodeNetcdfText(text) : text;
}
