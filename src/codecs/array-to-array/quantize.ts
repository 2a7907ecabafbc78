/**
 * `numcodecs.quantize`: floats rounded to the coarsest multiples of a power of two that keep `digits` decimal digits;
 * stored as `astype`. Lossy; reading returns what was stored.
 */
import { HyperslabError } from "../../errors.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import type { ArrayToArrayCodec } from "../codec.ts";
import { dtypeMember, viewedAs } from "../configuration.ts";
import { loadKernels } from "../kernels/kernels.ts";
import { refuseUnfit } from "../numbers/element-fit.ts";
import { castFloats, copyNan, neverFits } from "../numbers/float-cast.ts";
import { mapNumbers, type NumberOperation } from "../numbers/map-numbers.ts";
import { castDoubles } from "../numbers/number-cast.ts";
import { type FloatType, readFloats } from "../numbers/real-type.ts";
import { rounderTo, roundHalfEven } from "../numbers/rounding.ts";
import { bindElementwise } from "./elementwise.ts";

export interface QuantizeConfiguration {
  readonly digits: number;
  readonly dtype: DataType | undefined;
  readonly astype: DataType | undefined;
}

/** Beyond this, ten to the power of digits is not a double. */
const MAX_DIGITS = 307;

export const quantize: ArrayToArrayCodec<QuantizeConfiguration> = {
  kind: "array-to-array",
  parse: (configuration) => {
    configuration.only(["digits", "dtype", "astype", "id"]);
    return {
      digits: configuration.required("digits").integer(-MAX_DIGITS, MAX_DIGITS),
      dtype: dtypeMember(configuration, "dtype"),
      astype: dtypeMember(configuration, "astype"),
    };
  },
  bind: async ({ digits, dtype, astype }, input) => {
    const type = floatType(viewedAs(input.dataType, dtype));
    const encoded = floatType(astype ?? type);
    const round = rounderTo(type.name);
    const scale = round(2 ** scaleBits(digits));
    const operation: NumberOperation = { name: "quantize", first: scale, second: 0 };
    const kernels = await loadKernels();
    return bindElementwise(input, {
      output: encoded,
      identity: encoded.name === input.dataType.name,
      encode: (bytes) => {
        const quickly = mapNumbers(kernels, bytes, type, encoded, operation);
        if (quickly !== undefined) return quickly;
        const source = readFloats(type, bytes);
        const onUnfit = refuseUnfit(bytes, type, input.fillValue, `${encoded.name} when quantized`);
        const values = new Float64Array(source.length);
        for (let i = 0; i < values.length; i++) {
          values[i] = round(roundHalfEven(round(scale * source[i]!)) / scale);
          if (Number.isNaN(source[i]!)) copyNan(source, values, i);
          else if (!Number.isFinite(values[i]!) && Number.isFinite(source[i]!)) onUnfit(i);
        }
        return castDoubles(values, encoded, onUnfit);
      },
      decode: (bytes) => castFloats(bytes, encoded, type, neverFits(`does not fit ${type.name}`)),
    });
  },
};

function floatType(dataType: DataType): FloatType {
  const isNumpy = dataType.name === "float16" || dataType.name === "float32" || dataType.name === "float64";
  if (isNumpy && dataType.kind === "float") return dataType;
  throw new HyperslabError("invalid-data", `only floats of 16 to 64 bits can be quantized, not ${dataType.name}`);
}

/** The smallest power of two whose steps are finer than the last digit: ceil(log2(10^digits)), exactly. */
function scaleBits(digits: number): number {
  const bits = (10n ** BigInt(Math.abs(digits))).toString(2).length;
  return digits > 0 ? bits : 1 - bits;
}
