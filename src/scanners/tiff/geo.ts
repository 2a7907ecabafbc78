/**
 * GeoTIFF (OGC 19-008): keys of the coordinate system, and how pixels lie in it.
 *
 *     GeoKeyDirectory  u16 version, revision, minor, keys; then each { key, tag of the values or 0, count, value or index }
 */
import { jsonArray, jsonFloat, jsonInteger, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { TAG } from "./tags.ts";

const KEY_NAMES: ReadonlyMap<number, string> = new Map([
  [1024, "GTModelType"],
  [1025, "GTRasterType"],
  [1026, "GTCitation"],
  [2048, "GeographicType"],
  [2049, "GeogCitation"],
  [2050, "GeogGeodeticDatum"],
  [2051, "GeogPrimeMeridian"],
  [2052, "GeogLinearUnits"],
  [2053, "GeogLinearUnitSize"],
  [2054, "GeogAngularUnits"],
  [2055, "GeogAngularUnitSize"],
  [2056, "GeogEllipsoid"],
  [2057, "GeogSemiMajorAxis"],
  [2058, "GeogSemiMinorAxis"],
  [2059, "GeogInvFlattening"],
  [2060, "GeogAzimuthUnits"],
  [2061, "GeogPrimeMeridianLong"],
  [2062, "GeogTOWGS84"],
  [3072, "ProjectedCSType"],
  [3073, "PCSCitation"],
  [3074, "Projection"],
  [3075, "ProjCoordTrans"],
  [3076, "ProjLinearUnits"],
  [3077, "ProjLinearUnitSize"],
  [3078, "ProjStdParallel1"],
  [3079, "ProjStdParallel2"],
  [3080, "ProjNatOriginLong"],
  [3081, "ProjNatOriginLat"],
  [3082, "ProjFalseEasting"],
  [3083, "ProjFalseNorthing"],
  [3084, "ProjFalseOriginLong"],
  [3085, "ProjFalseOriginLat"],
  [3086, "ProjFalseOriginEasting"],
  [3087, "ProjFalseOriginNorthing"],
  [3088, "ProjCenterLong"],
  [3089, "ProjCenterLat"],
  [3090, "ProjCenterEasting"],
  [3091, "ProjCenterNorthing"],
  [3092, "ProjScaleAtNatOrigin"],
  [3093, "ProjScaleAtCenter"],
  [3094, "ProjAzimuthAngle"],
  [3095, "ProjStraightVertPoleLong"],
  [4096, "VerticalCSType"],
  [4097, "VerticalCitation"],
  [4098, "VerticalDatum"],
  [4099, "VerticalUnits"],
]);

export interface GeoTags {
  readonly keys: Float64Array | undefined;
  readonly doubles: Float64Array | undefined;
  readonly text: string | undefined;
  readonly pixelScale: Float64Array | undefined;
  readonly tiepoint: Float64Array | undefined;
  readonly transformation: Float64Array | undefined;
}

/** The keys by name; those beyond the end of their values are left out. */
export function geoKeys({ keys, doubles, text = "" }: GeoTags): JsonObject | undefined {
  if (keys === undefined || keys.length < 4) return undefined;
  const members: [string, JsonNode][] = [];
  for (let index = 0; index < keys[3]! && 8 + index * 4 <= keys.length; index++) {
    const [key, tag, count, value] = keys.subarray(4 + index * 4, 8 + index * 4);
    const name = KEY_NAMES.get(key!) ?? String(key);
    const found = keyValue(tag!, count!, value!, doubles, text);
    if (found !== undefined) members.push([name, found]);
  }
  return jsonObject(members);
}

function keyValue(
  tag: number,
  count: number,
  value: number,
  doubles: Float64Array | undefined,
  text: string,
): JsonNode | undefined {
  if (tag === 0) return jsonInteger(value);
  if (tag === TAG.geoAsciiParams) return jsonString(text.slice(value, value + count).replace(/\|$/, ""));
  if (tag !== TAG.geoDoubleParams || doubles === undefined || value + count > doubles.length) return undefined;
  const items = Array.from(doubles.subarray(value, value + count), jsonFloat);
  return items.length === 1 ? items[0] : jsonArray(items);
}

/** x = x0 + column * dx, y = y0 + row * dy, of the centres of pixels. */
export interface PixelGrid {
  readonly x0: number;
  readonly dx: number;
  readonly y0: number;
  readonly dy: number;
}

const [RASTER_TYPE, PIXEL_IS_POINT] = [1025, 2];

/** Returns undefined if there is none, or "rotated" if pixels have no x and y of their own. */
export function pixelGrid(tags: GeoTags): PixelGrid | "rotated" | undefined {
  const { keys, pixelScale: scale, tiepoint: tie, transformation: matrix } = tags;
  // Values represent areas unless a key says points: the centre of the first pixel is half a pixel in.
  let half = 0.5;
  if (keys !== undefined) {
    for (let at = 4; at + 4 <= keys.length; at += 4) {
      if (keys[at] === RASTER_TYPE && keys[at + 1] === 0 && keys[at + 3] === PIXEL_IS_POINT) half = 0;
    }
  }
  if (matrix !== undefined && matrix.length >= 16) {
    if (matrix[1] !== 0 || matrix[4] !== 0) return "rotated";
    const [dx, dy] = [matrix[0]!, matrix[5]!];
    return { dx, dy, x0: matrix[3]! + half * dx, y0: matrix[7]! + half * dy };
  }
  if (scale === undefined || tie === undefined || scale.length < 2 || tie.length !== 6) return undefined;
  const [dx, dy] = [scale[0]!, -scale[1]!];
  return { dx, dy, x0: tie[3]! + (half - tie[0]!) * dx, y0: tie[4]! + (half - tie[1]!) * dy };
}

/** The grid of an image of the same area with other pixels: an overview. */
export function scaledGrid(grid: PixelGrid, columns: number, rows: number): PixelGrid {
  const { x0, dx, y0, dy } = grid;
  return { dx: dx * columns, dy: dy * rows, x0: x0 + ((columns - 1) * dx) / 2, y0: y0 + ((rows - 1) * dy) / 2 };
}
