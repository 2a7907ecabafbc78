/** hyperslab create */
import { create, type DataTypeInput } from "../../../index.ts";
import {
  choiceOption,
  chunksOption,
  codecsOption,
  listOption,
  requireArguments,
  shapeOption,
  textOption,
  varyingChunksOption,
} from "../../arguments.ts";
import { parseAssignments } from "../../assignments.ts";
import { CHUNK_KEYS_OPTION, chunkKeysOption } from "../../chunk-keys.ts";
import type { Command, OptionValue } from "../../command.ts";
import { jsonOrText } from "../../exact-json.ts";
import { EXIT } from "../../exit-codes.ts";
import { UsageError } from "../../usage-error.ts";
import { dialectOption, formatOption, writableFormats } from "../../writable-formats.ts";

const USAGE = "create ADDRESS [--shape LENGTHS --dtype TYPE] [options]";

export const createCommand: Command = {
  usage: USAGE,
  description: "Creates an array or, without --shape, a group. Missing parent groups are created too.",
  takesAddress: true,
  options: {
    shape: { type: "string", value: "LENGTHS", help: "Lengths such as 180,360; an empty string makes a scalar" },
    dtype: {
      type: "string",
      value: "TYPE",
      help: "float32, int16, bool, string, datetime64[ns], ..., or a struct as JSON (default float64)",
    },
    chunks: {
      type: "string",
      short: "c",
      value: "CHUNKS",
      help: "auto, 16MB, 90,180, lat=90,lon=180 or [[90,90],180]",
    },
    shards: { type: "string", value: "SHARDS", help: "auto or lengths (default: no shards)" },
    codec: { type: "string", value: "CODEC", multiple: true, help: "zstd, gzip:level=9, none; may be repeated" },
    "chunk-keys": CHUNK_KEYS_OPTION,
    fill: { type: "string", value: "VALUE", help: "Fill value, as JSON" },
    dims: { type: "string", value: "NAMES", help: "Names of dimensions, such as lat,lon" },
    attr: {
      type: "string",
      value: "NAME=VALUE",
      multiple: true,
      help: "Set an attribute; the value is JSON or text; may be repeated",
    },
    format: formatOption("that of the hierarchy, else zarr3"),
    dialect: dialectOption(),
    overwrite: { type: "boolean", help: "Replace an existing node" },
  },
  examples: [
    [
      "hyperslab create out.zarr::t2m --shape 365,180,360 --dtype float32 --dims time,lat,lon",
      "an array in a new hierarchy",
    ],
    [
      "hyperslab create out.zarr::t2m --shape 365,180,360 --dtype int16 --shards auto --codec zstd:level=5",
      "with shards",
    ],
    ["hyperslab create out.zarr --attr title='Sea surface'", "a group"],
  ],
  run: async ({ positionals, options, store, terminal, signal }) => {
    const [address] = requireArguments(positionals, USAGE);
    const shape = shapeOption("shape", options["shape"]);
    const common = {
      attributes: parseAssignments(listOption(options["attr"]) ?? []),
      format: choiceOption(options["format"], writableFormats()),
      dialect: textOption(options["dialect"]),
      overwrite: options["overwrite"] === true,
      store,
      signal,
    };
    const misplaced = ["dtype", "chunks", "shards", "codec", "chunk-keys", "fill", "dims"].find(
      (name) => options[name] !== undefined,
    );
    if (shape === undefined && misplaced !== undefined) {
      throw new UsageError(`--${misplaced} is for arrays`, "Give --shape to make an array.");
    }
    const node =
      shape === undefined
        ? await create(address!, common)
        : await create(address!, {
            ...common,
            shape,
            dtype: dtypeOption(options["dtype"]),
            chunks: varyingChunksOption(options["chunks"]),
            shards: chunksOption("shards", options["shards"]),
            codecs: codecsOption(options["codec"]),
            chunkKeys: chunkKeysOption(options["chunk-keys"]),
            fillValue: fillOption(options["fill"], options["dtype"]),
            dims: textOption(options["dims"])
              ?.split(",")
              .map((name) => name.trim()),
          });
    await node.close();
    if (terminal.json) await terminal.result({ kind: node.kind, path: node.path, format: node.hierarchy.format });
    else
      terminal.note(`${node.kind} /${node.path} created in ${node.hierarchy.store.location} (${node.hierarchy.title})`);
    return EXIT.ok;
  },
};

/** A name, or a struct as JSON: `{"fields": [{"name": "x", "dtype": "int16"}]}`. */
function dtypeOption(value: OptionValue): DataTypeInput {
  const text = textOption(value) ?? "float64";
  const parsed = text.startsWith("{") ? jsonOrText(text) : text;
  if (typeof parsed === "string") return parsed;
  if (isStruct(parsed)) return parsed;
  throw new UsageError(`--dtype takes a name, or a struct as {"fields": [{"name": "x", "dtype": "int16"}]}`);
}

function isStruct(value: unknown): value is Extract<DataTypeInput, { readonly fields: unknown }> {
  return typeof value === "object" && value !== null && "fields" in value && Array.isArray(value.fields);
}

/** JSON. For text types, a value that is not a JSON string is taken literally. */
function fillOption(value: OptionValue, dtype: OptionValue): unknown {
  if (typeof value !== "string") return undefined;
  const parsed = jsonOrText(value);
  const isText = typeof dtype === "string" && /^(?:string|[SU]\d+)$/.test(dtype);
  return isText && typeof parsed !== "string" ? value : parsed;
}
