/** What ecCodes and cfgrib read from GRIB files of every kind is what we read (scripts/fixtures/grib.py). */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, inflateSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { coordinatesOf } from "../../../src/bytes/grib/coordinates.ts";
import { type GribGrid, gridOf1, gridOf2 } from "../../../src/bytes/grib/grid.ts";
import { sectionsOf1, sectionsOf2 } from "../../../src/bytes/grib/message.ts";
import { unpackField } from "../../../src/codecs/array-to-bytes/grib/unpack.ts";
import type { Floats } from "../../../src/codecs/kernels/packed/packed.ts";
import { loadPackedKernel } from "../../../src/codecs/kernels/packed/wasm.ts";
import { Group, type NdArray, open } from "../../../src/index.ts";
import { untar } from "../../untar.ts";

interface Message {
  readonly offset: number;
  readonly length: number;
  readonly count: number;
  readonly sha256: string;
  readonly narrow: string;
  readonly undecoded?: true;
  readonly latitudes?: number[];
  readonly longitudes?: number[];
  /** Some points, by their numbers: latitude and longitude. */
  readonly turned?: Readonly<Record<string, readonly [number, number]>>;
  /** In the order of storage, of scanning directions that cfgrib ignores. */
  readonly values?: number[];
}
interface Dataset {
  readonly variables: Readonly<Record<string, { dims: string[]; shape: number[]; sha256: string; attributes: object }>>;
  readonly coordinates: Readonly<Record<string, { dims: string[]; values: (number | null)[] }>>;
}
interface Truth {
  readonly messages: readonly Message[];
  readonly datasets?: Readonly<Record<string, Dataset>>;
  readonly fields?: readonly string[];
}

const folder = mkdtempSync(join(tmpdir(), "hyperslab-grib-"));
afterAll(() => rmSync(folder, { recursive: true }));
untar(gunzipSync(readFileSync(new URL("../../../fixtures/grib/grib.tar.gz", import.meta.url))), folder);
const truth: Readonly<Record<string, Truth>> = JSON.parse(readFileSync(join(folder, "truth.json"), "utf8"));
const files = Object.entries(truth);
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(join(folder, `${name}.grib`)));

function sha256(data: ArrayBufferView): string {
  return createHash("sha256")
    .update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
    .digest("hex");
}

const packed = await loadPackedKernel();
const inflate = (stream: Uint8Array): Uint8Array => new Uint8Array(inflateSync(stream));

