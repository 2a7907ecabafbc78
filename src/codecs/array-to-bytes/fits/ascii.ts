/**
 * `fits.ascii`: rows of a FITS ASCII table, as structs. `row`: characters of a row; `columns`: the start of each, its
 * width, decimals of numbers without a point, and the text that means missing (0, as in astropy). Decoding only.
 */
import { HyperslabError } from "../../../errors.ts";
import type { StructField } from "../../../model/data-types/data-type.ts";
import type { ArrayToBytesCodec } from "../../codec.ts";
import { allocate } from "../../pipeline/allocate.ts";
import { denseChunk, fixedInput } from "../../pipeline/chunk-elements.ts";

interface Column {
  readonly start: number;
  readonly width: number;
  readonly decimals: number;
  readonly blank: string | undefined;
}

export interface FitsAsciiConfiguration {
  readonly row: number;
  readonly columns: readonly Column[];
}

export const fitsAscii: ArrayToBytesCodec<FitsAsciiConfiguration> = {
  kind: "array-to-bytes",
  parse: (configuration) => {
    configuration.only(["row", "columns"]);
    const row = configuration.required("row").integer(1);
    const columns = configuration
      .required("columns")
      .items()
      .map((column) => ({
        start: column.required("start").integer(0),
        width: column.required("width").integer(1),
        decimals: column.required("decimals").integer(0, 100),
        blank: column.get("blank")?.string(),
      }));
    return { row, columns };
  },
  bind: ({ row, columns }, input) => {
    const dataType = fixedInput(input);
    if (dataType.kind !== "struct" || dataType.fields.length !== columns.length) {
      throw new HyperslabError("invalid-data", "the columns of an ASCII table are not those of its struct");
    }
    const count = input.shape.reduce((product, length) => product * length, 1);
    return {
      encodedLength: count * row,
      encode: () => {
        throw new HyperslabError("unsupported", "ASCII tables of FITS are not written");
      },
      decode: (bytes) => {
        const decoded = allocate(count * dataType.itemSize);
        decoded.fill(0);
        const view = new DataView(decoded.buffer, decoded.byteOffset, decoded.byteLength);
        for (let index = 0; index < count; index++) {
          for (const [at, column] of columns.entries()) {
            const from = index * row + column.start;
            const text = bytes.subarray(from, from + column.width);
            put(view, index * dataType.itemSize, dataType.fields[at]!, text, column);
          }
        }
        return denseChunk(dataType, input.shape, decoded);
      },
    };
  },
};

function put(view: DataView, start: number, field: StructField, bytes: Uint8Array, column: Column): void {
  const { dataType, offset, name } = field;
  const at = start + offset;
  if (dataType.kind === "fixed-bytes") {
    for (const [index, byte] of bytes.entries()) view.setUint8(at + index, byte);
    return;
  }
  const text = String.fromCharCode.apply(null, Array.from(bytes)).trim();
  const isBlank = text === "" || text === column.blank?.trim();
  const number = isBlank ? "0" : text.replace(/[dD]/, "e").replaceAll(" ", "");
  if (dataType.name === "float64") {
    const value = Number(number);
    if (Number.isNaN(value) && !/^nan$/i.test(number)) throw unreadable(text, name);
    const isWhole = column.decimals > 0 && !/[.eE]/.test(number);
    view.setFloat64(at, isWhole && !isBlank ? value / 10 ** column.decimals : value, true);
    return;
  }
  if (!/^[+-]?\d+$/.test(number)) throw unreadable(text, name);
  const integer = BigInt(number.replace(/^\+/, ""));
  const fits = BigInt.asIntN(dataType.name === "int32" ? 32 : 64, integer) === integer;
  if (!fits) throw unreadable(text, name);
  if (dataType.name === "int32") view.setInt32(at, Number(integer), true);
  else view.setBigInt64(at, integer, true);
}

function unreadable(text: string, name: string): HyperslabError {
  return new HyperslabError("invalid-data", `${JSON.stringify(text)} is not a number of column ${name}`);
}
