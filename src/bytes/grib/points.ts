/** Where the points of grids lie on the earth: latitudes and longitudes in degrees, by the formulas of each projection. */
import type { Earth } from "./earth.ts";
import type { GridNumbers, ScanFlags } from "./grid.ts";

export interface Points {
  readonly latitude: Float64Array;
  readonly longitude: Float64Array;
}

const DEGREE = Math.PI / 180;

/** Zeros of the Legendre polynomial of degree 2n, from north to south, by Newton's method. */
export function gaussianLatitudes(parallels: number): Float64Array {
  const degree = 2 * parallels;
  const latitudes = new Float64Array(degree);
  for (let index = 0; index < degree / 2; index++) {
    let x = Math.cos((Math.PI * (index + 0.75)) / (degree + 0.5));
    for (let round = 0; round < 50; round++) {
      let before = 1;
      let value = x;
      for (let n = 2; n <= degree; n++) {
        const next = ((2 * n - 1) * x * value - (n - 1) * before) / n;
        before = value;
        value = next;
      }
      const slope = (degree * (before - x * value)) / (1 - x * x);
      const step = value / slope;
      x -= step;
      if (Math.abs(step) < 1e-15) break;
    }
    latitudes[index] = Math.asin(x) / DEGREE;
    latitudes[degree - 1 - index] = -latitudes[index]!;
  }
  return latitudes;
}

/** The points where each row crosses each column. */
export function meshOf(rows: Float64Array, columns: Float64Array): Points {
  const latitude = new Float64Array(rows.length * columns.length);
  const longitude = new Float64Array(latitude.length);
  for (let row = 0; row < rows.length; row++) {
    latitude.fill(rows[row]!, row * columns.length, (row + 1) * columns.length);
    longitude.set(columns, row * columns.length);
  }
  return { latitude, longitude };
}

/** Moves points to where they are once the south pole is at `lat`, `lon`, and returns them. The grid is not turned about that pole. */
export function rotated(points: Points, { lat, lon }: { readonly lat: number; readonly lon: number }): Points {
  const { latitude, longitude } = points;
  const tilt = -(90 + lat) * DEGREE;
  const [cosTilt, sinTilt] = [Math.cos(tilt), Math.sin(tilt)];
  for (let at = 0; at < latitude.length; at++) {
    const [phi, lambda] = [latitude[at]! * DEGREE, longitude[at]! * DEGREE];
    const [x, y, z] = [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
    const turnedX = cosTilt * x + sinTilt * z;
    const turnedZ = -sinTilt * x + cosTilt * z;
    latitude[at] = Math.asin(Math.max(-1, Math.min(1, turnedZ))) / DEGREE;
    longitude[at] = normal(Math.atan2(y, turnedX) / DEGREE + lon);
  }
  return points;
}

type Plane = "mercator" | "lambert" | "polar_stereographic";

interface Projection {
  forward(latitude: number, longitude: number): readonly [number, number];
  inverse(x: number, y: number): readonly [number, number];
}

/** Points at equal distances in the plane of a projection, from the first one on. */
export function projectedPoints(
  type: Plane,
  rows: number,
  columns: number,
  scan: ScanFlags,
  numbers: GridNumbers,
): Points {
  const { forward, inverse } = projectionOf(type, numbers);
  const { lat1, lon1, dx = 0, dy = 0 } = numbers;
  const [x0, y0] = forward(lat1 * DEGREE, lon1 * DEGREE);
  const latitude = new Float64Array(rows * columns);
  const longitude = new Float64Array(latitude.length);
  let at = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) {
      const x = x0 + (scan.iNegative ? -column : column) * dx;
      const y = y0 + (scan.jPositive ? row : -row) * dy;
      const [phi, lambda] = inverse(x, y);
      latitude[at] = phi / DEGREE;
      longitude[at] = normal(lambda / DEGREE);
    }
  }
  return { latitude, longitude };
}

