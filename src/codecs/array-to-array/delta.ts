/**
 * `numcodecs.delta`: the first element, then each element minus the previous one, in C order. Integers wrap around in
 * `dtype`, so nothing is lost; floats are rounded in every step. `astype` is the type in which differences are stored.
 * The difference of two booleans is whether they differ, as in NumPy.
 */
import { HyperslabError } from "../../errors.ts";
import { type DataType, type FixedDataType, isFixedSize } from "../../model/data-types/data-type.ts";
import type { ArrayToArrayCodec, BoundArrayToArray, ChunkType } from "../codec.ts";
import { dtypeMember, viewedAs } from "../configuration.ts";
import { type Kernels, loadKernels } from "../kernels/kernels.ts";
import { bring, deliver, within } from "../kernels/staged.ts";
import { castDoubles, castNumbers } from "../numbers/number-cast.ts";
import { type FloatType, type RealType, readFloats, realType } from "../numbers/real-type.ts";
import { rounderTo } from "../numbers/rounding.ts";
import { allocate } from "../pipeline/allocate.ts";
import { denseChunk, elementsInOrder, fixedInput } from "../pipeline/chunk-elements.ts";

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
  bind: async ({ dtype, astype }, input) => {
    const type = viewedAs(input.dataType, dtype);
    return bindDelta(input, type, astype ?? type, await loadKernels());
  },
};

const ignore = (): void => {};

interface Differences {
  readonly output: FixedDataType;
  encode(bytes: Uint8Array): Uint8Array;
  /** The result may lie in `out`. */
  decode(bytes: Uint8Array, out?: Uint8Array): Uint8Array;
}

function bindDelta(input: ChunkType, type: FixedDataType, astype: DataType, kernels: Kernels): BoundArrayToArray {
  const dataType = fixedInput(input);
  const { output, encode, decode } = differences(type, astype, kernels);
  return {
    output: { dataType: output, shape: input.shape, fillValue: carried(kernels, input, type, output) },
    encode: (chunk) => denseChunk(output, chunk.shape, encode(elementsInOrder(chunk))),
    decode: (chunk, out) => denseChunk(dataType, chunk.shape, decode(elementsInOrder(chunk), out)),
  };
}

/** The fill value is carried over by value, as in zarr-python: the fill value of a difference would be meaningless. */
function carried(kernels: Kernels, input: ChunkType, type: FixedDataType, output: FixedDataType): Uint8Array {
  if (!(input.fillValue instanceof Uint8Array)) return new Uint8Array(output.itemSize);
  if (type.name === output.name) return input.fillValue;
  return castNumbers(kernels, input.fillValue, realType(type), realType(output), ignore);
}

function differences(type: FixedDataType, astype: DataType, kernels: Kernels): Differences {
  if (isInteger(type) && isInteger(astype) && !isMixed(type, astype)) return integerDifferences(type, astype, kernels);
  if (type.kind === "bool" && astype.itemSize === 1 && isFixedSize(astype)) return booleanDifferences(astype);
  if (type.kind === "float" && astype.kind === "float") return floatDifferences(kernels, type, astype);
  if (type.kind === "complex" && type.name === astype.name && isFixedSize(astype)) {
    const component: FloatType = { kind: "float", name: type.component, itemSize: type.itemSize / 2 };
    return { ...floatDifferences(kernels, component, component, 2), output: astype };
  }
  throw new HyperslabError("unsupported", `differences of ${type.name} stored as ${astype.name}`, {
    hint: "Integers can be stored as integers, floats as floats, complex numbers unchanged.",
  });
}

type WholeType = Exclude<RealType, { readonly kind: "bool" | "float" }>;

function isInteger(type: DataType): type is WholeType {
  if (type.kind === "integer") return type.bits >= 8;
  return type.kind === "datetime" || type.kind === "timedelta";
}

