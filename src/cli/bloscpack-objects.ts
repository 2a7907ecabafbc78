/** `pack`, `unpack` and `append` with `--objects`: variable-length objects in place of one stretch of bytes. */
import {
  appendObjectsFrom,
  BLOSCPACK_CHECKSUMS,
  OBJECT_SOURCES,
  type ObjectsOptions,
  packObjectsFrom,
  unpackObjects,
} from "../index.ts";
import { choiceOption, integerOption } from "./arguments.ts";
import { compressionOptions } from "./bloscpack-options.ts";
import type { CommandInput, OptionDefinitions } from "./command.ts";
import { EXIT } from "./exit-codes.ts";
import { counted, formatBytes } from "./output/units.ts";
import { UsageError } from "./usage-error.ts";

export const APPENDED_OBJECTS = ["lines", "json"] as const;

export const OBJECTS_OPTIONS: OptionDefinitions = {
  objects: {
    type: "string",
    value: "KIND",
    choices: OBJECT_SOURCES,
    help: "Pack lines of a text, json (the values of a list), or files (of a directory) as objects",
  },
  reserve: { type: "string", value: "N", help: "With --objects: room for N more, which are appended in place then" },
  superchunk: { type: "string", value: "N", help: "With --objects and a directory: objects a file (default 4096)" },
};

const BYTES_ONLY = ["chunk-size", "no-offsets", "metadata", "typesize", "nthreads"];

/** What is for bytes alone is not passed over silently. */
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
  if (file === undefined) throw new UsageError("the name of what is unpacked is missing");
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