/** ecCodes normalises longitudes in some grids and not in others. */
function turn(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

test("there are enough files", () => expect(files.length).toBeGreaterThan(60));

describe("values are ecCodes' to the last bit", () => {
  test.each(files.filter(([name, { fields }]) => fields === undefined && !/^(spectral|multi)/.test(name)))(
    "%s",
    (name, { messages }) => {
      const bytes = bytesOf(name);
      for (const { offset, length, count, sha256: expected, narrow, undecoded } of messages) {
        const message = bytes.subarray(offset, offset + length);
        for (const kernel of [packed, undefined]) {
          const unpack = (isWide: boolean): Floats => unpackField(message, count ?? 496, { inflate, kernel, isWide });
          if (undecoded) expect(() => unpack(true)).toThrow(expect.objectContaining({ code: "unsupported" }));
          else expect([sha256(unpack(true)), sha256(unpack(false))]).toEqual([expected, narrow]);
        }
      }
    },
  );
});

describe("points are where ecCodes has them", () => {
  test.each(files.filter(([, { messages }]) => messages[0]!.latitudes !== undefined))("%s", (name, { messages }) => {
    const grid = gridOf(name);
    const { latitude, longitude, separable } = coordinatesOf(grid)!;
    const { latitudes, longitudes } = messages[0]!;
    // At the edge of the earth, rounding is multiplied.
    const digits = grid.type === "space_view" ? 4 : 5;
    for (let index = 0; index < latitudes!.length; index++) {
      // Beside the earth: ecCodes says 0, 0.
      if (Number.isNaN(latitude[index]!)) {
        expect([latitudes![index], longitudes![index]]).toEqual([0, 0]);
        continue;
      }
      const { columnsFirst } = grid.scan;
      const column = columnsFirst ? Math.floor(index / grid.rows) : index % grid.columns;
      const row = columnsFirst ? index % grid.rows : Math.floor(index / grid.columns);
      expect(latitude[separable ? row : index], `latitude ${index}`).toBeCloseTo(latitudes![index]!, digits);
      expect(turn(longitude[separable ? column : index]!), `longitude ${index}`).toBeCloseTo(
        turn(longitudes![index]!),
        5,
      );
    }
  });
});

/** The grid of the first message of a file. */
function gridOf(name: string): GribGrid {
  const message = bytesOf(name).subarray(0, truth[name]!.messages[0]!.length);
  return message[7] === 1
    ? gridOf1(sectionsOf1(message).grid!)
    : gridOf2([...sectionsOf2(message, 16)].find(({ number }) => number === 3)!.bytes);
}

describe("rotated Gaussian grids", () => {
  test.each(files.filter(([, { messages }]) => messages[0]!.turned !== undefined))(
    "%s: points are where ecCodes has them",
    (name, { messages }) => {
      const grid = gridOf(name);
      expect(grid.type).toBe(name.slice(0, -1));
      const { latitude, longitude } = coordinatesOf(grid)!;
      expect(latitude.length).toBe(messages[0]!.count);
      for (const [index, [lat, lon]] of Object.entries(messages[0]!.turned!)) {
        expect(latitude[Number(index)], `latitude ${index}`).toBeCloseTo(lat, 4);
        expect(turn(longitude[Number(index)]!), `longitude ${index}`).toBeCloseTo(turn(lon), 4);
      }
    },
  );
});

test("rows are spread evenly from the first to the last, because increments are rounded", () => {
  const { latitude } = coordinatesOf(gridOf("thirds1"))!;
  for (const [row, degrees] of latitude.entries()) expect(degrees).toBeCloseTo(60 - row / 3, 9);
});

test.each(["reduced1_iScansNegatively", "reduced2_iScansNegatively", "reduced2_alternativeRowScanning"])(
  "%s: the points of reduced rows follow the direction of scanning",
  (name) => {
    const grid = gridOf(name);
    // Whole circles: where the last longitude lies is all that differs.
    const numbers = { ...grid.numbers, lon2: 360 - 360 / 128 };
    const eastward = coordinatesOf({ ...grid, numbers, scan: { ...grid.scan, iNegative: false, alternating: false } })!;
    const found = coordinatesOf(grid)!;
    let at = 0;
    for (const [row, count] of grid.rowPoints!.entries()) {
      const all = Array.from(eastward.longitude.subarray(at, at + count), turn);
      const expected = grid.scan.iNegative ? [all[0]!, ...all.slice(1).reverse()] : row % 2 === 1 ? all.reverse() : all;
      for (const [index, degrees] of expected.entries())
        expect(turn(found.longitude[at + index]!), `${row} ${index}`).toBeCloseTo(degrees, 6);
      at += count;
    }
  },
);

test.each(["space_view1_turned", "space_view2_turned"])("%s: a turned image has no coordinates", async (name) => {
  const root = (await open(join(folder, `${name}.grib`))) as Group;
  expect(root.hierarchy.notes.map(({ message }) => message)).toEqual([
    "the coordinates of grid space_view are not known: values are in the order of the file",
  ]);
});

describe("values are at their points, whichever way the grid is scanned", () => {
  test.each(files.filter(([, { messages }]) => messages[0]!.values !== undefined))("%s", async (name, { messages }) => {
    const root = (await open(join(folder, `${name}.grib`))) as Group;
    const read = async (path: string): Promise<number[]> =>
      Array.from((await (await root.openArray(path)).read(undefined, { as: "float64" })).data);
    const [found, latitude, longitude] = [await read("t2m"), await read("latitude"), await read("longitude")];
    const { latitudes, longitudes, values } = messages[0]!;
    for (const [index, value] of values!.entries()) {
      const row = latitude.findIndex((degrees) => Math.abs(degrees - latitudes![index]!) < 1e-5);
      const column = longitude.findIndex((degrees) => Math.abs(degrees - longitudes![index]!) < 1e-5);
      expect(found[row * longitude.length + column], `point ${index}`).toBe(Math.fround(value));
    }
  });
});

describe("grids whose coordinates are not known", () => {
  test.each(files.filter(([name]) => name.startsWith("other_")))(
    "%s: values, and a note",
    async (name, { messages }) => {
      const root = (await open(join(folder, `${name}.grib`))) as Group;
      expect(root.hierarchy.notes.map(({ message }) => message)).toEqual([
        expect.stringMatching(/^the coordinates of grid \S+ are not known: values are in the order of the file$/),
      ]);
      const arrays = (await root.children()) as NdArray[];
      expect(arrays.map((array) => array.name)).not.toContain("latitude");
      const field = arrays.find((array) => array.attributes["GRIB_packing"] !== undefined)!;
      expect(sha256((await field.read(undefined, { as: "float32" })).data)).toBe(messages[0]!.narrow);
    },
  );
});

test.each(["spectral1", "spectral2"])("%s: listed, and refused by name when values are read", async (name) => {
  const root = (await open(join(folder, `${name}.grib`))) as Group;
  expect(root.hierarchy.notes.map(({ message }) => message)).toContainEqual(expect.stringContaining("are not decoded"));
  const arrays = (await root.children()) as NdArray[];
  const field = arrays.find((array) => array.attributes["GRIB_packing"] !== undefined)!;
  await expect(field.read()).rejects.toMatchObject({ code: "unsupported", what: expect.stringContaining("spectral") });
});

describe("variables and coordinates are cfgrib's", () => {
  test.each(files.filter(([, { datasets }]) => datasets !== undefined))("%s", async (name, { datasets = {} }) => {
    const root = (await open(join(folder, `${name}.grib`))) as Group;
    const groups = (await root.children()).filter((child): child is Group => child instanceof Group);
    if (!("" in datasets)) expect(groups.map(({ path }) => path).sort()).toEqual(Object.keys(datasets).sort());
    for (const [path, { variables, coordinates }] of Object.entries(datasets)) {
      const group = path === "" ? root : ((await root.open(path)) as Group);
      const arrays = new Map((await group.children()).map((child) => [child.name, child as NdArray]));
      expect([...arrays.keys()].sort()).toEqual([...Object.keys(variables), ...Object.keys(coordinates)].sort());
      for (const [variable, expected] of Object.entries(variables)) {
        const array = arrays.get(variable)!;
        expect([array.dims, array.shape], variable).toEqual([expected.dims, expected.shape]);
        expect(array.attributes, variable).toMatchObject(expected.attributes);
        const { data } = await array.read(undefined, { as: "float32" });
        expect(sha256(data), variable).toBe(expected.sha256);
      }
      for (const [coordinate, expected] of Object.entries(coordinates)) {
        const array = arrays.get(coordinate)!;
        expect(array.dims, coordinate).toEqual(expected.dims);
        const { data } = await array.read(undefined, { as: "float64" });
        const isLongitude = coordinate === "longitude";
        for (const [index, value] of expected.values.entries()) {
          const found = data[index]!;
          if (value === null) expect(found, `${coordinate} ${index}`).toBeNaN();
          else
            expect(isLongitude ? turn(found) : found, `${coordinate} ${index}`).toBeCloseTo(
              isLongitude ? turn(value) : value,
              5,
            );
        }
      }
    }
  });
});

test("a message of fields on two grids", async () => {
  const root = (await open(join(folder, "multi_grids.grib"))) as Group;
  const [first, second] = truth["multi_grids"]!.messages;
  for (const [path, shape, narrow] of [
    ["isobaricInhPa/t", [5, 7], first!.narrow],
    ["isobaricInhPa_1/t", [4, 7], second!.narrow],
  ] as const) {
    const array = await root.openArray(path);
    expect(array.shape).toEqual(shape);
    expect(sha256((await array.read(undefined, { as: "float32" })).data)).toBe(narrow);
  }
});

describe("messages of several fields", () => {
  test.each(files.filter(([, { fields }]) => fields !== undefined))("%s", async (name, { fields = [] }) => {
    const root = (await open(join(folder, `${name}.grib`))) as Group;
    const array = (await root.open("t")) as NdArray;
    expect(array.shape).toEqual([2, 5, 7]);
    // Levels fall: the second message, of 850 hPa, comes first.
    for (const [index, expected] of [fields[1], fields[0]].entries()) {
      const { data } = await array.read([index], { as: "float64" });
      expect(sha256(Float32Array.from(data)), `level ${index}`).toBe(expected);
    }
  });
});
