/** Options that `pack` and `append` share, in the words of blpk. */
import { availableParallelism } from "node:os";
import { BLOSCPACK_CODECS, type CompressionOptions, type TransferOptions } from "../index.ts";
import { choiceOption, integerOption } from "./arguments.ts";
import type { CommandInput, OptionDefinitions } from "./command.ts";
import { UsageError } from "./usage-error.ts";

type Options = CommandInput["options"];

export const COMPRESSION_OPTIONS: OptionDefinitions = {
  typesize: { type: "string", short: "t", value: "N", help: "Bytes an element, for shuffling: 1 to 255 (default 8)" },
  clevel: { type: "string", short: "l", value: "N", help: "Compression level, 0 to 9 (default 7)" },
  "no-shuffle": { type: "boolean", short: "s", help: "Do not shuffle bytes" },
  codec: {
    type: "string",
    short: "c",
    value: "CODEC",
    choices: BLOSCPACK_CODECS,
    help: `${BLOSCPACK_CODECS.join(", ")} (default blosclz)`,
  },
  metadata: { type: "string", short: "m", value: "FILE", help: "A file with JSON, put into the packed file" },
};

export const RUNNING_OPTIONS: OptionDefinitions = {
  nthreads: { type: "string", short: "n", value: "N", help: "Threads, 1 to 256 (default and at most: the cores)" },
  verbose: { type: "boolean", short: "v", help: "Say what is done, in the words of blpk --verbose, on stderr" },
  debug: { type: "boolean", short: "d", help: "As --verbose, with the options, and the stack of an error" },
};

/** blpk takes 8 for the type size, whatever the file that is appended to says. */
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

/** How many threads there are to be: as many as there are cores, unless fewer are asked for. */
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

/** Says of a file without the extension that it is packed. */
const STEP = "|bloscpack:";

/** The name of a packed file, without the step that says what it is. */
export function packedName(file: string): string {
  return file.endsWith(STEP) ? file.slice(0, -STEP.length) : file;
}

/** A packed file has its extension or its step, unless that is not to be looked at. */
/** Does the name say that this is a Bloscpack file, by its extension or a step? */
export function namesPack(file: string): boolean {
  return file.toLowerCase().endsWith(EXTENSION) || file.endsWith(STEP);
}

export function checkExtension(file: string, options: Options): void {
  if (options["no-check-extension"] === true || file.endsWith(EXTENSION) || file.endsWith(STEP)) return;
  throw new UsageError(
    `the name "${file}" does not end in ${EXTENSION}`,
    "Pass --no-check-extension to take it all the same.",
  );
}
