/** Variables and their coordinates as arrays. */
import { coordinatesOf, isSeparable } from "../../bytes/grib/coordinates.ts";
import type { GribGrid } from "../../bytes/grib/grid.ts";
import { PACKINGS } from "../../bytes/grib/packings.ts";
import { jsonInteger, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { dataTypeNamed } from "../../model/data-types/named.ts";
import { regularGrid } from "../../model/grid/chunk-grid.ts";
import type { Attribute, Node } from "../../model/node.ts";
import { bytesFromNumbers } from "../../model/values/numeric-array.ts";
import { chunkKeys } from "../../model/virtual/chunk-key.ts";
import type { ReferenceSet } from "../../model/virtual/reference-set.ts";
import { OWN_FILE, type VirtualNote } from "../../model/virtual/virtual-dataset.ts";
import { COORDINATE_ATTRIBUTES } from "./coordinate-attributes.ts";
import { type Cube, HEADERS, type HeaderName } from "./cubes.ts";
import type { GribMessage } from "./messages.ts";

export interface Built {
  readonly nodes: Map<string, Node>;
  readonly references: ReferenceSet;
  readonly prefixes: Map<string, Uint8Array>;
  readonly notes: VirtualNote[];
}

/** Packings whose values can be decoded; in edition 1 all but spectral ones. */
const DECODED = [
  "simple",
  "second-order",
  ...[...PACKINGS].filter(([, { isDecoded }]) => isDecoded).map(([template]) => `5.${template}`),
];

/** The names of dimensions of the grid, and their lengths. */
function gridDimensions({ type, rows, columns, points, scan }: GribGrid): {
  names: string[];
  lengths: number[];
  rows: string | undefined;
} {
  const order = scan.columnsFirst ? "columns" : scan.alternating ? "alternating" : undefined;
  if (type === "regular_ll" || type === "regular_gg")
    return { names: ["latitude", "longitude"], lengths: [rows, columns], rows: order };
  if (rows === 1 && columns === points) return { names: ["values"], lengths: [points], rows: undefined };
  return { names: ["y", "x"], lengths: [rows, columns], rows: order };
}

/** The dimension of a header: the level is named by its type, if that has a name. */
function headerName(name: HeaderName, { first }: Cube): string {
  return name === "level" && first.typeOfLevel !== "unknown" ? first.typeOfLevel : name;
}

export function addCube(built: Built, group: string, cube: Cube, coordinates: readonly string[]): void {
  const { first, values, fields, parameter } = cube;
  const path = joined(group, parameter.name);
  const grid = gridDimensions(first.grid);
  const headers = HEADERS.filter((name) => values[name].length > 1);
  const lengths = headers.map((name) => values[name].length);
  const shape = [...lengths, ...grid.lengths];
  const isWide = fields.some((field) => field.isWide);
  const dataType = dataTypeNamed(isWide ? "float64" : "float32")!;
  const nan = isWide ? Float64Array.of(Number.NaN) : Float32Array.of(Number.NaN);
  built.nodes.set(path, {
    kind: "array",
    path,
    attributes: attributesOf(cube, coordinates),
    dataType,
    shape,
    grid: regularGrid(shape, [...lengths.map(() => 1), ...grid.lengths], "invalid-data"),
    codecs: [{ name: "grib", configuration: gribConfiguration(grid.rows, dataType.name) }],
    fillValue: bytesFromNumbers(nan),
    dimensions: [...headers.map((name) => headerName(name, cube)), ...grid.names].map((name) => ({ name })),
    chunkKeys: { kind: "v2", separator: "." },
  });
  const undecoded = new Set(fields.map(({ packing }) => packing).filter((packing) => !DECODED.includes(packing)));
  for (const packing of undecoded) built.notes.push({ path, message: `values packed by ${packing} are not decoded` });
  const { table } = built.references;
  const own = table.url(OWN_FILE);
  const keyOf = chunkKeys(path);
  const places = headers.map((name) => new Map(values[name].map((value, index) => [value, index])));
  for (const field of fields) {
    const coords = [...headers.map((name, axis) => places[axis]!.get(field[name]!)!), ...grid.lengths.map(() => 0)];
    table.addRange(keyOf(coords), own, field.offset, field.length);
    if (field.prefix !== undefined) built.prefixes.set(`${path}/${coords.join(".")}`, field.prefix);
  }
}

function attributesOf({ parameter, first }: Cube, coordinates: readonly string[]): Map<string, Attribute> {
  const given: readonly (readonly [string, JsonNode | undefined])[] = [
    ["GRIB_paramId", parameter.id === "" ? undefined : jsonInteger(Number(parameter.id))],
    ["GRIB_shortName", jsonString(parameter.shortName)],
    ["GRIB_name", parameter.title === "" ? undefined : jsonString(parameter.title)],
    ["GRIB_units", parameter.units === "" ? undefined : jsonString(parameter.units)],
    ["GRIB_cfName", parameter.standardName === "" ? undefined : jsonString(parameter.standardName)],
    ["GRIB_typeOfLevel", jsonString(first.typeOfLevel)],
    ["GRIB_stepType", jsonString(first.stepType)],
    ["GRIB_gridType", jsonString(first.grid.type)],
    ["GRIB_numberOfPoints", jsonInteger(first.grid.points)],
    ["GRIB_packing", jsonString(first.packing)],
    ["long_name", jsonString(parameter.title === "" ? parameter.name : parameter.title)],
    ["units", jsonString(parameter.units === "" ? "1" : parameter.units)],
    ["standard_name", parameter.standardName === "" ? undefined : jsonString(parameter.standardName)],
    ["coordinates", jsonString(coordinates.join(" "))],
  ];
  return new Map(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, { value }] as const])));
}

