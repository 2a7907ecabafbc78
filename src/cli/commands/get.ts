/** hyperslab get */
import { readKey } from "../../index.ts";
import { rangeOption } from "../arguments.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { isStdout, writeOutput } from "../output/output-file.ts";
import { formatBytes } from "../output/units.ts";
import { UsageError } from "../usage-error.ts";

const USAGE = "get ADDRESS KEY [FILE|-] [--range FIRST-LAST]";

export const getCommand: Command = {
  usage: USAGE,
  description:
    "Saves the bytes of one raw key to a file. The file appears only when it is complete. Without FILE, its name is the\n" +
    "last part of the key.",
  takesAddress: true,
  options: {
    range: {
      type: "string",
      value: "RANGE",
      help: "Part of the value: 0-99, 100- (to the end) or -8 (the last eight bytes)",
    },
    force: { type: "boolean", short: "f", help: "Replace an existing file" },
  },
  examples: [
    ["hyperslab get data.zarr t2m/zarr.json", "to zarr.json in this directory"],
    ["hyperslab get data.zip t2m/c/0/0/0 chunk.bin", "one chunk from an archive"],
  ],
  run: async ({ positionals, options, store, terminal, signal }) => {
    const [address, key, named, extra] = positionals;
    if (address === undefined || key === undefined) throw missing(address === undefined ? "address" : "key");
    if (extra !== undefined) throw new UsageError(`"${extra}" is one argument too many`, `Usage: hyperslab ${USAGE}`);
    const file = named ?? key.slice(key.lastIndexOf("/") + 1);
    const written = { bytes: 0 };
    async function* counted(): AsyncGenerator<Uint8Array, void, undefined> {
      for await (const bytes of readKey(address!, key!, { range: rangeOption(options["range"]), store, signal })) {
        written.bytes += bytes.byteLength;
        yield bytes;
      }
    }
    await writeOutput(file, counted(), { terminal, overwrite: options["force"] === true, option: "--force" });
    if (isStdout(file)) return EXIT.ok;
    if (terminal.json) await terminal.result({ file, key, ...written });
    else terminal.note(`${file}: ${formatBytes(written.bytes)}`);
    return EXIT.ok;
  },
};

function missing(what: string): UsageError {
  return new UsageError(`the ${what} is missing`, `Usage: hyperslab ${USAGE}`);
}
