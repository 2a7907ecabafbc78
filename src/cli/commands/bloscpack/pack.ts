/** hyperslab pack */
import { existsSync } from "node:fs";
import { BLOSCPACK_CHECKSUMS, type PackReport, pack } from "../../../index.ts";
import { choiceOption, textOption } from "../../arguments.ts";
import type { Command } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { packLines, verboseOf } from "../../output/bloscpack-verbose.ts";
import { counted, formatBytes } from "../../output/units.ts";
import { UsageError } from "../../usage-error.ts";
import { OBJECTS_OPTIONS, runPackObjects } from "./objects.ts";
import {
  COMPRESSION_OPTIONS,
  compressionOptions,
  EXTENSION,
  RUNNING_OPTIONS,
  threadsOption,
  workersOptions,
} from "./options.ts";

const USAGE = "pack FILE [PACKED] [-c CODEC] [-l LEVEL] [-t TYPESIZE] [-z CHUNK-SIZE] [-k CHECKSUM] [-m METADATA] [-f]";

export const packCommand: Command = {
  usage: USAGE,
  description:
    "Compresses a file with Blosc, chunk by chunk on all cores, into a Bloscpack file of version 3, as blpk compress\n" +
    "does, with its defaults. The packed file is FILE.blp by default.\n" +
    "With --objects every line, value or file is a separate object, readable without the others: in a file of\n" +
    "the variable-length layout once proposed for Bloscpack, or, if PACKED does not end in .blp, a directory of such files.",
  options: {
    ...COMPRESSION_OPTIONS,
    "chunk-size": { type: "string", short: "z", value: "SIZE", help: "Bytes, or 64K, 1.5M, 1G, max (default 1M)" },
    checksum: {
      type: "string",
      short: "k",
      value: "NAME",
      choices: BLOSCPACK_CHECKSUMS,
      help: `${BLOSCPACK_CHECKSUMS.join(", ")} (default adler32)`,
    },
    "no-offsets": {
      type: "boolean",
      short: "o",
      help: "Leave out the offsets of chunks; nothing can be appended later",
    },
    ...OBJECTS_OPTIONS,
    force: { type: "boolean", short: "f", help: "Replace the packed file if there is one" },
    ...RUNNING_OPTIONS,
  },
  examples: [
    ["hyperslab pack data.dat", "to data.dat.blp"],
    ["hyperslab pack -c zstd -l 9 -t 4 -z 4M data.f4 data.blp", "float32 values, as small as possible"],
    ["hyperslab pack --objects lines names.txt names.blp", "each line is an object; dump shows them"],
  ],
  run: async (input) => {
    const { positionals, options, terminal, signal } = input;
    const [file, named, extra] = positionals;
    if (file === undefined) throw new UsageError("the file is missing", `Usage: hyperslab ${USAGE}`);
    if (extra !== undefined) throw new UsageError(`"${extra}" is one argument too many`, `Usage: hyperslab ${USAGE}`);
    const packed = named ?? `${file}${EXTENSION}`;
    if (options["objects"] !== undefined) return runPackObjects(input, file, packed);
    const verbose = verboseOf(input, threadsOption(options));
    const files = [
      ["input", file],
      ["output", packed],
    ] as const;
    verbose.begin("compression", files, existsSync(packed) ? packed : undefined);
    const bar = terminal.progress();
    const report = await pack(file, packed, {
      ...compressionOptions(options),
      chunkSize: textOption(options["chunk-size"]),
      checksum: choiceOption(options["checksum"], BLOSCPACK_CHECKSUMS),
      offsets: options["no-offsets"] !== true,
      metadataFile: textOption(options["metadata"]),
      overwrite: options["force"] === true,
      ...workersOptions(options),
      signal,
      onProgress: bar.onProgress,
    }).finally(bar.end);
    verbose.end(packLines(report));
    if (terminal.json) await terminal.result({ file: packed, ...report });
    else terminal.note(summary(packed, report));
    return EXIT.ok;
  },
};

function summary(file: string, { bytesIn, bytesOut, chunks }: PackReport): string {
  const ratio = bytesOut === 0 ? 0 : bytesIn / bytesOut;
  return `${file}: ${formatBytes(bytesIn)} to ${formatBytes(bytesOut)} (${ratio.toFixed(2)}x) in ${counted(chunks, "chunk")}`;
}