/** NumPy adds signed and unsigned 64-bit integers as doubles, which loses digits. */
function isMixed(type: WholeType, astype: WholeType): boolean {
  return type.itemSize === 8 && astype.itemSize === 8 && (type.name === "uint64") !== (astype.name === "uint64");
}

function integerDifferences(type: WholeType, astype: WholeType, kernels: Kernels): Differences {
  return {
    output: astype,
    encode: (bytes) => {
      const differences = subtractPrevious(type, bytes, kernels);
      const encoded = castNumbers(kernels, differences, type, astype, ignore);
      if (astype.itemSize < type.itemSize) {
        checkKept(castNumbers(kernels, encoded, astype, type, ignore), differences, type, astype);
      }
      return encoded;
    },
    decode: (bytes, out) => addPrevious(type, castNumbers(kernels, bytes, astype, type, ignore), out, kernels),
  };
}

/** A difference that does not fit would shift every element after it. */
function checkKept(kept: Uint8Array, differences: Uint8Array, type: WholeType, astype: WholeType): void {
  const at = kept.findIndex((byte, index) => byte !== differences[index]);
  if (at < 0) return;
  const index = Math.floor(at / type.itemSize);
  const what = `the difference of element ${index} to the previous one does not fit ${astype.name}`;
  throw new HyperslabError("invalid-request", what, { hint: "Choose a wider astype." });
}

function booleanDifferences(output: FixedDataType): Differences {
  return {
    output,
    encode: (bytes) => bytes.map((byte, index) => (index === 0 ? byte : byte ^ bytes[index - 1]!)),
    // numcodecs itself reads true from the first true on; this returns what it was given.
    decode: (bytes) => {
      let value = 0;
      return bytes.map((byte) => (value ^= byte === 0 ? 0 : 1));
    },
  };
}

/** Integers wrap around. */
function subtractPrevious({ itemSize }: WholeType, bytes: Uint8Array, kernels: Kernels): Uint8Array {
  return within(kernels, () => {
    const pointer = kernels.memory.allocate(bytes.byteLength);
    bring(kernels, bytes, pointer);
    kernels.deltaEncode(itemSize, pointer, bytes.byteLength / itemSize);
    return kernels.memory.bytes.slice(pointer, pointer + bytes.byteLength);
  });
}

function addPrevious(
  { itemSize }: WholeType,
  bytes: Uint8Array,
  out: Uint8Array | undefined,
  kernels: Kernels,
): Uint8Array {
  const result = out?.byteLength === bytes.byteLength ? out : allocate(bytes.byteLength);
  within(kernels, () => {
    const pointer = kernels.memory.allocate(bytes.byteLength);
    bring(kernels, bytes, pointer);
    kernels.deltaDecode(itemSize, pointer, bytes.byteLength / itemSize);
    deliver(kernels, pointer, bytes.byteLength, result, 0);
  });
  return result;
}

/**
 * `lag` is the distance to the same number of the previous element. NumPy takes the differences in `dtype`, and adds
 * them up in the wider of the two types.
 */
function floatDifferences(kernels: Kernels, type: FloatType, astype: FloatType, lag = 1): Differences {
  const wide = astype.itemSize > type.itemSize ? astype : type;
  return {
    output: astype,
    encode: (bytes) => {
      const source = readFloats(type, bytes);
      const target = new Float64Array(source);
      const round = rounderTo(type.name);
      for (let i = lag; i < target.length; i++) target[i] = round(source[i]! - source[i - lag]!);
      return castNumbers(kernels, castDoubles(target, type, ignore), type, astype, ignore);
    },
    decode: (bytes) => {
      const target = new Float64Array(readFloats(astype, bytes));
      const round = rounderTo(wide.name);
      for (let i = lag; i < target.length; i++) target[i] = round(target[i - lag]! + target[i]!);
      return castNumbers(kernels, castDoubles(target, wide, ignore), wide, type, ignore);
    },
  };
}