/** Snyder, Map projections: a working manual; a sphere is an ellipsoid of eccentricity 0. */
function projectionOf(type: Plane, numbers: GridNumbers): Projection {
  const { earth = { major: 6367470, minor: 6367470 }, trueLat = 0, upLon = 0, southern = false } = numbers;
  const { major } = earth;
  const e = eccentricity(earth);
  const up = upLon * DEGREE;
  const scaleAt = (phi: number): number => Math.cos(phi) / Math.sqrt(1 - (e * Math.sin(phi)) ** 2);
  if (type === "mercator") {
    const radius = major * scaleAt(trueLat * DEGREE);
    return {
      forward: (phi, lambda) => [radius * lambda, -radius * Math.log(isometric(phi, e))],
      inverse: (x, y) => [latitudeOf(Math.exp(-y / radius), e), x / radius],
    };
  }
  if (type === "polar_stereographic") {
    const pole = southern ? -1 : 1;
    const phi = Math.abs(trueLat) * DEGREE;
    const isPole = Math.abs(Math.abs(trueLat) - 90) < 1e-9;
    const rho = isPole
      ? (2 * major) / Math.sqrt((1 + e) ** (1 + e) * (1 - e) ** (1 - e))
      : (major * scaleAt(phi)) / isometric(phi, e);
    return {
      forward: (lat, lon) => {
        const r = rho * isometric(pole * lat, e);
        return [r * Math.sin(lon - up), -pole * r * Math.cos(lon - up)];
      },
      inverse: (x, y) => {
        const r = Math.hypot(x, y);
        return [pole * latitudeOf(r / rho, e), up + Math.atan2(x, -pole * y)];
      },
    };
  }
  const [phi1, phi2] = [(numbers.latin1 ?? trueLat) * DEGREE, (numbers.latin2 ?? trueLat) * DEGREE];
  const [m1, m2, t1, t2] = [scaleAt(phi1), scaleAt(phi2), isometric(phi1, e), isometric(phi2, e)];
  const n = Math.abs(phi1 - phi2) < 1e-10 ? Math.sin(phi1) : Math.log(m1 / m2) / Math.log(t1 / t2);
  const f = (major * m1) / (n * t1 ** n);
  return {
    forward: (lat, lon) => {
      const r = f * isometric(lat, e) ** n;
      const theta = n * turned(lon - up);
      return [r * Math.sin(theta), -r * Math.cos(theta)];
    },
    inverse: (x, y) => {
      const sign = Math.sign(n);
      const r = sign * Math.hypot(x, y);
      const theta = Math.atan2(sign * x, -sign * y);
      return [latitudeOf((r / f) ** (1 / n), e), up + theta / n];
    },
  };
}

function eccentricity({ major, minor }: Earth): number {
  return Math.sqrt(Math.max(0, 1 - (minor / major) ** 2));
}

/** tan(pi/4 - phi/2), with its term for the ellipsoid. */
function isometric(phi: number, e: number): number {
  const sine = e * Math.sin(phi);
  return Math.tan(Math.PI / 4 - phi / 2) / ((1 - sine) / (1 + sine)) ** (e / 2);
}

function latitudeOf(t: number, e: number): number {
  let phi = Math.PI / 2 - 2 * Math.atan(t);
  for (let round = 0; round < 15 && e > 0; round++) {
    const sine = e * Math.sin(phi);
    const next = Math.PI / 2 - 2 * Math.atan(t * ((1 - sine) / (1 + sine)) ** (e / 2));
    if (Math.abs(next - phi) < 1e-14) return next;
    phi = next;
  }
  return phi;
}

/** What a geostationary satellite sees; NaN outside the earth's disk. */
export function spaceViewPoints(rows: number, columns: number, scan: ScanFlags, numbers: GridNumbers): Points {
  const { lon1, earth = { major: 6378169, minor: 6356583.8 }, view } = numbers;
  const latitude = new Float64Array(rows * columns).fill(Number.NaN);
  const longitude = new Float64Array(latitude.length).fill(Number.NaN);
  if (view === undefined || view.dx === 0 || view.dy === 0) return { latitude, longitude };
  const [major, minor] = [earth.major / earth.major, earth.minor / earth.major];
  const squash = (major / minor) ** 2;
  const { height } = view;
  // Seen from there, the earth's disk is dx grid lengths wide.
  const size = 2 * Math.asin(1 / height);
  const [stepX, stepY] = [size / view.dx, size / view.dy];
  let at = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) {
      const i = scan.iNegative ? columns - 1 - column : column;
      const j = scan.jPositive ? row : rows - 1 - row;
      const x = (i + view.x0 - view.xp) * stepX;
      const y = (j + view.y0 - view.yp) * stepY;
      const [cosX, cosY, sinX, sinY] = [Math.cos(x), Math.cos(y), Math.sin(x), Math.sin(y)];
      const a = cosY * cosY + squash * sinY * sinY;
      const b = height * cosX * cosY;
      const root = b * b - a * (height * height - 1);
      // Rays that touch the edge miss it by a rounding error.
      if (root < -1e-9) continue;
      const distance = (b - Math.sqrt(Math.max(0, root))) / a;
      const s1 = height - distance * cosX * cosY;
      const s2 = distance * sinX * cosY;
      const s3 = distance * sinY;
      latitude[at] = Math.atan((squash * s3) / Math.hypot(s1, s2)) / DEGREE;
      longitude[at] = normal(Math.atan2(s2, s1) / DEGREE + lon1);
    }
  }
  return { latitude, longitude };
}

/** From 0 to 360. */
function normal(degrees: number): number {
  const rest = degrees % 360;
  return rest < 0 ? rest + 360 : rest;
}

function turned(radians: number): number {
  return radians - 2 * Math.PI * Math.round(radians / (2 * Math.PI));
}
