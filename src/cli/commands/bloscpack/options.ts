/** Options that `pack` and `append` share, named as in blpk. */
import { availableParallelism } from "node:os";
import { BLOSCPACK_CODECS, type CompressionOptions, type TransferOptions } from "../../../index.ts";
import { choiceOption, integerOption } from "../../arguments.ts";
import type { CommandInput, OptionDefinitions } from "../../command.ts";
import { UsageError } from "../../usage-error.ts";

type Options = CommandInput["options"];

export const COMPRESSION_OPTIONS: OptionDefinitions = {
  typesize: { type: "string", short: "t", value: "N", help: "Bytes per element, for shuffling: 1 to 255 (default 8)" },
  clevel: { type: "string", short: "l", value: "N", help: "Compression level, 0 to 9 (default 7)" },
  "no-shuffle": { type: "boolean", short: "s", help: "Do not shuffle bytes" },
  codec: {
    type: "string",
    short: "c",
    value: "CODEC",
    choices: BLOSCPACK_CODECS,
    help: `${BLOSCPACK_CODECS.join(", ")} (default blosclz)`,
  },
  metadata: { type: "string", short: "m", value: "FILE", help: "A JSON file to store as metadata in the packed file" },
};

export const RUNNING_OPTIONS: OptionDefinitions = {
  nthreads: {
    type: "string",
    short: "n",
    value: "N",
    help: "Threads, 1 to 256 (default and maximum: the number of cores)",
  },
  verbose: { type: "boolean", short: "v", help: "Report each step on stderr, as blpk --verbose does" },
  debug: { type: "boolean", short: "d", help: "Like --verbose, with the options, and the stack trace of an error" },
};

/** blpk uses 8 as the type size, even if the file being appended to says otherwise. */
const DEFAULT_TYPE_SIZE = 8;

export function compressionOptions(options: Options): CompressionOptions {
  const typeSize = integerOption("typesize", options["typesize"], 1) ?? DEFAULT_TYPE_SIZE;
  const level = integerOption("clevel", options["clevel"]);
  if (typeSize > 255) throw new UsageError(`--typesize takes 1 to 255, not ${typeSize}`);
  if (level !== undefined && level > 9) throw new UsageError(`--clevel takes 0 to 9, not ${level}`);
  return {
    typeSize,
    level,
    shuffle: options["no-shuffle"] !== true,
    codec: choiceOption(options["codec"], BLOSCPACK_CODECS),
  };
}

/** The number of threads: one per core, unless fewer are requested. */
export function threadsOption(options: Options): number {
  const threads = integerOption("nthreads", options["nthreads"], 1);
  if (threads !== undefined && threads > 256) throw new UsageError(`--nthreads takes 1 to 256, not ${threads}`);
  return Math.min(threads ?? availableParallelism(), availableParallelism());
}

/** The same for the library. */
export function workersOptions(options: Options): Pick<TransferOptions, "workers" | "concurrency"> {
  const threads = threadsOption(options);
  return {
    workers: threads === 1 ? false : undefined,
    ...(threads < availableParallelism() && { concurrency: threads }),
  };
}

export const EXTENSION = ".blp";

/** Marks a file without the extension as packed. */
const STEP = "|bloscpack:";

/** The name of a packed file, without the step that identifies it. */
export function packedName(file: string): string {
  return file.endsWith(STEP) ? file.slice(0, -STEP.length) : file;
}

/** Requires the extension or the step of a packed file, unless the check is turned off. */
/** Returns whether the name identifies a Bloscpack file, by its extension or a step. */
export function namesPack(file: string): boolean {
  return file.toLowerCase().endsWith(EXTENSION) || file.endsWith(STEP);
}

export function checkExtension(file: string, options: Options): void {
  if (options["no-check-extension"] === true || file.endsWith(EXTENSION) || file.endsWith(STEP)) return;
  throw new UsageError(
    `the name "${file}" does not end in ${EXTENSION}`,
    "Pass --no-check-extension to use it anyway.",
  );
}
