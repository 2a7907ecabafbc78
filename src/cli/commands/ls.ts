/** hyperslab ls */
import { type ListedKey, listKeys } from "../../index.ts";
import { requireArguments } from "../arguments.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import type { Style } from "../output/style.ts";
import { printable } from "../output/units.ts";

const USAGE = "ls ADDRESS [-r] [-l]";

export const lsCommand: Command = {
  usage: USAGE,
  description:
    "Lists the raw keys of a store in sorted order, whatever the format. The part of the address after :: is a prefix of\n" +
    "keys. Over HTTP this needs a server with index pages.",
  takesAddress: true,
  options: {
    recursive: { type: "boolean", short: "r", help: "List keys at every depth, not one level only" },
    long: { type: "boolean", short: "l", help: "Show sizes in bytes before the keys" },
  },
  examples: [
    ["hyperslab ls data.zarr", "one level; prefixes end with a slash"],
    ["hyperslab ls data.zarr::t2m -r -l", "every key of one array, with sizes"],
    ["hyperslab ls data.zip -r --json", "for a script"],
  ],
  run: async ({ positionals, options, store, terminal, signal }) => {
    const [address] = requireArguments(positionals, USAGE);
    const long = options["long"] === true;
    const keys = listKeys(address!, { recursive: options["recursive"] === true, sizes: long, store, signal });
    let count = 0;
    for await (const listed of keys) {
      signal.throwIfAborted();
      if (terminal.json) await terminal.line(`${count === 0 ? "[" : ","} ${JSON.stringify(listed)}`);
      else await terminal.line(keyLine(listed, long, terminal.style));
      count += 1;
    }
    if (terminal.json) await terminal.line("]");
    return EXIT.ok;
  },
};

const SIZE_WIDTH = 12;

function keyLine({ kind, key, size }: ListedKey, long: boolean, style: Style): string {
  const name = kind === "prefix" ? style.bold(`${printable(key)}/`) : printable(key);
  return long ? `${(size === undefined ? "-" : String(size)).padStart(SIZE_WIDTH)}  ${name}` : name;
}
