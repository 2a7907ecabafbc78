/**
 * `cast_value`: each value in another data type, integers and floats of every size. Values that the type lacks are
 * rounded according to `rounding`; those outside its range are an error, clamped or wrapped (`out_of_range`). Values
 * listed in `scalar_map` are replaced first.
 */
import type { JsonView } from "../../bytes/json/view.ts";
import { type ErrorCode, HyperslabError } from "../../errors.ts";
import { type DataType, dataTypeNamed } from "../../model/data-types/data-type.ts";
import type { ArrayToArrayCodec } from "../codec.ts";
import { ROUNDINGS, type Rounding } from "../numbers/directed-rounding.ts";
import { numberOfType } from "../numbers/number-json.ts";
import type { FloatType, IntegerType } from "../numbers/real-type.ts";
import { castWith, type OutOfRange, type ScalarMap } from "./cast-rules.ts";
import { bindElementwise } from "./elementwise.ts";

export interface CastValueConfiguration {
  readonly dataType: FloatType | IntegerType;
  readonly rounding: Rounding;
  readonly outOfRange: OutOfRange;
  readonly encodeMap: readonly Pair[];
  readonly decodeMap: readonly Pair[];
}

type Pair = readonly [JsonView, JsonView];

export const castValue: ArrayToArrayCodec<CastValueConfiguration> = {
  kind: "array-to-array",
  parse: (configuration) => {
    configuration.only(["data_type", "rounding", "out_of_range", "scalar_map"]);
    const dataType = parseTarget(configuration.required("data_type"));
    const outOfRange = configuration.get("out_of_range");
    const map = configuration.get("scalar_map");
    if (map?.isNull() === false) map.only(["encode", "decode"]);
    return {
      dataType,
      rounding: configuration.get("rounding")?.oneOf(ROUNDINGS) ?? "nearest-even",
      outOfRange: outOfRange === undefined || outOfRange.isNull() ? "error" : parseOutOfRange(outOfRange, dataType),
      encodeMap: parsePairs(map, "encode"),
      decodeMap: parsePairs(map, "decode"),
    };
  },
  bind: ({ dataType: target, rounding, outOfRange, encodeMap, decodeMap }, input) => {
    const source = castable(input.dataType, "unsupported");
    const encode = castWith(source, target, { rounding, outOfRange, map: mapOf(encodeMap, source, target) });
    const decode = castWith(target, source, { rounding, outOfRange, map: mapOf(decodeMap, target, source) });
    return bindElementwise(input, {
      output: target,
      encode: (bytes) => encode(bytes, "invalid-request"),
      decode: (bytes) => decode(bytes, "invalid-data"),
    });
  },
};

/** A name, or an object with nothing but a name. */
function parseTarget(view: JsonView): FloatType | IntegerType {
  if (view.node.type === "object") {
    view.only(["name", "configuration"]);
    view.get("configuration")?.only([]);
  }
  const name = view.node.type === "object" ? view.required("name") : view;
  const dataType = dataTypeNamed(name.string());
  return dataType === undefined ? name.fail("not the name of a data type") : castable(dataType, "invalid-data");
}

function castable(dataType: DataType, code: ErrorCode): FloatType | IntegerType {
  const known = dataType.kind === "integer" || (dataType.kind === "float" && dataType.name !== "float8_e8m0fnu");
  if (known) return dataType;
  throw new HyperslabError(code, `only integers and floats can be cast by value, not ${dataType.name}`);
}

function parseOutOfRange(view: JsonView, dataType: DataType): OutOfRange {
  const rule = view.oneOf<OutOfRange>(["error", "clamp", "wrap"]);
  return rule === "wrap" && dataType.kind === "float" ? view.fail("only integers can wrap around") : rule;
}

function parsePairs(map: JsonView | undefined, direction: string): readonly Pair[] {
  const pairs = map === undefined || map.isNull() ? undefined : map.get(direction);
  if (pairs === undefined || pairs.isNull()) return [];
  return pairs.items().map((pair) => {
    const [key, value, more] = pair.items();
    return key === undefined || value === undefined || more !== undefined
      ? pair.fail("expected a pair of values")
      : [key, value];
  });
}

function mapOf(pairs: readonly Pair[], from: FloatType | IntegerType, to: FloatType | IntegerType): ScalarMap {
  return new Map(pairs.map(([key, value]) => [numberOfType(key, from), numberOfType(value, to)]));
}
