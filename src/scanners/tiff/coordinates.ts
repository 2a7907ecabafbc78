/** Arrays `x` and `y`: where the centres of pixels lie in the coordinate system of the file. */
import { jsonObject, jsonString } from "../../bytes/json/make.ts";
import { dataTypeNamed } from "../../model/data-types/named.ts";
import { regularGrid } from "../../model/grid/chunk-grid.ts";
import type { Attribute } from "../../model/node.ts";
import { bytesFromNumbers } from "../../model/values/numeric-array.ts";
import { chunkKeys } from "../../model/virtual/chunk-key.ts";
import type { GeoTags, PixelGrid } from "./geo.ts";
import { type Built, joined } from "./image.ts";
import type { Page } from "./page.ts";

/** Longer axes get no coordinates, so that a false count cannot exhaust memory. */
const MOST_COORDINATES = 1 << 22;
const [MODEL_TYPE, GEOGRAPHIC] = [1024, 2];

export function addCoordinates(
  built: Built,
  path: string,
  suffix: string,
  { width, height }: Page,
  { x0, dx, y0, dy }: PixelGrid,
  geo: GeoTags,
): void {
  const isGeographic = modelType(geo) === GEOGRAPHIC;
  const text = (value: string): Attribute => ({ value: jsonString(value) });
  const described = (axis: "x" | "y"): Map<string, Attribute> => {
    const degrees = axis === "x" ? "longitude" : "latitude";
    return new Map([
      ["standard_name", text(isGeographic ? degrees : `projection_${axis}_coordinate`)],
      ...(isGeographic ? [["units", text(axis === "x" ? "degrees_east" : "degrees_north")] as const] : []),
    ]);
  };
  for (const [axis, length, start, step] of [
    ["y", height, y0, dy],
    ["x", width, x0, dx],
  ] as const) {
    if (length > MOST_COORDINATES) {
      built.notes.push({ path, message: `${axis}${suffix} has ${length} coordinates, which are not listed` });
      continue;
    }
    const values = Float64Array.from({ length }, (_, index) => start + index * step);
    addVector(built, joined(path, `${axis}${suffix}`), values, described(axis));
  }
}

function modelType({ keys = new Float64Array(0) }: GeoTags): number | undefined {
  for (let at = 4; at + 4 <= keys.length; at += 4) if (keys[at] === MODEL_TYPE) return keys[at + 3];
  return undefined;
}

/** A one-dimensional array with the name of its dimension, whose values are known. */
function addVector(built: Built, path: string, values: Float64Array, attributes: Map<string, Attribute>): void {
  built.nodes.set(path, {
    kind: "array",
    path,
    attributes,
    dataType: dataTypeNamed("float64")!,
    shape: [values.length],
    grid: regularGrid([values.length], [values.length]),
    codecs: [{ name: "bytes", configuration: jsonObject({ endian: jsonString("little") }) }],
    fillValue: new Uint8Array(8),
    dimensions: [{ name: path.slice(path.lastIndexOf("/") + 1) }],
    chunkKeys: { kind: "v2", separator: "." },
  });
  built.references.table.addInline(chunkKeys(path)([0]), bytesFromNumbers(values));
}
