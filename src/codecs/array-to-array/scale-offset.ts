/**
 * `scale_offset`: (x - offset) * scale, read back as x / scale + offset, in the arithmetic of the array's own type.
 * Integers must be exact, in both directions; floats are rounded after each step.
 */
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import { bytesFromNumbers } from "../../model/values/numeric-array.ts";
import type { ArrayToArrayCodec } from "../codec.ts";
import { refuseUnfit } from "../numbers/element-fit.ts";
import { copyNan, type OnUnfit } from "../numbers/float-cast.ts";
import { castDoubles } from "../numbers/number-cast.ts";
import { numberOfType } from "../numbers/number-json.ts";
import {
  type FloatType,
  type IntegerType,
  integerRange,
  isWide,
  readBigints,
  readDoubles,
  readFloats,
} from "../numbers/real-type.ts";
import { rounderTo } from "../numbers/rounding.ts";
import { bindElementwise } from "./elementwise.ts";

export interface ScaleOffsetConfiguration {
  readonly offset: JsonView | undefined;
  readonly scale: JsonView | undefined;
}

export const scaleOffset: ArrayToArrayCodec<ScaleOffsetConfiguration> = {
  kind: "array-to-array",
  parse: (configuration) => {
    configuration.only(["offset", "scale"]);
    return { offset: configuration.get("offset"), scale: configuration.get("scale") };
  },
  bind: ({ offset, scale }, input) => {
    const type = numberType(input.dataType);
    const origin = offset === undefined ? 0 : numberOfType(offset, type);
    const factor = scale === undefined ? 1 : numberOfType(scale, type);
    if (Number(factor) === 0 || Number.isNaN(factor)) {
      throw new HyperslabError("invalid-data", `a scale of ${factor} cannot be undone`);
    }
    const { encode, decode } = type.kind === "float" ? floats(type, origin, factor) : integers(type, origin, factor);
    // Unlike numcodecs' codec, this one is defined to fail for a fill value it cannot encode.
    const label = `${type.name} after scaling`;
    return bindElementwise(input, {
      output: type,
      encode: (bytes) => encode(bytes, refuseUnfit(bytes, type, "", label)),
      decode: (bytes) => decode(bytes),
    });
  },
};

function numberType(dataType: DataType): FloatType | IntegerType {
  if (dataType.kind === "float" || (dataType.kind === "integer" && dataType.bits >= 8)) return dataType;
  throw new HyperslabError("unsupported", `elements of ${dataType.name} cannot be scaled`);
}

interface Scaling {
  encode(bytes: Uint8Array, onUnfit: OnUnfit): Uint8Array;
  decode(bytes: Uint8Array): Uint8Array;
}

function floats(type: FloatType, offset: number | bigint, scale: number | bigint): Scaling {
  const round = rounderTo(type.name);
  const [origin, factor] = [Number(offset), Number(scale)];
  const mapped = (bytes: Uint8Array, map: (value: number) => number, onUnfit: OnUnfit): Uint8Array => {
    const source = readFloats(type, bytes);
    const values = new Float64Array(source.length);
    for (let i = 0; i < values.length; i++) {
      values[i] = map(source[i]!);
      if (Number.isNaN(source[i]!)) copyNan(source, values, i);
      else if (!Number.isFinite(values[i]!) && Number.isFinite(source[i]!)) onUnfit(i);
    }
    return castDoubles(values, type, onUnfit);
  };
  return {
    encode: (bytes, onUnfit) => mapped(bytes, (value) => round(round(value - origin) * factor), onUnfit),
    decode: (bytes) =>
      mapped(
        bytes,
        (value) => round(round(value / factor) + origin),
        () => {},
      ),
  };
}

function integers(type: IntegerType, offset: number | bigint, scale: number | bigint): Scaling {
  return isWide(type)
    ? wideIntegers(type, BigInt(offset), BigInt(scale))
    : narrowIntegers(type, Number(offset), Number(scale));
}

/** Doubles are enough: any value that they round lies outside the type. */
function narrowIntegers(type: IntegerType, offset: number, scale: number): Scaling {
  const outside = undecodable(type);
  return {
    encode: (bytes, onUnfit) => {
      const values = readDoubles(type, bytes);
      for (let i = 0; i < values.length; i++) values[i] = (values[i]! - offset) * scale;
      return castDoubles(values, type, onUnfit);
    },
    decode: (bytes) => {
      const values = readDoubles(type, bytes);
      for (let i = 0; i < values.length; i++) {
        if (values[i]! % scale !== 0) outside(i);
        values[i] = values[i]! / scale + offset;
      }
      return castDoubles(values, type, outside);
    },
  };
}

function wideIntegers(type: IntegerType, offset: bigint, scale: bigint): Scaling {
  const { min, max } = integerRange(type);
  const outside = undecodable(type);
  const mapped = (bytes: Uint8Array, map: (value: bigint, index: number) => bigint, onUnfit: OnUnfit): Uint8Array => {
    const values = readBigints(type, bytes).slice();
    for (let i = 0; i < values.length; i++) {
      const value = map(values[i]!, i);
      if (value < min || value > max) onUnfit(i);
      values[i] = value;
    }
    return bytesFromNumbers(values);
  };
  return {
    encode: (bytes, onUnfit) => mapped(bytes, (value) => (value - offset) * scale, onUnfit),
    decode: (bytes) => {
      const divided = (value: bigint, index: number): bigint => {
        if (value % scale !== 0n) outside(index);
        return value / scale + offset;
      };
      return mapped(bytes, divided, outside);
    },
  };
}

function undecodable(type: IntegerType): OnUnfit {
  return (index) => {
    throw new HyperslabError(
      "invalid-data",
      `element ${index} was not made by this scale and offset from ${type.name}`,
    );
  };
}
