/**
 * Values of FITS images, from stored to presented. `fits.unsigned`: integers of the other sign, stored with half of
 * their range subtracted, which flips their highest bit; in structs, the named fields. `fits.values`: stored * scale +
 * zero, in the arithmetic of the resulting floats, each step rounded, and `blank` as NaN.
 */
import { HyperslabError } from "../../errors.ts";
import { dataTypeNamed, type FixedDataType, isFixedSize } from "../../model/data-types/data-type.ts";
import { bytesFromNumbers } from "../../model/values/numeric-array.ts";
import type { ArrayToArrayCodec } from "../codec.ts";
import { integerRange, isWide, type RealType, readBigints, readDoubles, realType } from "../numbers/real-type.ts";
import { fixedInput } from "../pipeline/chunk-elements.ts";
import { bindElementwise } from "./elementwise.ts";

export interface FitsUnsignedConfiguration {
  readonly fields: readonly string[] | undefined;
}

export const fitsUnsigned: ArrayToArrayCodec<FitsUnsignedConfiguration> = {
  kind: "array-to-array",
  parse: (configuration) => {
    configuration.only(["fields"]);
    return {
      fields: configuration
        .get("fields")
        ?.items()
        .map((name) => name.string()),
    };
  },
  bind: ({ fields }, input) => {
    const output = fixedInput(input);
    const flips = highBytes(output, fields);
    const flip = (bytes: Uint8Array): Uint8Array => {
      const flipped = bytes.slice();
      for (const at of flips) {
        for (let index = at; index < flipped.byteLength; index += output.itemSize) flipped[index]! ^= 0x80;
      }
      return flipped;
    };
    return bindElementwise(input, { output, encode: flip, decode: flip });
  },
};

/** The offset, in an element, of the highest byte of each number to be flipped. */
function highBytes(type: FixedDataType, fields: readonly string[] | undefined): readonly number[] {
  if (type.kind === "integer") return [type.itemSize - 1];
  if (type.kind !== "struct" || fields === undefined) {
    throw new HyperslabError("unsupported", `elements of ${type.name} have no sign to be changed`);
  }
  return type.fields
    .filter(({ name }) => fields.includes(name))
    .flatMap(({ dataType, offset, shape = [] }) => {
      const size = dataType.itemSize ?? 1;
      const count = shape.reduce((product, length) => product * length, 1);
      return Array.from({ length: count }, (_, index) => offset + index * size + size - 1);
    });
}

export interface FitsValuesConfiguration {
  readonly stored: RealType & FixedDataType;
  readonly scale: number;
  readonly zero: number;
  readonly blank: number | undefined;
}

export const fitsValues: ArrayToArrayCodec<FitsValuesConfiguration> = {
  kind: "array-to-array",
  parse: (configuration) => {
    configuration.only(["stored", "scale", "zero", "blank"]);
    const stored = dataTypeNamed(configuration.required("stored").string());
    if (stored === undefined || !isFixedSize(stored))
      return configuration.required("stored").fail("not a type of FITS");
    return {
      stored: realType(stored),
      scale: configuration.required("scale").number(),
      zero: configuration.required("zero").number(),
      blank: configuration.get("blank")?.integer(),
    };
  },
  bind: ({ stored, scale, zero, blank }, input) => {
    const type = fixedInput(input);
    if (type.name !== "float32" && type.name !== "float64") {
      throw new HyperslabError("unsupported", `values of FITS are scaled to floats, not to ${type.name}`);
    }
    const round = type.name === "float32" ? Math.fround : (value: number): number => value;
    const [factor, origin] = [round(scale), round(zero)];
    return bindElementwise(input, {
      output: stored,
      encode: (bytes) => encode(bytes, type, { stored, scale, zero, blank }),
      decode: (bytes) => {
        const from = isWide(stored)
          ? Float64Array.from(readBigints(stored, bytes), Number)
          : readDoubles(stored, bytes);
        const values = type.name === "float32" ? new Float32Array(from.length) : new Float64Array(from.length);
        for (let index = 0; index < from.length; index++) {
          const value = from[index]!;
          values[index] = value === blank ? Number.NaN : round(round(value) * factor) + origin;
        }
        return bytesFromNumbers(values);
      },
    });
  },
};

/** The nearest stored value; a value without one is refused. */
function encode(bytes: Uint8Array, type: FixedDataType, given: FitsValuesConfiguration): Uint8Array {
  const { stored, scale, zero, blank } = given;
  const values = readDoubles(realType(type), bytes);
  const found = values.map((value) => (Number.isNaN(value) ? (blank ?? value) : (value - zero) / scale));
  if (stored.kind === "float") {
    return bytesFromNumbers(stored.itemSize === 4 ? Float32Array.from(found) : found);
  }
  const { min, max } = integerRange(stored);
  const integers = Array.from(found, (value, index) => {
    const integer = Number.isFinite(value) ? BigInt(Math.round(value)) : undefined;
    if (integer !== undefined && integer >= min && integer <= max) return integer;
    throw new HyperslabError("invalid-request", `element ${index} cannot be stored as ${stored.name}`);
  });
  return bytesFromNumbers(integersOf(stored, integers));
}

function integersOf({ itemSize, name }: RealType, values: readonly bigint[]) {
  if (itemSize === 8) return BigInt64Array.from(values);
  const numbers = values.map(Number);
  if (name === "uint8") return Uint8Array.from(numbers);
  return itemSize === 2 ? Int16Array.from(numbers) : Int32Array.from(numbers);
}
