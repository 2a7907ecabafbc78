/** hyperslab create */
import { create } from "../../index.ts";
import {
  choiceOption,
  chunksOption,
  codecsOption,
  jsonOrText,
  listOption,
  requireAddress,
  shapeOption,
  textOption,
} from "../arguments.ts";
import { parseAssignments } from "../assignments.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { UsageError } from "../report-error.ts";

const USAGE = "create ADDRESS [--shape LENGTHS --dtype TYPE] [options]";

export const createCommand: Command = {
  usage: USAGE,
  description: "Makes an array, or without --shape a group. Missing groups on the way are made too.",
  options: {
    shape: { type: "string", value: "LENGTHS", help: "180,360; the empty text is a scalar" },
    dtype: {
      type: "string",
      value: "TYPE",
      help: "float32, int16, bool, string, datetime64[ns], ... (default float64)",
    },
    chunks: { type: "string", short: "c", value: "CHUNKS", help: "auto, 16MB, 90,180 or lat=90,lon=180" },
    shards: { type: "string", value: "SHARDS", help: "auto or lengths; absent: no shards" },
    codec: { type: "string", value: "CODEC", multiple: true, help: "zstd, gzip:level=9, none; may be repeated" },
    fill: { type: "string", value: "VALUE", help: "Fill value, as JSON" },
    dims: { type: "string", value: "NAMES", help: "lat,lon" },
    attr: { type: "string", value: "NAME=VALUE", multiple: true, help: "An attribute, the value as JSON or text" },
    format: { type: "string", value: "FORMAT", help: "zarr3 (default) or zarr2" },
    overwrite: { type: "boolean", help: "Replace what is there" },
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
  run: async ({ positionals, options, terminal, signal }) => {
    const [address] = requireAddress(positionals, USAGE);
    const shape = shapeOption("shape", options["shape"]);
    const common = {
      attributes: parseAssignments(listOption(options["attr"]) ?? []),
      format: choiceOption("format", options["format"], ["zarr3", "zarr2"] as const),
      overwrite: options["overwrite"] === true,
      signal,
    };
    const misplaced = ["dtype", "chunks", "shards", "codec", "fill", "dims"].find(
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
            dtype: textOption(options["dtype"]) ?? "float64",
            chunks: chunksOption("chunks", options["chunks"]),
            shards: chunksOption("shards", options["shards"]),
            codecs: codecsOption(options["codec"]),
            fillValue: typeof options["fill"] === "string" ? jsonOrText(options["fill"]) : undefined,
            dims: textOption(options["dims"])
              ?.split(",")
              .map((name) => name.trim()),
          });
    if (terminal.json) await terminal.result({ kind: node.kind, path: node.path, format: node.hierarchy.format });
    else terminal.note(`${node.kind} /${node.path} made in ${node.hierarchy.store.location} (${node.hierarchy.title})`);
    return EXIT.ok;
  },
};
