/** hyperslab append */
import { type AppendReport, append } from "../../index.ts";
import { requireArguments, textOption } from "../arguments.ts";
import { APPENDED_OBJECTS, runAppendObjects } from "../bloscpack-objects.ts";
import {
  COMPRESSION_OPTIONS,
  checkExtension,
  compressionOptions,
  RUNNING_OPTIONS,
  threadsOption,
  workersOptions,
} from "../bloscpack-options.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { appendLines, verboseOf } from "../output/bloscpack-verbose.ts";
import { counted, formatBytes } from "../output/units.ts";

const USAGE = "append PACKED FILE [-c CODEC] [-l LEVEL] [-t TYPESIZE] [-s] [-m METADATA]";

export const appendCommand: Command = {
  usage: USAGE,
  description:
    "Appends a file to a Bloscpack file in place, as blpk append does: the last chunk is filled up, others follow. If it\n" +
    "is interrupted at any moment, the packed file is what it was, or what it was to become. An array of NumPy in the\n" +
    "packed file grows along its first dimension.",
  options: {
    ...COMPRESSION_OPTIONS,
    metadata: {
      type: "string",
      short: "m",
      value: "FILE",
      help: "A file with JSON, in place of the metadata there are",
    },
    objects: {
      type: "string",
      value: "KIND",
      choices: APPENDED_OBJECTS,
      help: "FILE holds variable-length objects: lines of a text, or json (a list)",
    },
    "no-check-extension": { type: "boolean", short: "e", help: "Do not ask for the extension .blp" },
    ...RUNNING_OPTIONS,
  },
  examples: [["hyperslab append data.blp more.dat", "what data.blp unpacks to now ends with more.dat"]],
  run: async (input) => {
    const { positionals, options, terminal, signal } = input;
    const [packed, file] = requireArguments(positionals, USAGE, ["packed file", "file"]);
    if (options["objects"] !== undefined) return runAppendObjects(input, packed!, file!);
    checkExtension(packed!, options);
    const verbose = verboseOf(input, threadsOption(options));
    const files = [
      ["original", packed!],
      ["new", file!],
    ] as const;
    verbose.begin("append", files, undefined);
    const bar = terminal.progress();
    const report = await append(packed!, file!, {
      ...compressionOptions(options),
      metadataFile: textOption(options["metadata"]),
      ...workersOptions(options),
      signal,
      onProgress: bar.onProgress,
    }).finally(bar.end);
    verbose.end(appendLines(report));
    if (terminal.json) await terminal.result({ file: packed, ...report });
    else terminal.note(summary(packed!, report));
    return EXIT.ok;
  },
};

function summary(file: string, { bytesIn, chunks, sizeBefore, sizeAfter }: AppendReport): string {
  const grown = `${formatBytes(sizeBefore)} to ${formatBytes(sizeAfter)}`;
  return `${file}: ${formatBytes(bytesIn)} appended, ${counted(chunks, "new chunk")}; ${grown}`;
}
