/**
 * Grids of both editions in one form. Angles are in degrees, lengths in metres.
 * Edition 2: templates of section 3 (octets as WMO counts them, less one here). Edition 1: data representation types.
 */
import { HyperslabError } from "../../errors.ts";
import { type Earth, earthOf2 } from "./earth.ts";
import { i32, needBytes, signMagnitude, u24, viewOf } from "./message.ts";

export type GridType =
  | "regular_ll"
  | "rotated_ll"
  | "regular_gg"
  | "reduced_gg"
  | "rotated_gg"
  | "reduced_rotated_gg"
  | "reduced_ll"
  | "mercator"
  | "polar_stereographic"
  | "lambert"
  | "space_view";

export interface GribGrid {
  /** As named by ecCodes; the number of the template if its coordinates are not supported. */
  readonly type: GridType | `${number}`;
  /** One row of all points if they are not in rows of equal length. */
  readonly rows: number;
  readonly columns: number;
  readonly points: number;
  readonly scan: ScanFlags;
  /** Points of each row, for reduced grids. */
  readonly rowPoints?: readonly number[];
  readonly numbers: GridNumbers;
}

export interface ScanFlags {
  readonly iNegative: boolean;
  readonly jPositive: boolean;
  readonly columnsFirst: boolean;
  readonly alternating: boolean;
  /** Rows or columns are shifted by half an increment. */
  readonly staggered: boolean;
}

/** The numbers that determine a grid's coordinates; each kind of grid uses its own. */
export interface GridNumbers {
  readonly lat1: number;
  readonly lon1: number;
  readonly lat2?: number;
  readonly lon2?: number;
  /** Between neighbours along a row and a column; undefined if not given. */
  readonly dx?: number | undefined;
  readonly dy?: number | undefined;
  /** Parallels between a pole and the equator. */
  readonly parallels?: number;
  readonly southPole?: { readonly lat: number; readonly lon: number; readonly isTurned: boolean };
  readonly earth?: Earth;
  /** The parallel of true scale, the orientation meridian, two secant parallels. */
  readonly trueLat?: number;
  readonly upLon?: number;
  readonly latin1?: number;
  readonly latin2?: number;
  readonly southern?: boolean;
  readonly view?: {
    readonly dx: number;
    readonly dy: number;
    readonly xp: number;
    readonly yp: number;
    readonly height: number;
    readonly x0: number;
    readonly y0: number;
    readonly orientation: number;
  };
}

function scanFlags(byte: number): ScanFlags {
  return {
    iNegative: (byte & 128) !== 0,
    jPositive: (byte & 64) !== 0,
    columnsFirst: (byte & 32) !== 0,
    alternating: (byte & 16) !== 0,
    staggered: (byte & 15) !== 0,
  };
}

const MISSING = 0xffffffff;

