/** Images and random groups. BSCALE, BZERO and BLANK are applied to the values. */
import { fromPlain, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import {
  type DataType,
  dataTypeNamed,
  type FixedDataType,
  isFixedSize,
  structType,
} from "../../model/data-types/data-type.ts";
import type { ChunkGrid } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode } from "../../model/node.ts";
import { scalarToElement } from "../../model/values/element.ts";
import type { FillValue } from "../../model/values/fill-value.ts";
import type { FitsScan, FitsUnit } from "./fits.ts";
import { type FitsHeader, integerOf, numberOf, textOf } from "./header.ts";

const TYPES: ReadonlyMap<number, string> = new Map([
  [8, "uint8"],
  [16, "int16"],
  [32, "int32"],
  [64, "int64"],
  [-32, "float32"],
  [-64, "float64"],
]);

/** How stored values are converted to those of the image. */
export interface ImageValues {
  readonly stored: FixedDataType;
  readonly dataType: FixedDataType;
  /** Empty if no conversion is needed. */
  readonly codecs: readonly CodecSpec[];
  /** The meaning of a stored zero, if it is not zero: other values may not be stored at all. */
  readonly fillValue?: FillValue;
}

export function fixedType(name: string): FixedDataType {
  const type = dataTypeNamed(name);
  if (type !== undefined && isFixedSize(type)) return type;
  throw new TypeError(name);
}

export function typeOfBits(bits: number): FixedDataType {
  return fixedType(TYPES.get(bits)!);
}

/** The integer type to which BZERO shifts the stored one by the usual convention; undefined for any other shift. */
export function unsignedType(stored: FixedDataType, zero: number, scale: number): FixedDataType | undefined {
  if (stored.kind !== "integer" || scale !== 1) return undefined;
  if (stored.itemSize === 1) return zero === -128 ? fixedType("int8") : undefined;
  return zero === 2 ** (8 * stored.itemSize - 1) ? fixedType(`u${stored.name}`) : undefined;
}

/** As in astropy: integers stay integers if possible, else become floats whose size depends on that of the integers. */
export function imageValues(
  header: FitsHeader,
  bits: number,
  names = { zero: "BZERO", scale: "BSCALE", blank: "BLANK" },
): ImageValues {
  const stored = typeOfBits(bits);
  const zero = numberOf(header, names.zero, 0);
  const scale = numberOf(header, names.scale, 1);
  const card = header.cards.get(names.blank);
  const blank = stored.kind === "integer" && card?.type === "number" ? Number(card.text) : undefined;
  const unsigned = unsignedType(stored, zero, scale);
  if (unsigned !== undefined && blank === undefined) {
    return { stored, dataType: unsigned, codecs: [{ name: "fits.unsigned", configuration: jsonObject([]) }] };
  }
  if (zero === 0 && scale === 1 && blank === undefined) return { stored, dataType: stored, codecs: [] };
  const dataType = stored.kind === "float" ? stored : fixedType(bits > 16 ? "float64" : "float32");
  const members = { stored: stored.name, scale, zero, ...(blank === undefined ? {} : { blank }) };
  const configuration = jsonObject(Object.entries(members).map(([name, value]) => [name, fromPlain(value)]));
  const fillValue = scalarToElement(dataType, zero);
  return { stored, dataType, codecs: [{ name: "fits.values", configuration }], fillValue };
}

export function bigEndian({ itemSize }: { readonly itemSize: number }): CodecSpec {
  return { name: "bytes", configuration: jsonObject(itemSize > 1 ? [["endian", jsonString("big")]] : []) };
}

export interface NewArray {
  readonly dataType: DataType;
  readonly shape: readonly number[];
  readonly grid: ChunkGrid;
  readonly codecs: readonly CodecSpec[];
  /** Defaults to that of the unit. */
  readonly path?: string;
  readonly fillValue?: FillValue | undefined;
}

export function addArray({ nodes }: FitsScan, { name, attributes }: FitsUnit, array: NewArray): void {
  const { shape, path = name } = array;
  const node: ArrayNode = {
    ...array,
    kind: "array",
    path,
    attributes: path === name ? attributes : new Map(),
    fillValue: array.fillValue,
    dimensions: shape.map(() => ({ name: undefined })),
    chunkKeys: { kind: "v2", separator: "." },
  };
  nodes.set(path, node);
}

export function image(scan: FitsScan, unit: FitsUnit): void {
  const { header, name: path, axes } = unit;
  const { stored, dataType, codecs, fillValue } = imageValues(header, integerOf(header, "BITPIX", scan.place));
  const shape = axes.toReversed();
  const grid = scan.chunks.add({ path, offset: header.dataOffset, shape, itemSize: stored.itemSize });
  addArray(scan, unit, { dataType, shape, grid, codecs: [...codecs, bigEndian(stored)], fillValue });
}

/** Each group is an element: its parameters, then its array. */
export function randomGroups(scan: FitsScan, unit: FitsUnit): void {
  const { header, name: path, axes } = unit;
  const { place, notes } = scan;
  const stored = typeOfBits(integerOf(header, "BITPIX", place));
  const count = integerOf(header, "PCOUNT", place, 0);
  const names = uniqueNames(
    Array.from({ length: count }, (_, index) => textOf(header, `PTYPE${index + 1}`) || `PAR${index + 1}`),
  );
  const fields = names.map((name) => ({ name, dataType: stored }));
  const shape = axes.slice(1).toReversed();
  const dataType = structType([...fields, { name: "DATA", dataType: stored, shape }], { code: "invalid-data" });
  const isScaled = (key: string, usual: number): boolean => numberOf(header, key, usual) !== usual;
  const scaled = names.filter((_, index) => isScaled(`PSCAL${index + 1}`, 1) || isScaled(`PZERO${index + 1}`, 0));
  if (scaled.length > 0) {
    notes.push({ path, message: `${scaled.join(", ")} are shown with stored values, which PSCAL and PZERO scale` });
  }
  if (isScaled("BSCALE", 1) || isScaled("BZERO", 0)) {
    notes.push({ path, message: "DATA is shown with stored values, which BSCALE and BZERO scale" });
  }
  const groups = [integerOf(header, "GCOUNT", place, 1)];
  const grid = scan.chunks.add({ path, offset: header.dataOffset, shape: groups, itemSize: dataType.itemSize });
  addArray(scan, unit, { dataType, shape: groups, grid, codecs: [bigEndian({ itemSize: stored.itemSize })] });
}

/** Repeated names get a number. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let number = 2; taken.has(unique); number++) unique = `${name}_${number}`;
    taken.add(unique);
    return unique;
  });
}
