/**
 * `numcodecs.zfpy`: a zfp stream after zfp's own header. `mode` is zfp's number: 2 fixed `rate`, 3 fixed `precision`, 4
 * fixed accuracy (`tolerance`), 5 reversible; a negative value of the relevant parameter also means reversible.
 */
import type { JsonView } from "../../../bytes/json/view.ts";
import { HyperslabError } from "../../../errors.ts";
import type { ArrayToBytesCodec } from "../../codec.ts";
import { bindZfp, nativeElements } from "./bind.ts";
import { readHeader, writeHeader } from "./header.ts";
import {
  fixedAccuracy,
  fixedPrecision,
  fixedRate,
  REVERSIBLE,
  type ZfpParameters,
  type ZfpType,
} from "./parameters.ts";

export interface ZfpyConfiguration {
  parameters(type: ZfpType, dimensions: number): ZfpParameters;
}

const FIXED_RATE = 2;
const FIXED_PRECISION = 3;
const FIXED_ACCURACY = 4;

export const zfpy: ArrayToBytesCodec<ZfpyConfiguration> = {
  kind: "array-to-bytes",
  parse: (configuration) => {
    configuration.only(["mode", "tolerance", "rate", "precision", "compression_kwargs", "id"]);
    const mode = configuration.get("mode")?.integer(2, 5) ?? FIXED_ACCURACY;
    const value = parsed(configuration, mode);
    return { parameters: (type, dimensions) => parametersOf(mode, value, type, dimensions) };
  },
  bind: (configuration, input) => {
    const elements = nativeElements(input.dataType);
    if (elements === undefined) {
      throw new HyperslabError("unsupported", `zfpy takes 32- and 64-bit numbers, not ${input.dataType.name}`);
    }
    const { type } = elements;
    const parameters = configuration.parameters(type, Math.max(input.shape.length, 1));
    return bindZfp(input, elements, parameters, {
      read: (reader, shape) => readHeader(reader, type, shape),
      write: (writer, shape) => writeHeader(writer, type, shape, parameters),
    });
  },
};

/** The single number that the mode needs. */
function parsed(configuration: JsonView, mode: number): number {
  const tolerance = configuration.get("tolerance")?.number() ?? -1;
  const rate = configuration.get("rate")?.number() ?? -1;
  const precision = configuration.get("precision")?.integer(-1, 64) ?? -1;
  if (mode === FIXED_RATE) return rate <= 64 ? rate : configuration.required("rate").fail("expected at most 64");
  if (mode === FIXED_PRECISION) return precision;
  return mode === FIXED_ACCURACY ? tolerance : -1;
}

function parametersOf(mode: number, value: number, type: ZfpType, dimensions: number): ZfpParameters {
  if (!(value >= 0)) return REVERSIBLE;
  if (mode === FIXED_RATE) return fixedRate(value, type, dimensions);
  return mode === FIXED_PRECISION ? fixedPrecision(value) : fixedAccuracy(value);
}