/** The grid of section 3. */
export function gridOf2(section: Uint8Array): GribGrid {
  needBytes(section, 14, "section 3");
  const view = viewOf(section);
  const [template, points] = [view.getUint16(12), view.getUint32(6)];
  const listBytes = section[10]!;
  const lengths: Readonly<Record<number, number>> = { 0: 72, 1: 84, 10: 72, 20: 65, 30: 81, 40: 72, 41: 84, 90: 80 };
  const length = lengths[template];
  if (length === undefined) return unknownGrid(template, points);
  needBytes(section, length, "section 3");
  const [nx, ny] = [view.getUint32(30), view.getUint32(34)];
  const micro = (at: number): number => i32(view, at) / 1e6;
  const earth = earthOf2(view);
  const isReduced = nx === MISSING && listBytes > 0 && [0, 1, 40, 41].includes(template);
  if (template === 0 || template === 1 || template === 40 || template === 41) {
    const basic = view.getUint32(38);
    const unit = basic === 0 || basic === MISSING ? 1e-6 : basic / view.getUint32(42);
    const angle = (at: number): number => (unit === 1e-6 ? i32(view, at) / 1e6 : i32(view, at) * unit);
    const given = (at: number): number | undefined => (view.getUint32(at) === MISSING ? undefined : angle(at));
    const isRotated = template === 1 || template === 41;
    const isGaussian = template >= 40;
    const numbers: GridNumbers = {
      ...{ lat1: angle(46), lon1: angle(50), lat2: angle(55), lon2: angle(59) },
      dx: given(63),
      ...(isGaussian ? { parallels: view.getUint32(67) } : { dy: given(67) }),
      ...(isRotated ? { southPole: { lat: micro(72), lon: micro(76), isTurned: view.getFloat32(80) !== 0 } } : {}),
    };
    const scan = scanFlags(section[71]!);
    const type = isGaussian ? (isRotated ? "rotated_gg" : "regular_gg") : isRotated ? "rotated_ll" : "regular_ll";
    if (!isReduced) return inRows(type, nx, ny, points, scan, numbers);
    const rowPoints = rowList(section, view, length, listBytes, ny, points);
    return reducedGrid(template, scan, rowPoints, numbers);
  }
  const first = { lat1: micro(38), lon1: micro(42), earth };
  if (template === 10) {
    const numbers = {
      ...first,
      trueLat: micro(47),
      lat2: micro(51),
      lon2: micro(55),
      dx: view.getUint32(64) / 1e3,
      dy: view.getUint32(68) / 1e3,
    };
    return inRows("mercator", nx, ny, points, scanFlags(section[59]!), numbers);
  }
  if (template === 90) {
    const numbers = {
      ...first,
      view: {
        ...{
          dx: view.getUint32(47),
          dy: view.getUint32(51),
          xp: view.getUint32(55) / 1e3,
          yp: view.getUint32(59) / 1e3,
        },
        ...{ height: view.getUint32(68) / 1e6, x0: view.getUint32(72), y0: view.getUint32(76), orientation: micro(64) },
      },
    };
    return inRows("space_view", nx, ny, points, scanFlags(section[63]!), numbers);
  }
  const numbers = {
    ...first,
    ...{ trueLat: micro(47), upLon: micro(51), dx: view.getUint32(55) / 1e3, dy: view.getUint32(59) / 1e3 },
    southern: (section[63]! & 128) !== 0,
  };
  const scan = scanFlags(section[64]!);
  if (template === 20) return inRows("polar_stereographic", nx, ny, points, scan, numbers);
  return inRows("lambert", nx, ny, points, scan, { ...numbers, latin1: micro(65), latin2: micro(69) });
}

/** The grid of GRIB 1's section 2. */
export function gridOf1(section: Uint8Array): GribGrid {
  needBytes(section, 32, "the grid section");
  const view = viewOf(section);
  const kind = section[5]!;
  const [nx, ny] = [view.getUint16(6), view.getUint16(8)];
  const milli = (at: number): number => signMagnitude(u24(view, at), 24) / 1e3;
  const scan = scanFlags(section[27]! & 0xe0);
  const earth = (section[16]! & 64) === 0 ? { major: 6367470, minor: 6367470 } : { major: 6378160, minor: 6356775 };
  const points = nx === 0xffff ? 0 : nx * ny;
  const first = { lat1: milli(10), lon1: milli(13), earth };
  const rowPoints = nx === 0xffff ? rowList1(section, view, ny) : undefined;
  if (kind === 0 || kind === 4 || kind === 10 || kind === 14) {
    const [isGaussian, isRotated] = [kind === 4 || kind === 14, kind >= 10];
    if (isRotated) needBytes(section, 42, "the grid section");
    const given = (at: number): number | undefined =>
      view.getUint16(at) === 0xffff ? undefined : view.getUint16(at) / 1e3;
    const numbers: GridNumbers = {
      ...{ ...first, lat2: milli(17), lon2: milli(20), dx: given(23) },
      ...(isGaussian ? { parallels: view.getUint16(25) } : { dy: given(25) }),
      ...(isRotated ? { southPole: southPole1(view) } : {}),
    };
    if (rowPoints !== undefined) return reducedGrid(kind, scan, rowPoints, numbers);
    const [straight, turned] = isGaussian
      ? (["regular_gg", "rotated_gg"] as const)
      : (["regular_ll", "rotated_ll"] as const);
    return inRows(isRotated ? turned : straight, nx, ny, points, scan, numbers);
  }
  if (rowPoints !== undefined) return unknownGrid(kind, total(rowPoints));
  if (kind === 1) {
    needBytes(section, 34, "the grid section");
    const numbers = {
      ...first,
      lat2: milli(17),
      lon2: milli(20),
      trueLat: milli(23),
      dx: u24(view, 28),
      dy: u24(view, 31),
    };
    return inRows("mercator", nx, ny, points, scan, numbers);
  }
  const southern = (section[26]! & 128) !== 0;
  const plane = { ...first, upLon: milli(17), dx: u24(view, 20), dy: u24(view, 23), southern };
  if (kind === 5)
    return inRows("polar_stereographic", nx, ny, points, scan, { ...plane, trueLat: southern ? -60 : 60 });
  if (kind === 3) {
    needBytes(section, 34, "the grid section");
    return inRows("lambert", nx, ny, points, scan, {
      ...plane,
      latin1: milli(28),
      latin2: milli(31),
      trueLat: milli(28),
    });
  }
  if (kind === 90) {
    needBytes(section, 38, "the grid section");
    const seen = {
      ...{ dx: u24(view, 17), dy: u24(view, 20), xp: view.getUint16(23), yp: view.getUint16(25) },
      ...{ height: u24(view, 31) / 1e6, x0: view.getUint16(34), y0: view.getUint16(36), orientation: milli(28) },
    };
    return inRows("space_view", nx, ny, points, scan, { ...first, view: seen });
  }
  return unknownGrid(kind, points);
}

