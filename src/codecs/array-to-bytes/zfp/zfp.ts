/**
 * `zfp` of Zarr v3: zfp without a header, which also accepts integers of 8 and 16 bits (moved to the top of 32 bits),
 * and unsigned ones of 32 and 64 bits as signed ones. `mode` is reversible, fixed_rate (`rate`), fixed_precision
 * (`precision`), fixed_accuracy (`tolerance`) or expert. Early releases of zarrs also had `write_header`.
 */
import type { JsonView } from "../../../bytes/json/view.ts";
import { HyperslabError } from "../../../errors.ts";
import { type DataType, dataTypeNamed, isFixedSize } from "../../../model/data-types/data-type.ts";
import type { ArrayToBytesCodec } from "../../codec.ts";
import { castDoubles } from "../../numbers/number-cast.ts";
import { type IntegerType, readDoubles } from "../../numbers/real-type.ts";
import { bindZfp, nativeElements, type ZfpElements } from "./bind.ts";
import { readHeader, writeHeader } from "./header.ts";
import {
  fixedAccuracy,
  fixedPrecision,
  fixedRate,
  REVERSIBLE,
  type ZfpParameters,
  type ZfpType,
} from "./parameters.ts";

export interface ZfpConfiguration {
  readonly hasHeader: boolean;
  parameters(type: ZfpType, dimensions: number): ZfpParameters;
}

const MODES = ["reversible", "fixed_rate", "fixed_precision", "fixed_accuracy", "expert"] as const;

export const zfp: ArrayToBytesCodec<ZfpConfiguration> = {
  kind: "array-to-bytes",
  parse: (configuration) => {
    const mode = configuration.required("mode").oneOf(MODES);
    const hasHeader = configuration.get("write_header")?.boolean() ?? false;
    return { parameters: PARSERS[mode](configuration), hasHeader };
  },
  bind: (configuration, input) => {
    const elements =
      nativeElements(input.dataType) ?? unsignedElements(input.dataType) ?? promotedElements(input.dataType);
    const { type } = elements;
    const parameters = configuration.parameters(type, Math.max(input.shape.length, 1));
    return bindZfp(input, elements, parameters, {
      read: (reader, shape) => (configuration.hasHeader ? readHeader(reader, type, shape) : { shape, parameters }),
      write: (writer, shape) => {
        if (configuration.hasHeader) writeHeader(writer, type, shape, parameters);
      },
    });
  },
};

type Parser = (configuration: JsonView) => ZfpConfiguration["parameters"];

const PARSERS: Readonly<Record<(typeof MODES)[number], Parser>> = {
  reversible: (configuration) => {
    configuration.only(["write_header", "mode"]);
    return () => REVERSIBLE;
  },
  fixed_rate: (configuration) => {
    configuration.only(["write_header", "mode", "rate"]);
    const rate = positive(configuration.required("rate"));
    return (type, dimensions) => fixedRate(rate, type, dimensions);
  },
  fixed_precision: (configuration) => {
    configuration.only(["write_header", "mode", "precision"]);
    const precision = configuration.required("precision").integer(0, 64);
    return () => fixedPrecision(precision);
  },
  fixed_accuracy: (configuration) => {
    configuration.only(["write_header", "mode", "tolerance"]);
    const tolerance = positive(configuration.required("tolerance"));
    return () => fixedAccuracy(tolerance);
  },
  expert: (configuration) => {
    configuration.only(["write_header", "mode", "minbits", "maxbits", "maxprec", "minexp"]);
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

/** zarrs stores unsigned numbers as signed ones, and truncates those that are too large. We refuse to write these. */
function unsignedElements(dataType: DataType): ZfpElements | undefined {
  if (dataType.name !== "uint32" && dataType.name !== "uint64") return undefined;
  if (!isFixedSize(dataType)) return undefined;
  const elements = nativeElements(dataTypeNamed(dataType.name === "uint32" ? "int32" : "int64")!)!;
  return {
    dataType,
    type: elements.type,
    toValues: (bytes) => {
      const values = elements.toValues(bytes);
      if (!values.some((value: number | bigint) => value < 0)) return values;
      const most = dataType.name === "uint32" ? 2n ** 31n - 1n : 2n ** 63n - 1n;
      throw new HyperslabError("invalid-request", `zfp takes ${dataType.name} up to ${most}`, {
        hint: "Choose another codec, such as pcodec.",
      });
    },
    // Values that lossy modes move below zero become zero.
    fromValues: (values) => {
      if (values instanceof BigInt64Array) return elements.fromValues(values.map((value) => (value < 0n ? 0n : value)));
      return elements.fromValues(values.map((value) => Math.max(value, 0)));
    },
  };
}

/** Narrow integers occupy the upper bits but one of 32, unsigned ones centred around zero. */
function promotedElements(dataType: DataType): ZfpElements {
  if (dataType.kind !== "integer" || (dataType.bits !== 8 && dataType.bits !== 16)) {
    throw new HyperslabError(
      "unsupported",
      `zfp takes integers of 8 to 64 bits and floats of 32 and 64 bits, not ${dataType.name}`,
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
