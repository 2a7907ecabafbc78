/**
 * `zfp` of Zarr v3: zfp without a header, which takes integers of 8 and 16 bits too (moved to the top of 32 bits). `mode`
 * is reversible, fixed_rate (`rate`), fixed_precision (`precision`), fixed_accuracy (`tolerance`) or expert.
 */
import type { JsonView } from "../../../bytes/json/view.ts";
import { HyperslabError } from "../../../errors.ts";
import type { DataType } from "../../../model/data-types/data-type.ts";
import type { ArrayToBytesCodec } from "../../codec.ts";
import { castDoubles } from "../../numbers/number-cast.ts";
import { type IntegerType, readDoubles } from "../../numbers/real-type.ts";
import { bindZfp, nativeElements, type ZfpElements } from "./bind.ts";
import {
  fixedAccuracy,
  fixedPrecision,
  fixedRate,
  REVERSIBLE,
  type ZfpParameters,
  type ZfpType,
} from "./parameters.ts";

export interface ZfpConfiguration {
  parameters(type: ZfpType, dimensions: number): ZfpParameters;
}

const MODES = ["reversible", "fixed_rate", "fixed_precision", "fixed_accuracy", "expert"] as const;

export const zfp: ArrayToBytesCodec<ZfpConfiguration> = {
  kind: "array-to-bytes",
  parse: (configuration) => {
    const mode = configuration.required("mode").oneOf(MODES);
    const parameters = PARSERS[mode](configuration);
    return { parameters };
  },
  bind: (configuration, input) => {
    const elements = nativeElements(input.dataType) ?? promotedElements(input.dataType);
    const parameters = configuration.parameters(elements.type, Math.max(input.shape.length, 1));
    return bindZfp(input, elements, parameters, { read: () => parameters, write: () => {} });
  },
};

type Parser = (configuration: JsonView) => ZfpConfiguration["parameters"];

const PARSERS: Readonly<Record<(typeof MODES)[number], Parser>> = {
  reversible: (configuration) => {
    configuration.only(["mode"]);
    return () => REVERSIBLE;
  },
  fixed_rate: (configuration) => {
    configuration.only(["mode", "rate"]);
    const rate = positive(configuration.required("rate"));
    return (type, dimensions) => fixedRate(rate, type, dimensions);
  },
  fixed_precision: (configuration) => {
    configuration.only(["mode", "precision"]);
    const precision = configuration.required("precision").integer(0, 64);
    return () => fixedPrecision(precision);
  },
  fixed_accuracy: (configuration) => {
    configuration.only(["mode", "tolerance"]);
    const tolerance = positive(configuration.required("tolerance"));
    return () => fixedAccuracy(tolerance);
  },
  expert: (configuration) => {
    configuration.only(["mode", "minbits", "maxbits", "maxprec", "minexp"]);
    const minBits = configuration.required("minbits").integer(0, 16_658);
    const maxBits = configuration.required("maxbits").integer(Math.max(minBits, 1), 16_658);
    const maxPrecision = configuration.required("maxprec").integer(1, 64);
    const minExponent = configuration.required("minexp").integer(-16_495, 16_272);
    return () => ({ minBits, maxBits, maxPrecision, minExponent });
  },
};

function positive(view: JsonView): number {
  const value = view.number();
  return value >= 0 && value <= Number.MAX_VALUE ? value : view.fail("expected a finite number of at least 0");
}

/** Narrow integers lie in the upper bits but one of 32, unsigned ones around zero. */
function promotedElements(dataType: DataType): ZfpElements {
  if (dataType.kind !== "integer" || (dataType.bits !== 8 && dataType.bits !== 16)) {
    throw new HyperslabError(
      "unsupported",
      `zfp takes numbers of up to 64 bits, signed if of 32 or more, not ${dataType.name}`,
    );
  }
  const narrow: IntegerType = dataType;
  const { bits, signed } = narrow;
  const scale = 2 ** (31 - bits);
  const middle = signed ? 0 : 2 ** (bits - 1);
  const [least, most] = signed ? [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] : [0, 2 ** bits - 1];
  return {
    dataType: narrow,
    type: "int32",
    toValues: (bytes) => Int32Array.from(readDoubles(narrow, bytes), (value) => (value - middle) * scale),
    fromValues: (values) => {
      const demoted = new Float64Array(values.length);
      for (let i = 0; i < values.length; i++) {
        const restored = Math.floor(Number(values[i]) / scale) + middle;
        demoted[i] = Math.min(Math.max(restored, least), most);
      }
      return castDoubles(demoted, narrow, () => {});
    },
  };
}
