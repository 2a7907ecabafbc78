/** Where the points of a grid lie: latitudes and longitudes of its rows and columns, or of every point. */
import { HyperslabError } from "../../errors.ts";
import type { GribGrid, ScanFlags } from "./grid.ts";
import { gaussianLatitudes, meshOf, type Points, projectedPoints, rotated, spaceViewPoints } from "./points.ts";

/** More parallels than any model has: computing them takes quadratic time. */
const MOST_PARALLELS = 4096;
/** Longer axes are refused, so that a false count cannot exhaust memory. */
const MOST_AXIS_POINTS = 1 << 22;
/** More points than any grid has. */
const MOST_POINTS = 1 << 28;

/** Returns whether rows and columns determine where points lie. Undefined if nothing is known about such grids. */
export function isSeparable({ type, rows, columns, points, scan, numbers }: GribGrid): boolean | undefined {
  // No peer computes the points of such grids; ecCodes and GDAL ignore the flags.
  if (scan.staggered) return undefined;
  if (isGaussian(type) && !((numbers.parallels ?? 0) >= 1 && (numbers.parallels ?? 0) <= MOST_PARALLELS))
    return undefined;
  if (type === "regular_ll" || type === "regular_gg") {
    return rows <= MOST_AXIS_POINTS && columns <= MOST_AXIS_POINTS ? true : undefined;
  }
  // ecCodes turns such a grid about the axis of the earth, others about its own: which one is meant cannot be told.
  if (numbers.southPole?.isTurned) return undefined;
  // ecCodes computes no points either if the satellite is not above the equator, or if the image is turned.
  if (type === "space_view" && (numbers.lat1 !== 0 || numbers.view?.orientation !== 0)) return undefined;
  return /^\d/.test(type) || points > MOST_POINTS ? undefined : false;
}

/** Returns undefined if no coordinates are known for such grids. */
export function coordinatesOf(grid: GribGrid): (Points & { readonly separable: boolean }) | undefined {
  const { type, rows, columns, numbers, rowPoints } = grid;
  if (isSeparable(grid) === undefined) return undefined;
  switch (type) {
    case "regular_ll":
    case "regular_gg":
      return { latitude: axisLatitudes(grid, rows), longitude: axisLongitudes(grid, columns), separable: true };
    case "reduced_gg":
    case "reduced_ll":
      return { ...reducedPoints(grid, rowPoints ?? []), separable: false };
    case "rotated_ll":
    case "rotated_gg":
      return {
        ...rotated(meshOf(axisLatitudes(grid, rows), axisLongitudes(grid, columns)), numbers.southPole!),
        separable: false,
      };
    case "reduced_rotated_gg":
      return { ...rotated(reducedPoints(grid, rowPoints ?? []), numbers.southPole!), separable: false };
    case "mercator":
    case "lambert":
    case "polar_stereographic":
      return { ...projectedPoints(type, rows, columns, grid.scan, numbers), separable: false };
    case "space_view":
      return { ...spaceViewPoints(rows, columns, grid.scan, numbers), separable: false };
    default:
      return undefined;
  }
}

function isGaussian(type: GribGrid["type"]): boolean {
  return type.endsWith("_gg");
}

/** In the order of storage. */
function axisLatitudes({ type, scan, numbers }: GribGrid, rows: number): Float64Array {
  const { lat1, lat2 = lat1, dy, parallels = 0 } = numbers;
  if (isGaussian(type)) {
    const all = gaussianLatitudes(parallels);
    if (scan.jPositive) all.reverse();
    // A part of the globe begins at the parallel nearest to the first latitude.
    let start = 0;
    for (let row = 1; row < all.length; row++)
      if (Math.abs(all[row]! - lat1) < Math.abs(all[start]! - lat1)) start = row;
    if (start + rows > all.length)
      throw new HyperslabError("invalid-data", `${rows} rows from latitude ${lat1} on, of ${all.length} parallels`);
    return all.subarray(start, start + rows);
  }
  const step = stepOf(lat2 - lat1, rows, dy === undefined || scan.jPositive ? dy : -dy);
  return Float64Array.from({ length: rows }, (_, row) => lat1 + row * step);
}

function axisLongitudes({ scan, numbers }: GribGrid, columns: number): Float64Array {
  const { lon1, lon2 = lon1, dx } = numbers;
  const step = stepOf(eastward(lon1, lon2, scan), columns, dx);
  return Float64Array.from({ length: columns }, (_, column) => lon1 + column * (scan.iNegative ? -step : step));
}

/** Degrees from the first longitude to the last, in the direction of scanning. */
function eastward(lon1: number, lon2: number, { iNegative }: ScanFlags): number {
  if (iNegative) return (lon1 < lon2 ? lon1 + 360 : lon1) - lon2;
  return (lon2 < lon1 ? lon2 + 360 : lon2) - lon1;
}

/** The increment is rounded; the ends are not. If the two disagree, the increment is used. */
function stepOf(width: number, points: number, increment: number | undefined): number {
  const exact = points > 1 ? width / (points - 1) : 0;
  return increment === undefined || Math.abs(increment - exact) < 1e-3 ? exact : increment;
}

function reducedPoints(grid: GribGrid, rowPoints: readonly number[]): Points {
  const { points, numbers, scan } = grid;
  const latitudes = axisLatitudes(grid, rowPoints.length);
  const latitude = new Float64Array(points);
  const longitude = new Float64Array(points);
  const { lon1, lon2 = lon1 } = numbers;
  const longest = rowPoints.reduce((most, count) => Math.max(most, count), 1);
  // A full circle is divided by each row's own number of points.
  const width = eastward(lon1, lon2, scan);
  const isGlobal = Math.abs(width - (360 - 360 / longest)) < 0.05 * (360 / longest) + 2e-3;
  let at = 0;
  for (const [row, count] of rowPoints.entries()) {
    const step = isGlobal ? 360 / count : count > 1 ? width / (count - 1) : 0;
    const isBackwards = scan.alternating && row % 2 === 1;
    for (let column = 0; column < count; column++, at++) {
      latitude[at] = latitudes[row]!;
      longitude[at] = lon1 + (isBackwards ? count - 1 - column : column) * (scan.iNegative ? -step : step);
    }
  }
  return { latitude, longitude };
}
