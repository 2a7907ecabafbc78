/**
 * `numcodecs.fixedscaleoffset`: (x - offset) * scale, rounded to an integer and stored as `astype`; read back as
 * x / scale + offset. Arithmetic is NumPy 2's: floats stay in their own type, integers stay integers as long as the
 * constants are written as integers, else they become float64.
 */

import { integerOf } from "../../bytes/json-number.ts";
import type { JsonView } from "../../bytes/json-view.ts";
import { HyperslabError } from "../../errors.ts";
import type { DataType } from "../../model/data-type.ts";
import { bytesFromNumbers } from "../../model/numeric-array.ts";
import type { ArrayToArrayCodec } from "../codec.ts";
import { refuseUnfit } from "../numbers/element-fit.ts";
import { copyNan, neverFits, type OnUnfit } from "../numbers/float-cast.ts";
import { type BlockOperation, mapDoubles } from "../numbers/map-doubles.ts";
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
} from "../numbers/real-type.ts";
import { rounderTo, roundHalfEven } from "../numbers/rounding.ts";
import { dtypeMember, viewedAs } from "../numpy-dtype.ts";
import { bindElementwise } from "./elementwise.ts";

/** A constant; `integer` is set where a document spells it as an integer, which is what Python then computes with. */
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
  bind: ({ scale, offset, dtype, astype }, input) => {
    const type = realType(viewedAs(input.dataType, dtype));
    const encoded = realType(astype ?? type);
    if (type.kind === "bool") throw new HyperslabError("unsupported", "booleans have no differences");
    const encode = encoder(type, encoded, scale, offset);
    const decode = decoder(encoded, scale, offset);
    const unscale = unscaleIntegers(scale.value, offset.value);
    const label = `${encoded.name} after scaling`;
    const outside = neverFits(`does not fit ${type.name} after scaling`);
    return bindElementwise(input, {
      output: encoded,
      encode: (bytes) => encode(bytes, refuseUnfit(bytes, type, input.fillValue, label)),
      decode: (bytes, out) => {
        const quickly = encoded.kind === "float" ? undefined : mapDoubles(bytes, encoded, type, unscale, out);
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

function encoder(type: RealType, encoded: RealType, scale: Constant, offset: Constant): Encoder {
  if (type.kind === "float") return floatEncoder(type, encoded, scale.value, offset.value);
  if (offset.integer === undefined) {
    return (bytes, onUnfit) => {
      const values = doublesOf(type, bytes);
      for (let i = 0; i < values.length; i++) values[i] = roundHalfEven((values[i]! - offset.value) * scale.value);
      return castDoubles(values, encoded, onUnfit);
    };
  }
  return integerEncoder(type, encoded, scale, offset.integer);
}

function floatEncoder(type: FloatType, encoded: RealType, scale: number, offset: number): Encoder {
  const round = rounderTo(type.name);
  const [factor, origin] = [round(scale), round(offset)];
  const operate = type.name === "float32" ? scaleSingles(factor, origin) : scaleDoubles(factor, origin);
  return (bytes, onUnfit) => {
    const quickly = mapDoubles(bytes, type, encoded, operate);
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

function scaleSingles(factor: number, origin: number): BlockOperation {
  return (block, count) => {
    for (let i = 0; i < count; i++) {
      block[i] = roundHalfEven(Math.fround(Math.fround(block[i]! - origin) * factor));
    }
  };
}

function scaleDoubles(factor: number, origin: number): BlockOperation {
  return (block, count) => {
    for (let i = 0; i < count; i++) block[i] = roundHalfEven((block[i]! - origin) * factor);
  };
}

/** The way back, for what is stored as integers: in doubles, and rounded to the type in the end. */
function unscaleIntegers(scale: number, offset: number): BlockOperation {
  return (block, count) => {
    for (let i = 0; i < count; i++) block[i] = block[i]! / scale + offset;
  };
}

/** Differences and products must stay inside the type, where NumPy would wrap around without a word. */
function integerEncoder(type: RealType, encoded: RealType, scale: Constant, offset: bigint): Encoder {
  const { min, max } = integerRange(type);
  const inside = (value: bigint): boolean => value >= min && value <= max;
  if (!inside(offset) || (scale.integer !== undefined && !inside(scale.integer))) {
    throw new HyperslabError("unsupported", `scale ${scale.value} and offset ${offset} do not both fit ${type.name}`, {
      hint: "NumPy 2 refuses to compute with them as well.",
    });
  }
  return isWide(type) ? wideEncoder(type, encoded, scale, offset) : narrowEncoder(type, encoded, scale, Number(offset));
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

function wideEncoder(type: RealType, encoded: RealType, scale: Constant, offset: bigint): Encoder {
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
    return castNumbers(bytesFromNumbers(products), type, encoded, onUnfit);
  };
}

function doublesOf(type: RealType, bytes: Uint8Array): Float64Array {
  return isWide(type) ? Float64Array.from(readBigints(type, bytes), Number) : readDoubles(type, bytes);
}

function decoder(encoded: RealType, scale: Constant, offset: Constant): (bytes: Uint8Array) => Float64Array {
  if (encoded.kind !== "float") {
    return (bytes) => {
      const values = doublesOf(encoded, bytes);
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