/**
 * `number` is that of the template, or of the type in edition 1. No peer reads rotated reduced grids without Gaussian
 * parallels.
 */
function reducedGrid(number: number, scan: ScanFlags, rowPoints: readonly number[], numbers: GridNumbers): GribGrid {
  const points = total(rowPoints);
  const isGaussian = numbers.parallels !== undefined;
  if (numbers.southPole !== undefined && !isGaussian) return unknownGrid(number, points);
  const type = isGaussian ? (numbers.southPole === undefined ? "reduced_gg" : "reduced_rotated_gg") : "reduced_ll";
  return { type, rows: 1, columns: points, points, scan, rowPoints, numbers };
}

function total(rowPoints: readonly number[]): number {
  return rowPoints.reduce((sum, count) => sum + count, 0);
}

/** The angle is a float of IBM, without fraction if there is none. */
function southPole1(view: DataView): { readonly lat: number; readonly lon: number; readonly isTurned: boolean } {
  const milli = (at: number): number => signMagnitude(u24(view, at), 24) / 1e3;
  return { lat: milli(32), lon: milli(35), isTurned: u24(view, 39) !== 0 };
}

function unknownGrid(number: number, points: number): GribGrid {
  return { type: `${number}`, rows: 1, columns: points, points, scan: scanFlags(0), numbers: { lat1: 0, lon1: 0 } };
}

function inRows(
  type: GridType,
  columns: number,
  rows: number,
  points: number,
  scan: ScanFlags,
  numbers: GridNumbers,
): GribGrid {
  if (columns * rows !== points) {
    throw new HyperslabError("invalid-data", `a grid of ${columns} by ${rows} points claims to have ${points}`);
  }
  return { type, rows, columns, points, scan, numbers };
}

/** Points of each row, after the template. */
function rowList(
  section: Uint8Array,
  view: DataView,
  at: number,
  bytes: number,
  rows: number,
  points: number,
): number[] {
  if (bytes > 2 && bytes !== 4) throw new HyperslabError("invalid-data", `a list of rows with ${bytes} bytes each`);
  needBytes(section, at + rows * bytes, "section 3");
  const counts = Array.from({ length: rows }, (_, row) => {
    const place = at + row * bytes;
    return bytes === 1 ? section[place]! : bytes === 2 ? view.getUint16(place) : view.getUint32(place);
  });
  const sum = total(counts);
  if (sum === points) return counts;
  throw new HyperslabError("invalid-data", `the rows of the grid have ${sum} points, section 3 says ${points}`);
}

function rowList1(section: Uint8Array, view: DataView, rows: number): number[] {
  const at = section[4]! - 1 + 4 * section[3]!;
  needBytes(section, at + 2 * rows, "the grid section");
  return Array.from({ length: rows }, (_, row) => view.getUint16(at + 2 * row));
}

/** Lengths of a GRIB 1 field's rows; a single row if there are none. */
export function rowLengths1(section: Uint8Array | undefined, count: number): readonly number[] {
  const grid = section && gridOf1(section);
  if (grid === undefined) return [count];
  const { rowPoints, rows, columns, scan } = grid;
  const lengths =
    rowPoints ?? (scan.columnsFirst ? new Array<number>(columns).fill(rows) : new Array<number>(rows).fill(columns));
  if (lengths.reduce((sum, length) => sum + length, 0) !== count) {
    throw new HyperslabError("invalid-data", `the rows of the grid do not have ${count} points`);
  }
  return lengths;
}
