/**
 * `numcodecs.delta`: the first element, then each element less the one before it, in C order. Integers wrap around in
 * `dtype`, so nothing is lost; floats are rounded in every step. `astype` is the type that differences are stored as.
 */
import { HyperslabError } from "../../errors.ts";
import { type DataType, type FixedDataType, isFixedSize } from "../../model/data-type.ts";
import {
  bytesFromNumbers,
  isBigintArray,
  isLittleEndianHost,
  numbersFromBytes,
  numericNameFor,
} from "../../model/numeric-array.ts";
import { denseChunk, elementsInOrder, fixedInput } from "../chunk-elements.ts";
import type { ArrayToArrayCodec, BoundArrayToArray, ChunkType } from "../codec.ts";
import { castDoubles, castNumbers } from "../numbers/number-cast.ts";
import { type FloatType, type RealType, readFloats, realType } from "../numbers/real-type.ts";
import { rounderTo } from "../numbers/rounding.ts";
import { dtypeMember, viewedAs } from "../numpy-dtype.ts";

export interface DeltaConfiguration {
  readonly dtype: DataType | undefined;
  readonly astype: DataType | undefined;
}

export const delta: ArrayToArrayCodec<DeltaConfiguration> = {
  kind: "array-to-array",
  parse: (configuration) => {
    configuration.only(["dtype", "astype", "id"]);
    return { dtype: dtypeMember(configuration, "dtype"), astype: dtypeMember(configuration, "astype") };
  },
  bind: ({ dtype, astype }, input) => {
    const type = viewedAs(input.dataType, dtype);
    return bindDelta(input, type, astype ?? type);
  },
};

const ignore = (): void => {};

interface Differences {
  readonly output: FixedDataType;
  encode(bytes: Uint8Array): Uint8Array;
  decode(bytes: Uint8Array): Uint8Array;
}

function bindDelta(input: ChunkType, type: FixedDataType, astype: DataType): BoundArrayToArray {
  const dataType = fixedInput(input);
  const { output, encode, decode } = differences(type, astype);
  return {
    output: { dataType: output, shape: input.shape, fillValue: carried(input, type, output) },
    encode: (chunk) => denseChunk(output, chunk.shape, encode(elementsInOrder(chunk))),
    decode: (chunk) => denseChunk(dataType, chunk.shape, decode(elementsInOrder(chunk))),
  };
}

/** The fill value is carried over by value, as zarr-python does it: the fill of a difference means nothing. */
function carried(input: ChunkType, type: FixedDataType, output: FixedDataType): Uint8Array {
  if (!(input.fillValue instanceof Uint8Array)) return new Uint8Array(output.itemSize);
  if (type.name === output.name) return input.fillValue;
  return castNumbers(input.fillValue, realType(type), realType(output), ignore);
}

function differences(type: FixedDataType, astype: DataType): Differences {
  if (isInteger(type) && isInteger(astype) && !isMixed(type, astype)) return integerDifferences(type, astype);
  if (type.kind === "float" && astype.kind === "float") return floatDifferences(type, astype);
  if (type.kind === "complex" && type.name === astype.name && isFixedSize(astype)) {
    const component: FloatType = { kind: "float", name: type.component, itemSize: type.itemSize / 2 };
    return { ...floatDifferences(component, component, 2), output: astype };
  }
  throw new HyperslabError("unsupported", `differences of ${type.name} stored as ${astype.name}`, {
    hint: "Integers can be stored as integers, floats as floats, complex numbers as they are.",
  });
}

type WholeType = Exclude<RealType, { readonly kind: "bool" | "float" }>;

function isInteger(type: DataType): type is WholeType {
  if (type.kind === "integer") return type.bits >= 8;
  return type.kind === "datetime" || type.kind === "timedelta";
}

