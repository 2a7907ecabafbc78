/** `pack`, `unpack` and `append` with `--objects`: variable-length objects instead of plain bytes. */
import {
  appendObjectsFrom,
  BLOSCPACK_CHECKSUMS,
  OBJECT_SOURCES,
  type ObjectsOptions,
  packObjectsFrom,
  unpackObjects,
} from "../../../index.ts";
import { choiceOption, integerOption } from "../../arguments.ts";
import type { CommandInput, OptionDefinitions } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { counted, formatBytes } from "../../output/units.ts";
import { UsageError } from "../../usage-error.ts";
import { compressionOptions } from "./options.ts";

export const APPENDED_OBJECTS = ["lines", "json"] as const;

export const OBJECTS_OPTIONS: OptionDefinitions = {
  objects: {
    type: "string",
    value: "KIND",
    choices: OBJECT_SOURCES,
    help: "Pack lines of text, json (the values of a list), or files (of a directory) as objects",
  },
  reserve: {
    type: "string",
    value: "N",
    help: "With --objects: reserve room for N more objects, which can then be appended in place",
  },
  superchunk: { type: "string", value: "N", help: "With --objects and a directory: objects per file (default 4096)" },
};

const BYTES_ONLY = ["chunk-size", "no-offsets", "metadata", "typesize", "nthreads"];

/** Refuses options that apply only to bytes, instead of ignoring them. */
function objectsOptions({ options, signal }: CommandInput): ObjectsOptions {
  const other = BYTES_ONLY.find((name) => options[name] !== undefined);
  if (other !== undefined) throw new UsageError(`--${other} does not go with --objects`);
  const { typeSize: _, ...compression } = compressionOptions(options);
  return { ...compression, signal };
}

export async function runPackObjects(input: CommandInput, file: string, packed: string): Promise<number> {
  const { options, terminal } = input;
  const kind = choiceOption(options["objects"], OBJECT_SOURCES) ?? "lines";
  const bar = terminal.progress();
  const report = await packObjectsFrom(file, kind, packed, {
    ...objectsOptions(input),
    checksum: choiceOption(options["checksum"], BLOSCPACK_CHECKSUMS),
    reserve: integerOption("reserve", options["reserve"]),
    superchunk: integerOption("superchunk", options["superchunk"], 1),
    overwrite: options["force"] === true,
    onProgress: bar.onProgress,
  }).finally(bar.end);
  if (terminal.json) await terminal.result({ file: packed, ...report });
  else terminal.note(`${packed}: ${counted(report.objects, "object")} of ${formatBytes(report.bytesIn)}`);
  return EXIT.ok;
}

export async function runAppendObjects(input: CommandInput, packed: string, file: string): Promise<number> {
  const { options, terminal } = input;
  const kind = choiceOption(options["objects"], APPENDED_OBJECTS) ?? "lines";
  const bar = terminal.progress();
  const given = { ...objectsOptions(input), onProgress: bar.onProgress };
  const report = await appendObjectsFrom(packed, file, kind, given).finally(bar.end);
  if (terminal.json) await terminal.result({ file: packed, ...report });
  else terminal.note(`${packed}: ${counted(report.objects, "object")} appended, ${report.total} now`);
  return EXIT.ok;
}

export async function runUnpackObjects(input: CommandInput, packed: string, file: string | undefined): Promise<number> {
  const { options, store, signal, terminal } = input;
  if (file === undefined) throw new UsageError("the name of the unpacked file or directory is missing");
  const bar = terminal.progress();
  const report = await unpackObjects(packed, file, {
    as: choiceOption(options["objects"], OBJECT_SOURCES),
    salvage: options["salvage"] === true,
    overwrite: options["force"] === true,
    store,
    signal,
    onProgress: bar.onProgress,
  }).finally(bar.end);
  if (terminal.json) await terminal.result({ file, ...report });
  else {
    terminal.note(`${file}: ${counted(report.objects - report.lost.length, "object")}`);
    for (const { object, reason } of report.lost) terminal.errors.line(`lost: object ${object}: ${reason}`);
  }
  return report.lost.length === 0 ? EXIT.ok : EXIT.no;
}
