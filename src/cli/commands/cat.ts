/** hyperslab cat */
import { readKey } from "../../index.ts";
import { rangeOption, requireArguments } from "../arguments.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { UsageError } from "../usage-error.ts";

const USAGE = "cat ADDRESS KEY [--range FIRST-LAST] [--pretty]";

export const catCommand: Command = {
  usage: USAGE,
  description:
    "Writes the bytes of one raw key to stdout, unchanged. Bytes that are not text are written to a terminal only with\n" +
    "--force.",
  takesAddress: true,
  options: {
    range: {
      type: "string",
      value: "RANGE",
      help: "Part of the value: 0-99, 100- (to the end) or -8 (the last eight bytes)",
    },
    pretty: { type: "boolean", help: "Indent a JSON document" },
    force: { type: "boolean", short: "f", help: "Write to a terminal even if the bytes are not text" },
  },
  examples: [
    ["hyperslab cat data.zarr zarr.json --pretty", "a document, indented"],
    ["hyperslab cat data.zarr t2m/c/0/0/0 --range 0-15 | xxd", "the first bytes of a chunk"],
    ["hyperslab cat data.zarr t2m/c/0/0/0 --range -4 | xxd", "its last four"],
  ],
  run: async ({ positionals, options, store, terminal, signal }) => {
    const [address, key] = requireArguments(positionals, USAGE, ["address", "key"]);
    const range = rangeOption(options["range"]);
    const guarded = terminal.isTerminal && options["force"] !== true;
    for await (const bytes of readKey(address!, key!, { range, pretty: options["pretty"] === true, store, signal })) {
      if (guarded && !isText(bytes)) {
        throw new UsageError("the bytes are not text, and stdout is a terminal", "Pipe the output, or pass --force.");
      }
      await terminal.bytes(bytes);
    }
    return EXIT.ok;
  },
};

/** UTF-8 without control characters that a terminal acts on; the last character may be cut off by the end of a piece. */
function isText(bytes: Uint8Array): boolean {
  if (bytes.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return !bytes.includes(0x7f);
  } catch {
    return false;
  }
}
