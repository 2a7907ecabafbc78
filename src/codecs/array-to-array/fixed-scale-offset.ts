/**
 * `numcodecs.fixedscaleoffset`: (x - offset) * scale, rounded to an integer and stored as `astype`; read back as x /
 * scale + offset. Arithmetic is that of NumPy 2: floats stay in their own type, and integers stay integers as long as
 * the constants are written as integers, else they become float64.
 */

import { integerOf } from "../../bytes/json/node.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import { bytesFromNumbers } from "../../model/values/numeric-array.ts";
import type { ArrayToArrayCodec } from "../codec.ts";
import { dtypeMember, viewedAs } from "../configuration.ts";
import { type Kernels, loadKernels } from "../kernels/kernels.ts";
import { refuseUnfit } from "../numbers/element-fit.ts";
import { copyNan, neverFits, type OnUnfit } from "../numbers/float-cast.ts";
import { mapNumbers, type NumberOperation } from "../numbers/map-numbers.ts";
import { castDoubles, castNumbers } from "../numbers/number-cast.ts";
import {
  type FloatType,
  integerRange,
  isWide,
  type RealType,
  readBigints,
  readDoubles,
  readFloats,
  realType,
  roundedDoubles,
} from "../numbers/real-type.ts";
import { rounderTo, roundHalfEven } from "../numbers/rounding.ts";
import { bindElementwise } from "./elementwise.ts";

/** A constant; `integer` is set if a document spells it as an integer, which is what Python then computes with. */
interface Constant {
  readonly value: number;
  readonly integer: bigint | undefined;
}

export interface FixedScaleOffsetConfiguration {
  readonly scale: Constant;
  readonly offset: Constant;
  readonly dtype: DataType | undefined;
  readonly astype: DataType | undefined;
}

export const fixedScaleOffset: ArrayToArrayCodec<FixedScaleOffsetConfiguration> = {
  kind: "array-to-array",
  parse: (configuration) => {
    configuration.only(["scale", "offset", "dtype", "astype", "id"]);
    const scale = parseConstant(configuration.required("scale"));
    if (scale.value === 0) configuration.required("scale").fail("a scale of 0 cannot be undone");
    return {
      scale,
      offset: parseConstant(configuration.required("offset")),
      dtype: dtypeMember(configuration, "dtype"),
      astype: dtypeMember(configuration, "astype"),
    };
  },
  bind: async ({ scale, offset, dtype, astype }, input) => {
    const type = realType(viewedAs(input.dataType, dtype));
    const encoded = realType(astype ?? type);
    if (type.kind === "bool") throw new HyperslabError("unsupported", "booleans have no differences");
    const kernels = await loadKernels();
    const encode = encoder(kernels, type, encoded, scale, offset);
    const decode = decoder(encoded, scale, offset);
    // For values stored as integers: computed in doubles, and rounded to the type at the end.
    const unscale: NumberOperation = { name: "unscale", first: scale.value, second: offset.value };
    const label = `${encoded.name} after scaling`;
    const outside = neverFits(`does not fit ${type.name} after scaling`);
    return bindElementwise(input, {
      output: encoded,
      encode: (bytes) => encode(bytes, refuseUnfit(bytes, type, input.fillValue, label)),
      decode: (bytes, out) => {
        const quickly = encoded.kind === "float" ? undefined : mapNumbers(kernels, bytes, encoded, type, unscale, out);
        return quickly ?? castDoubles(decode(bytes), type, outside);
      },
    });
  },
};

function parseConstant(view: JsonView): Constant {
  const value = view.number();
  if (!Number.isFinite(value)) view.fail("expected a finite number");
  return { value, integer: view.node.type === "number" ? integerOf(view.node) : undefined };
}

type Encoder = (bytes: Uint8Array, onUnfit: OnUnfit) => Uint8Array;

function encoder(kernels: Kernels, type: RealType, encoded: RealType, scale: Constant, offset: Constant): Encoder {
  if (type.kind === "float") return floatEncoder(kernels, type, encoded, scale.value, offset.value);
  if (offset.integer === undefined) {
    return (bytes, onUnfit) => {
      const values = roundedDoubles(type, bytes);
      for (let i = 0; i < values.length; i++) values[i] = roundHalfEven((values[i]! - offset.value) * scale.value);
      return castDoubles(values, encoded, onUnfit);
    };
  }
  return integerEncoder(kernels, type, encoded, scale, offset.integer);
}

