/**
 * Data types as Zarr v3 spells them: core names (`int16`, `r24`), registered extensions (`numpy.datetime64`, `struct`,
 * `fixed_length_utf32`), and what early writers called them (`variable_length_bytes`, `binary`, `structured`).
 */
import { jsonArray, jsonInteger, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import {
  type DataType,
  dataTypeNamed,
  fieldSize,
  isTimeUnit,
  MAX_ITEM_SIZE,
  optionalType,
  type StructDataType,
  type StructFieldInput,
  structType,
  timeType,
} from "../../model/data-types/data-type.ts";
import { atView, placeOf } from "../documents/document.ts";
import type { Notes } from "../notes.ts";
import { type Extension, parseExtension, printExtension } from "./extension.ts";

export function parseDataType(view: JsonView, notes: Notes): DataType {
  const extension = parseExtension(view, notes);
  if (!extension.mustUnderstand) notes.add(view, "must_understand: false means nothing for a data type");
  const parse = PARSERS.get(extension.name);
  const dataType = parse === undefined ? plainType(extension.name) : parse(extension, notes);
  return dataType ?? parseFallback(view, extension, notes);
}

/** Names that need no configuration. `S5` and the like are our own names, not Zarr's. */
function plainType(name: string): DataType | undefined {
  const known = ALIASES.get(name) ?? name;
  const dataType = dataTypeNamed(known);
  return dataType === undefined || NOT_IN_V3.has(dataType.kind) ? undefined : dataType;
}

const ALIASES: ReadonlyMap<string, string> = new Map([
  ["variable_length_bytes", "bytes"],
  ["binary", "bytes"],
]);

const NOT_IN_V3: ReadonlySet<DataType["kind"]> = new Set([
  "fixed-bytes",
  "fixed-utf32",
  "datetime",
  "timedelta",
  "object",
]);

/** Data types of 2023 could name a core type to fall back to if they are unknown. */
function parseFallback(view: JsonView, { name, place }: Extension, notes: Notes): DataType {
  const fallback = view.node.type === "object" ? view.get("fallback") : undefined;
  if (fallback !== undefined && !fallback.isNull()) {
    notes.add(view, `the data type ${JSON.stringify(name)} is not known; read as its fallback`);
    return parseDataType(fallback, notes);
  }
  throw new HyperslabError("unsupported", `the data type ${JSON.stringify(name)} is not known`, {
    ...placeOf(place),
    hint: "Use one of bool, int8 to uint64, float16 to float64, complex64, complex128, r<bits>, string, bytes, fixed_length_utf32, null_terminated_bytes, raw_bytes, numpy.datetime64, numpy.timedelta64, struct, optional, or one of the small integers and floats.",
  });
}

type Parser = (extension: Extension, notes: Notes) => DataType;

const PARSERS: ReadonlyMap<string, Parser> = new Map<string, Parser>([
  ["fixed_length_utf32", ({ configuration }) => sizedType(configuration, "U", 4)],
  ["null_terminated_bytes", ({ configuration }) => sizedType(configuration, "S", 1)],
  ["raw_bytes", ({ configuration }) => sizedType(configuration, "r", 1 / 8)],
  ["numpy.datetime64", ({ configuration }) => parseTime(configuration, "datetime")],
  ["numpy.timedelta64", ({ configuration }) => parseTime(configuration, "timedelta")],
  ["struct", parseStruct],
  ["structured", parseStruct],
  ["optional", parseOptional],
  ["zarrs.optional", parseOptional],
]);

/** `length_bytes` counts bytes, our names count units of `unitBytes`. */
function sizedType(configuration: JsonView, letter: string, unitBytes: number): DataType {
  const view = configuration.required("length_bytes");
  const bytes = view.integer(1, MAX_ITEM_SIZE);
  const dataType = dataTypeNamed(`${letter}${bytes / unitBytes}`);
  return dataType ?? view.fail(`${bytes} bytes are not a whole number of units of ${unitBytes}`);
}

function parseTime(configuration: JsonView, kind: "datetime" | "timedelta"): DataType {
  const view = configuration.required("unit");
  const unit = view.string().replace(/[\u00b5\u03bc]/, "u");
  if (!isTimeUnit(unit)) return view.fail(`${JSON.stringify(unit)} is not a unit of time`);
  const scale = configuration.required("scale_factor");
  return timeType(kind, unit, scale.integer(1, 2 ** 31 - 1));
}

/** Fields are objects; `structured`, which zarr-python wrote first, has them as pairs. */
function parseStruct({ configuration, place }: Extension, notes: Notes): DataType {
  const fields = configuration
    .required("fields")
    .items()
    .map((field): StructFieldInput => {
      if (field.node.type === "object") {
        return { name: field.required("name").string(), dataType: parseDataType(field.required("data_type"), notes) };
      }
      const [name, type, ...rest] = field.items();
      if (name === undefined || type === undefined || rest.length > 0) field.fail("expected [name, data type]");
      return { name: name!.string(), dataType: parseDataType(type!, notes) };
    });
  return atView(place, () => structType(fields, { code: "invalid-data" }));
}

/** The configuration is that of the element type: its name and configuration. */
function parseOptional({ configuration, place }: Extension, notes: Notes): DataType {
  const item = parseDataType(configuration, notes);
  return atView(place, () => optionalType(item, "invalid-data"));
}

/** Spells a type. Types without a name in Zarr v3 are `unsupported`. */
export function printDataType(dataType: DataType): JsonNode {
  switch (dataType.kind) {
    case "raw":
      return sized("raw_bytes", dataType.itemSize);
    case "fixed-bytes":
      return sized("null_terminated_bytes", dataType.itemSize);
    case "fixed-utf32":
      return sized("fixed_length_utf32", dataType.itemSize);
    case "datetime":
    case "timedelta": {
      const configuration = jsonObject([
        ["unit", jsonString(dataType.unit)],
        ["scale_factor", jsonInteger(dataType.multiplier)],
      ]);
      return printExtension(`numpy.${dataType.kind}64`, configuration);
    }
    case "struct":
      return printStruct(dataType);
    case "optional": {
      const item = printDataType(dataType.item);
      // What zarrs, the only other library with this type, reads: this name, and a configuration even if it is empty.
      const empty: [string, JsonNode] = ["configuration", jsonObject([])];
      return printExtension("zarrs.optional", item.type === "object" ? item : jsonObject([["name", item], empty]));
    }
    case "ragged":
    case "object":
      throw new HyperslabError("unsupported", `Zarr v3 has no data type for ${dataType.name} elements`, {
        hint: "Zarr v2 has object arrays for them.",
      });
    default:
      return jsonString(dataType.name);
  }
}

function sized(name: string, bytes: number): JsonNode {
  return printExtension(name, jsonObject([["length_bytes", jsonInteger(bytes)]]));
}

function printStruct(dataType: StructDataType): JsonNode {
  let end = 0;
  const fields = dataType.fields.map((field) => {
    if (field.shape !== undefined) throw notPacked(`the field "${field.name}" is an array`);
    if (field.offset !== end) throw notPacked(`there is padding before the field "${field.name}"`);
    end += fieldSize(field);
    return jsonObject([
      ["name", jsonString(field.name)],
      ["data_type", printDataType(field.dataType)],
    ]);
  });
  if (end !== dataType.itemSize) throw notPacked("there is padding after the last field");
  return printExtension("struct", jsonObject([["fields", jsonArray(fields)]]));
}

function notPacked(what: string): HyperslabError {
  return new HyperslabError("unsupported", `Zarr v3 structs are packed fields, and ${what}`, {
    hint: "Zarr v2 can hold this type. For v3, leave out the padding and make each item a separate field.",
  });
}
