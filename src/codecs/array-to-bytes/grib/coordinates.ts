/** Latitudes and longitudes of the points of a whole message, for stores that keep no others. */
import { coordinatesOf } from "../../../bytes/grib/coordinates.ts";
import { type GribGrid, gridOf1, gridOf2 } from "../../../bytes/grib/grid.ts";
import { GRIB_WORD, needBytes, sectionsOf1, sectionsOf2, viewOf } from "../../../bytes/grib/message.ts";
import { HyperslabError } from "../../../errors.ts";

/** One per point, or one per row or column if exactly that many are wanted. */
export function messageCoordinates(message: Uint8Array, axis: "latitude" | "longitude", count: number): Float64Array {
  needBytes(message, 16, "the GRIB message");
  if (viewOf(message).getUint32(0) !== GRIB_WORD) throw new HyperslabError("invalid-data", "not a GRIB message");
  const grid = gridOf(message);
  const found = grid && coordinatesOf(grid);
  if (grid === undefined || found === undefined)
    throw new HyperslabError("unsupported", `coordinates of grid ${grid?.type}`);
  const values = found[axis];
  if (values.length === count) return values;
  const { rows, columns } = grid;
  if (!found.separable || count !== rows * columns) {
    throw new HyperslabError("invalid-data", `the grid has ${values.length} values of ${axis}, expected ${count}`);
  }
  return Float64Array.from(
    { length: count },
    (_, index) => values[axis === "latitude" ? Math.floor(index / columns) : index % columns]!,
  );
}

function gridOf(message: Uint8Array): GribGrid | undefined {
  if (message[7] === 1) {
    const { grid } = sectionsOf1(message);
    return grid && gridOf1(grid);
  }
  for (const { number, bytes } of sectionsOf2(message, 16)) if (number === 3) return gridOf2(bytes);
  return undefined;
}
