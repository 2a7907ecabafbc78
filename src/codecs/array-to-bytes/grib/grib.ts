/**
 * `grib`: a GRIB message, or sections of one, as an array of floats; NaN for missing values. Decoding only. The members
 * of other libraries' codecs are understood: kerchunk's and gribberish's `var` (of coordinates: `latitude`,
 * `longitude`) and `dtype`. `rows`: "alternating" if every second row is stored backwards, "columns" if columns are
 * stored one after another.
 */
import type { JsonView } from "../../../bytes/json/view.ts";
import { HyperslabError } from "../../../errors.ts";
import { bytesFromNumbers } from "../../../model/values/numeric-array.ts";
import { deflateEngine } from "../../bytes-to-bytes/deflate/engine.ts";
import type { ArrayToBytesCodec, ChunkType } from "../../codec.ts";
import { givenMember } from "../../configuration.ts";
import type { Floats } from "../../kernels/packed/packed.ts";
import { loadPackedKernel } from "../../kernels/packed/wasm.ts";
import { denseChunk, fixedInput } from "../../pipeline/chunk-elements.ts";
import { messageCoordinates } from "./coordinates.ts";
import { unpackField } from "./unpack.ts";

export interface GribConfiguration {
  /** A coordinate instead of the values. */
  readonly coordinate: "latitude" | "longitude" | undefined;
  readonly rows: "alternating" | "columns" | undefined;
}

/** A field of equal values stores none of them: only this bounds what a message may request. */
const MOST_POINTS = 2 ** 28;

export const grib: ArrayToBytesCodec<GribConfiguration> = {
  kind: "array-to-bytes",
  parse: (configuration) => {
    configuration.only(["var", "dtype", "rows", "adjust_longitude_range", "perserve_dims", "preserve_dims", "id"]);
    if (givenMember(configuration, "adjust_longitude_range")?.boolean() === true) {
      configuration.fail("longitudes that are moved to another range are not read");
    }
    return {
      coordinate: coordinateOf(givenMember(configuration, "var")),
      rows: rowsOf(givenMember(configuration, "rows")),
    };
  },
  bind: async ({ coordinate, rows }, input) => {
    const dataType = fixedInput(input);
    if (dataType.name !== "float32" && dataType.name !== "float64") {
      throw new HyperslabError("unsupported", `GRIB messages hold floats, not ${dataType.name}`);
    }
    const isWide = dataType.name === "float64";
    const { inflate } = await deflateEngine();
    const unpacker = { inflate, kernel: await loadPackedKernel(), isWide };
    const count = input.shape.reduce((product, length) => product * length, 1);
    if (count > MOST_POINTS)
      throw new HyperslabError("unsupported", `a field of ${count} points does not fit into memory`);
    return {
      encodedLength: undefined,
      encode: () => {
        throw new HyperslabError("unsupported", "GRIB messages are read, not written");
      },
      decode: (bytes) => {
        const values =
          coordinate === undefined
            ? inRows(unpackField(bytes, count, unpacker), rows, input)
            : coordinatesAs(messageCoordinates(bytes, coordinate, count), isWide);
        return denseChunk(dataType, input.shape, bytesFromNumbers(values));
      },
    };
  },
};

function coordinatesAs(values: Float64Array, isWide: boolean): Float32Array | Float64Array {
  return isWide ? values : new Float32Array(values);
}

function coordinateOf(view: JsonView | undefined): GribConfiguration["coordinate"] {
  const name = view?.string();
  if (name === "latitude" || name === "latitudes") return "latitude";
  return name === "longitude" || name === "longitudes" ? "longitude" : undefined;
}

function rowsOf(view: JsonView | undefined): GribConfiguration["rows"] {
  const name = view?.string();
  if (name === undefined || name === "alternating" || name === "columns") return name;
  return view!.fail('expected "alternating" or "columns"');
}

/** From storage order to rows that all run the same way. */
function inRows(values: Floats, rows: GribConfiguration["rows"], { shape }: ChunkType): Floats {
  const [height = 1, width = 1] = shape.slice(-2);
  if (rows === "alternating") {
    for (let row = 1; row < height; row += 2) values.subarray(row * width, (row + 1) * width).reverse();
    return values;
  }
  if (rows !== "columns") return values;
  const turned = values instanceof Float32Array ? new Float32Array(values.length) : new Float64Array(values.length);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) turned[row * width + column] = values[column * height + row]!;
  }
  return turned;
}
