/** hyperslab unpack */
import { existsSync } from "node:fs";
import { type LostChunk, OBJECT_SOURCES, unpack } from "../../../index.ts";
import type { Command } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { blpkLines, metadataLines } from "../../output/bloscpack-lines.ts";
import { unpackLines, verboseOf } from "../../output/bloscpack-verbose.ts";
import { isTrue } from "../../output/python-print.ts";
import { counted, formatBytes } from "../../output/units.ts";
import { UsageError } from "../../usage-error.ts";
import { runUnpackObjects } from "./objects.ts";
import { checkExtension, EXTENSION, packedName, RUNNING_OPTIONS, threadsOption, workersOptions } from "./options.ts";

const USAGE = "unpack PACKED [FILE] [--salvage] [-f]";

export const unpackCommand: Command = {
  usage: USAGE,
  description:
    "Restores the file that was packed, from a Bloscpack file of version 1, 2 or 3, here or on a server, as blpk\n" +
    "decompress does. Every checksum is compared. The file is PACKED without .blp by default. With --salvage\n" +
    "the intact chunks of a damaged file are written to their places. Lost chunks are listed and become zeros, and the\n" +
    "exit code is 1.",
  takesAddress: true,
  options: {
    salvage: { type: "boolean", help: "Save what can be read from a damaged file" },
    "no-check-extension": { type: "boolean", short: "e", help: "Do not require the extension .blp" },
    objects: {
      type: "string",
      value: "KIND",
      choices: OBJECT_SOURCES,
      help: "Variable-length objects to lines of text, json (a list), or files",
    },
    force: { type: "boolean", short: "f", help: "Replace the file if there is one" },
    ...RUNNING_OPTIONS,
  },
  examples: [
    ["hyperslab unpack data.dat.blp", "to data.dat"],
    ["hyperslab unpack https://example.org/data.blp data.dat", "from a server"],
    ["hyperslab unpack --salvage broken.blp rest.dat", "what is left of it"],
  ],
  run: async (input) => {
    const { positionals, options, store, terminal, signal } = input;
    const [packed, named, extra] = positionals;
    if (packed === undefined) throw new UsageError("the packed file is missing", `Usage: hyperslab ${USAGE}`);
    if (extra !== undefined) throw new UsageError(`"${extra}" is one argument too many`, `Usage: hyperslab ${USAGE}`);
    if (options["objects"] !== undefined) return runUnpackObjects(input, packed, named);
    checkExtension(packed, options);
    const file = named ?? fileOf(packed);
    const verbose = verboseOf(input, threadsOption(options));
    const files = [
      ["input", packed],
      ["output", file],
    ] as const;
    verbose.begin("decompression", files, existsSync(file) ? file : undefined);
    const bar = terminal.progress();
    const report = await unpack(packed, file, {
      salvage: options["salvage"] === true,
      overwrite: options["force"] === true,
      ...workersOptions(options),
      store,
      signal,
      onProgress: bar.onProgress,
    }).finally(bar.end);
    const { metadataTree, ...plain } = report;
    const { bytesOut, chunks, lost, lostMetadata } = plain;
    verbose.end(unpackLines(report));
    if (terminal.json) await terminal.result({ file, ...plain });
    else {
      if (metadataTree !== undefined && isTrue(metadataTree))
        await terminal.line(blpkLines(metadataLines(metadataTree)));
      terminal.note(`${file}: ${formatBytes(bytesOut)} of ${counted(chunks, "chunk")}`);
      if (lostMetadata !== undefined) terminal.errors.line(`lost: the metadata: ${lostMetadata}`);
      for (const chunk of lost) terminal.errors.line(lossText(chunk));
    }
    return lost.length === 0 && lostMetadata === undefined ? EXIT.ok : EXIT.no;
  },
};

function lossText({ chunk, start, length, reason }: LostChunk): string {
  const what = length === 0 ? `lost: everything from chunk ${chunk} on` : `lost: chunk ${chunk}`;
  const bytes = length === 0 ? `byte ${start}` : `bytes ${start} to ${start + length - 1}`;
  return `${what} (${bytes}): ${reason}`;
}

/** The name without its extension, in the current directory if it is on a server. */
function fileOf(address: string): string {
  const packed = packedName(address);
  if (!packed.endsWith(EXTENSION)) {
    throw new UsageError("the name of the unpacked file is missing", `Usage: hyperslab ${USAGE}`);
  }
  const name = packed.slice(0, -EXTENSION.length);
  return /^[a-z][a-z0-9+.-]+:/i.test(packed) ? name.slice(name.lastIndexOf("/") + 1) : name;
}
