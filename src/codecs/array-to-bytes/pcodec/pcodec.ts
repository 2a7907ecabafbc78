/**
 * `numcodecs.pcodec`: integers and floats as pcodec's standalone files. Times are their 64-bit integers, complex
 * numbers their two parts one after the other. Every mode and delta encoding up to pcodec 1.0 is read; classic mode
 * with differences of up to order 7 is written. Lossless, bit for bit.
 */
import { ownMember } from "../../../bytes/own-member.ts";
import { HyperslabError } from "../../../errors.ts";
import { type DataType, dataTypeNamed, type FixedDataType, isFixedSize } from "../../../model/data-types/data-type.ts";
import type { ArrayToBytesCodec } from "../../codec.ts";
import { encoderSetting, givenMember } from "../../configuration.ts";
import { allocate } from "../../pipeline/allocate.ts";
import { denseChunk, elementsInOrder } from "../../pipeline/chunk-elements.ts";
import { fromOrdered, toOrdered } from "./join.ts";
import { lowWords, orderWords, restoreWords } from "./narrow.ts";
import { type PcoType, readStandalone } from "./standalone.ts";
import { type PcoOptions, writeStandalone } from "./write-standalone.ts";

const DEFAULT_CHUNK = 2 ** 18;

export const pcodec: ArrayToBytesCodec<PcoOptions> = {
  kind: "array-to-bytes",
  parse: (configuration) => {
    configuration.only([
      "level",
      "mode_spec",
      "delta_spec",
      "paging_spec",
      "delta_encoding_order",
      "equal_pages_up_to",
      "id",
    ]);
    givenMember(configuration, "mode_spec")?.string();
    givenMember(configuration, "paging_spec")?.oneOf(["equal_pages_up_to"]);
    const delta = givenMember(configuration, "delta_spec")?.string() ?? "auto";
    const order = encoderSetting(configuration, "delta_encoding_order", 0, 7);
    return {
      level: encoderSetting(configuration, "level", 0, 12) ?? 8,
      order: delta === "none" || delta === "no_op" ? 0 : order,
      chunkLength: encoderSetting(configuration, "equal_pages_up_to", 1, 2 ** 24) ?? DEFAULT_CHUNK,
    };
  },
  bind: (options, { dataType, shape }) => {
    const { type, numbers, fixed } = pcoType(dataType);
    const parts = fixed.itemSize / numbers.itemSize;
    const count = shape.reduce((product, length) => product * length, parts);
    return {
      encodedLength: undefined,
      encode: (chunk) => writeStandalone(toLatents(elementsInOrder(chunk), numbers), type, options),
      decode: (bytes) => denseChunk(fixed, shape, fromLatents(readStandalone(bytes, type, count), numbers)),
    };
  },
};

/** The bytes that represent the types. */
const TYPES: Readonly<Record<string, number>> = {
  uint32: 1,
  uint64: 2,
  int32: 3,
  int64: 4,
  float32: 5,
  float64: 6,
  uint16: 7,
  int16: 8,
  float16: 9,
};

interface PcoNumbers {
  readonly type: PcoType;
  /** The type of the numbers that elements consist of. */
  readonly numbers: FixedDataType;
  readonly fixed: FixedDataType;
}

function pcoType(dataType: DataType): PcoNumbers {
  const numbers = numbersOf(dataType);
  const byte = numbers && ownMember(TYPES, numbers.name);
  if (byte !== undefined && numbers !== undefined && isFixedSize(numbers) && isFixedSize(dataType)) {
    const type = { byte, width: 8 * numbers.itemSize, isFloat: numbers.kind === "float" };
    return { type, numbers, fixed: dataType };
  }
  throw new HyperslabError(
    "unsupported",
    `pcodec takes times, and integers, floats and complex numbers of 16 to 64 bits, not ${dataType.name}`,
  );
}

function numbersOf(dataType: DataType): DataType | undefined {
  if (dataType.kind === "datetime" || dataType.kind === "timedelta") return dataTypeNamed("int64");
  if (dataType.kind === "complex") return dataTypeNamed(dataType.component);
  return dataType;
}

/** Patterns that increase with the numbers: the sign bit is flipped, or all bits of negative floats. */
function toLatents(bytes: Uint8Array, dataType: FixedDataType): BigUint64Array {
  const { itemSize } = dataType;
  const width = 8 * itemSize;
  const sign = signOf(dataType);
  const latents = new BigUint64Array(bytes.byteLength / itemSize);
  const words = lowWords(latents, width);
  if (words !== undefined) {
    orderWords(numbersIn(bytes, itemSize), words, dataType.kind === "float", Number(sign));
    return latents;
  }
  const read = reader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), itemSize);
  return BigUint64Array.from({ length: bytes.byteLength / itemSize }, (_, index) => {
    const bits = read(index * itemSize);
    return dataType.kind === "float" ? toOrdered(bits, width) : bits ^ sign;
  });
}

function fromLatents(latents: BigUint64Array, dataType: FixedDataType): Uint8Array {
  const { itemSize } = dataType;
  const bytes = allocate(latents.length * itemSize);
  const width = 8 * itemSize;
  const sign = signOf(dataType);
  const words = lowWords(latents, width);
  if (words !== undefined) {
    restoreWords(words, numbersIn(bytes, itemSize), dataType.kind === "float", Number(sign));
    return bytes;
  }
  const write = writer(new DataView(bytes.buffer), itemSize);
  for (let i = 0; i < latents.length; i++) {
    write(i * itemSize, dataType.kind === "float" ? fromOrdered(latents[i]!, width) : latents[i]! ^ sign);
  }
  return bytes;
}

/** As words of two or four bytes; a copy if they are not aligned. */
function numbersIn(bytes: Uint8Array, size: number): Uint32Array | Uint16Array {
  const { buffer, byteOffset } = bytes.byteOffset % size === 0 ? bytes : bytes.slice();
  const count = bytes.byteLength / size;
  return size === 4 ? new Uint32Array(buffer, byteOffset, count) : new Uint16Array(buffer, byteOffset, count);
}

/** The bit that signed integers are offset by. */
function signOf(dataType: FixedDataType): bigint {
  const signed = dataType.kind === "integer" && dataType.signed;
  return signed ? 1n << BigInt(8 * dataType.itemSize - 1) : 0n;
}

function reader(view: DataView, size: number): (at: number) => bigint {
  if (size === 8) return (at) => view.getBigUint64(at, true);
  if (size === 4) return (at) => BigInt(view.getUint32(at, true));
  return (at) => BigInt(view.getUint16(at, true));
}

function writer(view: DataView, size: number): (at: number, bits: bigint) => void {
  if (size === 8) return (at, bits) => view.setBigUint64(at, bits, true);
  if (size === 4) return (at, bits) => view.setUint32(at, Number(bits), true);
  return (at, bits) => view.setUint16(at, Number(bits), true);
}
