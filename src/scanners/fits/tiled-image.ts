/**
 * Tile-compressed images: a binary table with one row per tile, whose compressed bytes lie in the heap. Tiles are
 * chunks. What the codec must know about a single tile precedes its bytes:
 *
 *     u8 compression (0: according to ZCMPTYPE, 1: GZIP, 2: none), u32 number of the tile, f64 scale, f64 zero, i32
 *     blank
 */
import { fromPlain, jsonObject } from "../../bytes/json/make.ts";
import { HyperslabError } from "../../errors.ts";
import { rectilinearGrid } from "../../model/grid/chunk-grid.ts";
import { chunkKeys } from "../../model/virtual/chunk-key.ts";
import { OWN_FILE } from "../../model/virtual/virtual-dataset.ts";
import { columnsOf, descriptors, type HeapPlace, type TableColumn } from "./binary-table.ts";
import type { FitsScan, FitsUnit } from "./fits.ts";
import { type FitsHeader, integerOf, numberOf, textOf } from "./header.ts";
import { addArray, imageValues } from "./image.ts";

/** Compressions of tiles that can be decoded. */
export const COMPRESSIONS: readonly string[] = [
  "RICE_1",
  "RICE_ONE",
  "GZIP_1",
  "GZIP_2",
  "PLIO_1",
  "HCOMPRESS_1",
  "NOCOMPRESS",
];
/** Columns with the bytes of a tile, in the order of their numbers in the prefix. */
const SOURCES = ["COMPRESSED_DATA", "GZIP_COMPRESSED_DATA", "UNCOMPRESSED_DATA"] as const;
const PREFIX_BYTES = 25;

export async function tiledImage(scan: FitsScan, unit: FitsUnit): Promise<void> {
  const { header, name: path } = unit;
  const { place } = scan;
  const fail = (what: string): never => {
    throw new HyperslabError("invalid-data", `${what} in the compressed image ${path} at byte ${header.offset}`, place);
  };
  const rank = integerOf(header, "ZNAXIS", place);
  if (rank < 1 || rank > 999) fail(`ZNAXIS is ${rank}`);
  const axes = Array.from({ length: rank }, (_, index) => integerOf(header, `ZNAXIS${index + 1}`, place));
  const tiles = axes.map((length, index) => integerOf(header, `ZTILE${index + 1}`, place, index === 0 ? length : 1));
  if (axes.some((length) => length < 1) || tiles.some((length) => length < 1)) fail("an axis is not positive");
  const shape = axes.toReversed();
  const sizes = tiles.toReversed();
  const counts = shape.map((length, axis) => Math.ceil(length / sizes[axis]!));
  const rows = unit.axes[1] ?? 0;
  // Before tiles are listed, of which a header can promise any number.
  if (counts.reduce((product, count) => product * count, 1) !== rows)
    fail(`${rows} rows for ${counts.join(" x ")} tiles`);
  const grid = rectilinearGrid(
    shape,
    sizes.map((size, axis) => sizesOf(shape[axis]!, size, fail)),
    "invalid-data",
  );
  const bits = integerOf(header, "ZBITPIX", place);
  if (![8, 16, 32, 64, -32, -64].includes(bits)) fail(`ZBITPIX is ${bits}`);
  const compression = textOf(header, "ZCMPTYPE") ?? "";
  if (!COMPRESSIONS.includes(compression)) {
    scan.notes.push({ path, message: `${path} is left out: ${compression} is not decoded`, isLoss: true });
    return;
  }
  const values = imageValues(header, bits);
  const facts = await tileFacts(scan, unit, counts);
  const isFloat = bits < 0;
  const configuration = jsonObject([
    ["compression", fromPlain(compression)],
    ["block", fromPlain(parameter(header, "BLOCKSIZE", 32))],
    ["bytes", fromPlain(parameter(header, "BYTEPIX", 4))],
    ["smooth", fromPlain(parameter(header, "SMOOTH", 0) !== 0)],
    ["quantized", fromPlain(isFloat && facts.isScaled)],
    ["dither", fromPlain(textOf(header, "ZQUANTIZ") ?? "NO_DITHER")],
    ["seed", fromPlain(numberOf(header, "ZDITHER0", 0))],
  ]);
  addArray(scan, unit, {
    dataType: values.dataType,
    fillValue: values.fillValue,
    shape,
    grid,
    codecs: [...values.codecs, { name: "fits.tile", configuration }],
  });
}