function floatEncoder(kernels: Kernels, type: FloatType, encoded: RealType, scale: number, offset: number): Encoder {
  const round = rounderTo(type.name);
  const [factor, origin] = [round(scale), round(offset)];
  const operation: NumberOperation = { name: "scale", first: origin, second: factor };
  return (bytes, onUnfit) => {
    const quickly = mapNumbers(kernels, bytes, type, encoded, operation);
    if (quickly !== undefined) return quickly;
    const source = readFloats(type, bytes);
    const values = new Float64Array(source.length);
    for (let i = 0; i < values.length; i++) {
      const value = roundHalfEven(round(round(source[i]! - origin) * factor));
      values[i] = value;
      if (Number.isNaN(source[i]!)) copyNan(source, values, i);
      else if (!Number.isFinite(value) && Number.isFinite(source[i]!)) onUnfit(i);
    }
    return castDoubles(values, encoded, onUnfit);
  };
}

/** Differences and products must stay within the type, where NumPy would silently wrap around. */
function integerEncoder(kernels: Kernels, type: RealType, encoded: RealType, scale: Constant, offset: bigint): Encoder {
  const { min, max } = integerRange(type);
  const inside = (value: bigint): boolean => value >= min && value <= max;
  if (!inside(offset) || (scale.integer !== undefined && !inside(scale.integer))) {
    throw new HyperslabError("unsupported", `scale ${scale.value} and offset ${offset} do not both fit ${type.name}`, {
      hint: "NumPy 2 refuses to compute with them as well.",
    });
  }
  if (isWide(type)) return wideEncoder(kernels, type, encoded, scale, offset);
  return narrowEncoder(type, encoded, scale, Number(offset));
}

function narrowEncoder(type: RealType, encoded: RealType, scale: Constant, offset: number): Encoder {
  const { min, max } = integerRange(type);
  const [least, most] = [Number(min), Number(max)];
  const whole = scale.integer !== undefined;
  return (bytes, onUnfit) => {
    const values = readDoubles(type, bytes);
    for (let i = 0; i < values.length; i++) {
      const difference = values[i]! - offset;
      const product = difference * scale.value;
      values[i] = whole ? product : roundHalfEven(product);
      if (difference < least || difference > most) onUnfit(i);
      else if (whole && (product < least || product > most)) onUnfit(i);
    }
    return castDoubles(values, encoded, onUnfit, whole);
  };
}

function wideEncoder(kernels: Kernels, type: RealType, encoded: RealType, scale: Constant, offset: bigint): Encoder {
  const { min, max } = integerRange(type);
  return (bytes, onUnfit) => {
    const source = readBigints(type, bytes);
    const products = source.slice();
    const values = new Float64Array(scale.integer === undefined ? source.length : 0);
    for (let i = 0; i < source.length; i++) {
      const difference = source[i]! - offset;
      const product = difference * (scale.integer ?? 1n);
      if (difference < min || difference > max || product < min || product > max) onUnfit(i);
      if (scale.integer !== undefined) products[i] = product;
      else values[i] = roundHalfEven(Number(difference) * scale.value);
    }
    if (scale.integer === undefined) return castDoubles(values, encoded, onUnfit);
    return castNumbers(kernels, bytesFromNumbers(products), type, encoded, onUnfit);
  };
}

function decoder(encoded: RealType, scale: Constant, offset: Constant): (bytes: Uint8Array) => Float64Array {
  if (encoded.kind !== "float") {
    return (bytes) => {
      const values = roundedDoubles(encoded, bytes);
      for (let i = 0; i < values.length; i++) values[i] = values[i]! / scale.value + offset.value;
      return values;
    };
  }
  const round = rounderTo(encoded.name);
  const [factor, origin] = [round(scale.value), round(offset.value)];
  return (bytes) => {
    const source = readFloats(encoded, bytes);
    const values = new Float64Array(source.length);
    for (let i = 0; i < values.length; i++) {
      values[i] = round(round(source[i]! / factor) + origin);
      if (Number.isNaN(source[i]!)) copyNan(source, values, i);
    }
    return values;
  };
}
