/** Every data type, each with arbitrary elements in the one form that memory holds them in. */
import fc from "fast-check";
import {
  type DataType,
  dataTypeNamed,
  type FixedDataType,
  isFixedSize,
  structType,
} from "../../src/model/data-types/data-type.ts";
import { writeFixedBytes, writeFixedUtf32 } from "../../src/model/data-types/fixed-text.ts";
import { FLOAT_SIZES, INTEGER_BITS } from "../../src/model/data-types/named.ts";

export function named(name: string): DataType {
  const dataType = dataTypeNamed(name);
  if (dataType === undefined) throw new Error(`no type ${name}`);
  return dataType;
}

export function fixed(name: string): FixedDataType {
  const dataType = named(name);
  if (!isFixedSize(dataType)) throw new Error(`${name} has no fixed size`);
  return dataType;
}

export const record: FixedDataType = structType([
  { name: "a", dataType: named("int16") },
  { name: "b", dataType: named("float64"), shape: [2] },
  {
    name: "c",
    dataType: structType([
      { name: "d", dataType: named("S3") },
      { name: "e", dataType: named("uint32") },
    ]),
  },
]);

export const fixedTypes: readonly FixedDataType[] = [
  ...["bool", ...Object.keys(INTEGER_BITS), ...Object.keys(FLOAT_SIZES)].map(fixed),
  ...Object.keys(FLOAT_SIZES).map((name) => fixed(`complex_${name}`)),
  ...["r8", "r24", "S1", "S5", "U1", "U5", "datetime64[ns]", "datetime64[25s]", "timedelta64[D]"].map(fixed),
  record,
];

/** Elements as they lie in memory: padding bits and bytes are as the library writes them. */
export function elementsOf(dataType: FixedDataType): fc.Arbitrary<Uint8Array> {
  const { itemSize } = dataType;
  if (dataType.kind === "fixed-bytes") return packed(itemSize, writeFixedBytes);
  if (dataType.kind === "fixed-utf32") return packed(itemSize, writeFixedUtf32);
  const element = fc.uint8Array({ minLength: itemSize, maxLength: itemSize });
  return fc.array(element, { maxLength: 9 }).map((elements) => canonical(dataType, joined(elements)));
}

function packed(
  size: number,
  write: (text: string, out: Uint8Array, offset: number, size: number) => string | undefined,
): fc.Arbitrary<Uint8Array> {
  const element = fc
    .string({ unit: "grapheme", maxLength: 5 })
    .map((text) => ({ out: new Uint8Array(size), text }))
    .filter(({ out, text }) => write(text, out, 0, size) === undefined)
    .map(({ out }) => out);
  return fc.array(element, { maxLength: 9 }).map(joined);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function canonical(dataType: FixedDataType, bytes: Uint8Array): Uint8Array {
  const mask = narrowMask(dataType);
  if (dataType.kind === "bool") return bytes.map((byte) => byte & 1);
  if (dataType.kind === "integer" && dataType.signed && dataType.bits < 8) {
    const shift = 32 - dataType.bits;
    return bytes.map((byte) => (byte << shift) >> shift);
  }
  return bytes.map((byte) => byte & mask);
}

function narrowMask(dataType: FixedDataType): number {
  if (dataType.kind === "integer") return dataType.bits < 8 ? 2 ** dataType.bits - 1 : 0xff;
  const bits = /float([46])_/.exec(dataType.name)?.[1];
  return bits === undefined ? 0xff : 2 ** Number(bits) - 1;
}