/** Tiles along an axis; the last one may be shorter. */
function sizesOf(extent: number, size: number, fail: (what: string) => never): number | readonly number[] {
  if (extent % size === 0 || size >= extent) return Math.min(size, extent);
  const whole = Math.floor(extent / size);
  if (whole > 2 ** 24) fail(`${whole} tiles along an axis`);
  return [...new Array<number>(whole).fill(size), extent - whole * size];
}

/** A parameter of the compression: ZNAMEi with ZVALi. */
function parameter(header: FitsHeader, name: string, otherwise: number): number {
  for (let index = 1; index < 100; index++) {
    const found = textOf(header, `ZNAME${index}`);
    if (found === undefined) return otherwise;
    if (found === name) return numberOf(header, `ZVAL${index}`, otherwise);
  }
  return otherwise;
}

interface TileFacts {
  readonly isScaled: boolean;
}

async function tileFacts(scan: FitsScan, unit: FitsUnit, counts: readonly number[]): Promise<TileFacts> {
  const { header, name: path } = unit;
  const columns = columnsOf(unit, scan);
  const named = (name: string): TableColumn | undefined => columns.find((column) => column.name === name);
  const sources = SOURCES.map(named);
  if (sources.every((column) => column === undefined)) {
    throw new HyperslabError(
      "invalid-data",
      `the compressed image ${path} has no column of compressed data`,
      scan.place,
    );
  }
  const streams = sources.map((column) => column && descriptors(scan, unit, column));
  const keyOf = chunkKeys(path);
  const own = scan.references.table.url(OWN_FILE);
  const coords = counts.map(() => 0);
  const rows = unit.axes[1] ?? 0;
  const scaled = [named("ZSCALE"), named("ZZERO"), named("ZBLANK")] as const;
  const constant = [
    numberOf(header, "ZSCALE", 1),
    numberOf(header, "ZZERO", 0),
    numberOf(header, "ZBLANK", -2147483648),
  ] as const;
  for (let row = 0; row < rows; row++) {
    const places: (HeapPlace | undefined)[] = [];
    for (const stream of streams) places.push(stream && (await stream.next()).value);
    const used = Math.max(
      0,
      places.findIndex((place) => place !== undefined && place.count > 0),
    );
    const place = places[used];
    const inner = sources[used]?.inner ?? "B";
    const length = (place?.count ?? 0) * ELEMENT_BYTES.get(inner)!;
    const prefix = new DataView(new ArrayBuffer(PREFIX_BYTES));
    prefix.setUint8(0, used);
    prefix.setUint32(1, row, true);
    for (const [index, column] of scaled.entries()) {
      const value = column === undefined ? constant[index]! : await numberIn(scan, unit, column, row);
      if (index < 2) prefix.setFloat64(5 + 8 * index, value, true);
      else prefix.setInt32(21, value, true);
    }
    scan.prefixes.set(`${path}/${coords.join(".")}`, new Uint8Array(prefix.buffer));
    scan.references.table.addRange(keyOf(coords), own, length === 0 ? 0 : place!.offset, length);
    for (let axis = coords.length - 1; axis >= 0; axis--) {
      coords[axis]! += 1;
      if (coords[axis]! < counts[axis]!) break;
      coords[axis] = 0;
    }
  }
  return { isScaled: scaled[0] !== undefined || header.cards.has("ZSCALE") };
}

const ELEMENT_BYTES: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["B", 1],
  ["A", 1],
  ["L", 1],
  ["I", 2],
  ["J", 4],
  ["K", 8],
  ["E", 4],
  ["D", 8],
  ["C", 8],
  ["M", 16],
  ["X", 1],
]);

async function numberIn(
  { reader, place }: FitsScan,
  { header, axes }: FitsUnit,
  column: TableColumn,
  row: number,
): Promise<number> {
  const at = header.dataOffset + row * (axes[0] ?? 0) + column.offset;
  const cursor = await reader.cursor(at, column.bytes, "big");
  if (column.letter === "D") return cursor.f64();
  if (column.letter === "E") return cursor.f32();
  if (column.letter === "J") return cursor.i32();
  if (column.letter === "I") return cursor.i16();
  if (column.letter === "B") return cursor.u8();
  throw new HyperslabError("invalid-data", `column ${column.name} has the type ${column.letter}, not a number`, place);
}