/** NumPy adds signed and unsigned 64-bit integers as doubles, which loses what it encodes. */
function isMixed(type: WholeType, astype: WholeType): boolean {
  return type.itemSize === 8 && astype.itemSize === 8 && (type.name === "uint64") !== (astype.name === "uint64");
}

function integerDifferences(type: WholeType, astype: WholeType): Differences {
  return {
    output: astype,
    encode: (bytes) => {
      const differences = subtractPrevious(type, bytes);
      const encoded = castNumbers(differences, type, astype, ignore);
      if (astype.itemSize < type.itemSize) {
        checkKept(castNumbers(encoded, astype, type, ignore), differences, type, astype);
      }
      return encoded;
    },
    decode: (bytes) => addPrevious(type, castNumbers(bytes, astype, type, ignore)),
  };
}

/** A difference that does not fit would shift every element after it. */
function checkKept(kept: Uint8Array, differences: Uint8Array, type: WholeType, astype: WholeType): void {
  const at = kept.findIndex((byte, index) => byte !== differences[index]);
  if (at < 0) return;
  const index = Math.floor(at / type.itemSize);
  const what = `the difference of element ${index} to the one before it does not fit ${astype.name}`;
  throw new HyperslabError("invalid-request", what, { hint: "Choose a wider astype." });
}

/** Typed arrays wrap around by themselves. */
function subtractPrevious(type: WholeType, bytes: Uint8Array): Uint8Array {
  const source = numbersFromBytes(numericNameFor(type) ?? "uint8", bytes);
  const target = source.slice();
  if (isBigintArray(source) && isBigintArray(target)) {
    for (let i = 1; i < target.length; i++) target[i] = source[i]! - source[i - 1]!;
  } else if (!isBigintArray(source) && !isBigintArray(target)) {
    for (let i = 1; i < target.length; i++) target[i] = source[i]! - source[i - 1]!;
  }
  return bytesFromNumbers(target);
}

function addPrevious(type: WholeType, bytes: Uint8Array): Uint8Array {
  const target = numbersFromBytes(numericNameFor(type) ?? "uint8", bytes).slice();
  if (isBigintArray(target)) addWords(target);
  else for (let i = 1; i < target.length; i++) target[i] = target[i]! + target[i - 1]!;
  return bytesFromNumbers(target);
}

/** 64-bit sums in halves: a bigint an element would take twenty times as long. */
function addWords(target: BigInt64Array | BigUint64Array): void {
  const words = new Uint32Array(target.buffer, target.byteOffset, 2 * target.length);
  const upper = isLittleEndianHost() ? 1 : 0;
  let low = 0;
  let high = 0;
  for (let at = 0; at < words.length; at += 2) {
    const sum = low + words[at + 1 - upper]!;
    low = sum >>> 0;
    high = (high + words[at + upper]! + (sum > 0xffffffff ? 1 : 0)) >>> 0;
    words[at + 1 - upper] = low;
    words[at + upper] = high;
  }
}

/**
 * `lag`: how many numbers before an element's number the same number of the previous element is. NumPy takes the
 * differences in `dtype`, and adds them up in the wider of the two types.
 */
function floatDifferences(type: FloatType, astype: FloatType, lag = 1): Differences {
  const wide = astype.itemSize > type.itemSize ? astype : type;
  return {
    output: astype,
    encode: (bytes) => {
      const source = readFloats(type, bytes);
      const target = new Float64Array(source);
      const round = rounderTo(type.name);
      for (let i = lag; i < target.length; i++) target[i] = round(source[i]! - source[i - lag]!);
      return castNumbers(castDoubles(target, type, ignore), type, astype, ignore);
    },
    decode: (bytes) => {
      const target = new Float64Array(readFloats(astype, bytes));
      const round = rounderTo(wide.name);
      for (let i = lag; i < target.length; i++) target[i] = round(target[i - lag]! + target[i]!);
      return castNumbers(castDoubles(target, wide, ignore), wide, type, ignore);
    },
  };
}
