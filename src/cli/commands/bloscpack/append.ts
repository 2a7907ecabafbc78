/** hyperslab append */
import { type AppendReport, append, importArray } from "../../../index.ts";
import { requireArguments, textOption } from "../../arguments.ts";
import type { Command, CommandInput } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { appendLines, verboseOf } from "../../output/bloscpack-verbose.ts";
import { counted, formatBytes, shapeText } from "../../output/units.ts";
import { UsageError } from "../../usage-error.ts";
import { FORM_OPTION, formOf, valueInput } from "../../value-file.ts";
import { APPENDED_OBJECTS, runAppendObjects } from "./objects.ts";
import {
  COMPRESSION_OPTIONS,
  checkExtension,
  compressionOptions,
  namesPack,
  RUNNING_OPTIONS,
  threadsOption,
  workersOptions,
} from "./options.ts";

const USAGE = "append ADDRESS|PACKED FILE|- [options]";

export const appendCommand: Command = {
  usage: USAGE,
  description:
    "Appends the values of a .npy, CSV or raw file to an array, which grows along one dimension.\n" +
    "\n" +
    "If the name ends in .blp, appends the bytes of a file to a Bloscpack file in place, as blpk append does: the last chunk\n" +
    "is filled up, others follow. If it is interrupted at any moment, the packed file has either its old or its new\n" +
    "content. A NumPy array in the packed file grows along its first dimension.",
  takesAddress: true,
  options: {
    as: FORM_OPTION,
    along: {
      type: "string",
      value: "DIM",
      help: "The dimension of an array that grows: its name or number (default 0)",
    },
    ...COMPRESSION_OPTIONS,
    metadata: {
      type: "string",
      short: "m",
      value: "FILE",
      help: "A JSON file that replaces the metadata",
    },
    objects: {
      type: "string",
      value: "KIND",
      choices: APPENDED_OBJECTS,
      help: "FILE holds variable-length objects: lines of text, or json (a list)",
    },
    "no-check-extension": { type: "boolean", short: "e", help: "Do not require the extension .blp" },
    ...RUNNING_OPTIONS,
  },
  examples: [
    ["hyperslab append data.zarr::t2m january.npy --along time", "more steps"],
    ["hyperslab append data.blp more.dat", "what data.blp unpacks to now ends with more.dat"],
  ],
  run: async (input) => {
    const { positionals, options, terminal, signal } = input;
    const [packed, file] = requireArguments(positionals, USAGE, ["address", "file"]);
    if (options["objects"] !== undefined) return runAppendObjects(input, packed!, file!);
    if (isArray(packed!, options)) return appendValues(input, packed!, file!);
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

/** The bytes of any file can be appended to a Bloscpack file; everything else is an array. */
function isArray(address: string, options: CommandInput["options"]): boolean {
  const isPacked = namesPack(address) || options["no-check-extension"] === true;
  const misplaced = isPacked ? ["as", "along"].find((name) => options[name] !== undefined) : undefined;
  if (misplaced === undefined) return !isPacked;
  throw new UsageError(
    `--${misplaced} is not for Bloscpack files, to which the bytes of a file are appended`,
    "Append the raw elements: hyperslab append data.blp more.raw.",
  );
}

async function appendValues(
  { options, store, stdin, terminal, signal }: CommandInput,
  address: string,
  file: string,
): Promise<number> {
  const bar = terminal.progress();
  try {
    const along = textOption(options["along"]) ?? "0";
    const report = await importArray(address, valueInput(file, stdin, signal), {
      format: formOf(file, options["as"]),
      append: /^\d+$/.test(along) ? Number(along) : along,
      store,
      signal,
      onProgress: bar.onProgress,
    });
    bar.end();
    if (terminal.json) await terminal.result({ file, ...report });
    else {
      const grown = `the array's shape is now ${shapeText(report.arrayShape)}`;
      terminal.note(`${file}: ${counted(report.elements, "element")} appended, ${grown}`);
    }
    return EXIT.ok;
  } finally {
    bar.end();
  }
}