/** Adds the common coordinates of the variables of a group; returns the names. */
export function addCoordinateArrays(built: Built, group: string, cube: Cube): string[] {
  const names: string[] = [];
  const add = (
    name: string,
    values: Float64Array | BigInt64Array,
    dimensions: readonly string[],
    shape: readonly number[],
  ): void => {
    names.push(name);
    addKnown(built, joined(group, name), values, dimensions, shape);
  };
  for (const header of HEADERS) {
    const values = cube.values[header];
    if (values.length === 0) continue;
    const name = headerName(header, cube);
    const isWhole = header === "number" || header === "time";
    const numbers = isWhole
      ? BigInt64Array.from(values, (value) => BigInt(Math.round(value)))
      : Float64Array.from(values);
    if (values.length === 1) add(name, numbers, [], []);
    else add(name, numbers, [name], [values.length]);
  }
  const { time, step } = cube.values;
  const valid = time.flatMap((start) => step.map((hours) => BigInt(Math.round(start + hours * 3600))));
  const validNames = [...(time.length > 1 ? ["time"] : []), ...(step.length > 1 ? ["step"] : [])];
  const validShape = [...(time.length > 1 ? [time.length] : []), ...(step.length > 1 ? [step.length] : [])];
  add("valid_time", BigInt64Array.from(valid), validNames, validShape);
  const { grid: geography, message } = cube.first;
  const separable = isSeparable(geography);
  if (separable === undefined) return names;
  const points = separable ? coordinatesOf(geography) : undefined;
  for (const name of ["latitude", "longitude"] as const) {
    if (points !== undefined) add(name, points[name], [name], [points[name].length]);
    else {
      names.push(name);
      addOfMessage(built, joined(group, name), geography, message);
    }
  }
  return names;
}

/** As kerchunk writes it, so that its codec reads saved references. That codec refuses `rows`, which it does not know. */
function gribConfiguration(rows: string | undefined, dtype: string): JsonObject {
  const members = rows === undefined ? { var: "values", dtype } : { rows };
  return jsonObject(Object.entries(members).map(([name, text]) => [name, jsonString(text)]));
}

/** A coordinate of every point is derived from the message on demand, because most readers need none. */
function addOfMessage(built: Built, path: string, geography: GribGrid, { offset, length }: GribMessage): void {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const grid = gridDimensions(geography);
  built.nodes.set(path, {
    kind: "array",
    path,
    attributes: textAttributes(name),
    dataType: dataTypeNamed("float64")!,
    shape: grid.lengths,
    grid: regularGrid(grid.lengths, grid.lengths, "invalid-data"),
    codecs: [{ name: "grib", configuration: jsonObject({ var: jsonString(name) }) }],
    fillValue: new Uint8Array(8),
    dimensions: grid.names.map((dimension) => ({ name: dimension })),
    chunkKeys: { kind: "v2", separator: "." },
  });
  const { table } = built.references;
  table.addRange(chunkKeys(path)(grid.lengths.map(() => 0)), table.url(OWN_FILE), offset, length);
}

function textAttributes(name: string): Map<string, Attribute> {
  const texts = COORDINATE_ATTRIBUTES.get(name) ?? [];
  return new Map(texts.map(([key, text]) => [key, { value: jsonString(text) }]));
}

function addKnown(
  built: Built,
  path: string,
  values: Float64Array | BigInt64Array,
  dimensions: readonly string[],
  shape: readonly number[],
): void {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const attributes = textAttributes(name);
  if (
    name === "latitude" &&
    dimensions.length === 1 &&
    dimensions[0] === "latitude" &&
    values[0]! > values[values.length - 1]!
  ) {
    attributes.set("stored_direction", { value: jsonString("decreasing") });
  }
  const isWhole = values instanceof BigInt64Array;
  built.nodes.set(path, {
    kind: "array",
    path,
    attributes,
    dataType: dataTypeNamed(isWhole ? "int64" : "float64")!,
    shape,
    grid: regularGrid(shape, shape),
    codecs: [{ name: "bytes", configuration: jsonObject({ endian: jsonString("little") }) }],
    fillValue: new Uint8Array(8),
    dimensions: dimensions.map((dimension) => ({ name: dimension })),
    chunkKeys: { kind: "v2", separator: "." },
  });
  built.references.table.addInline(chunkKeys(path)(shape.map(() => 0)), bytesFromNumbers(values));
}

function joined(group: string, name: string): string {
  return group === "" ? name : `${group}/${name}`;
}
