/** hyperslab ls, cat, get and put: the raw keys of a store, whatever the format. */

import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { type ListedKey, listKeys, readKey, writeKey } from "../../../index.ts";
import { rangeOption, requireArguments } from "../../arguments.ts";
import type { Command } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { isStdout, writeOutput } from "../../output/output-file.ts";
import type { Style } from "../../output/style.ts";
import { formatBytes, printable } from "../../output/units.ts";
import { UsageError } from "../../usage-error.ts";

const RANGE_OPTION = {
  type: "string",
  value: "RANGE",
  help: "Part of the value: 0-99, 100- (to the end) or -8 (the last eight bytes)",
} as const;

const LS_USAGE = "ls ADDRESS [-r] [-l]";

export const lsCommand: Command = {
  usage: LS_USAGE,
  description:
    "Lists the raw keys of a store in sorted order, whatever the format. The part of the address after :: is a prefix of\n" +
    "keys. Over HTTP this needs a server with index pages.",
  takesAddress: true,
  options: {
    recursive: { type: "boolean", short: "r", help: "List keys at every depth, not only one level" },
    long: { type: "boolean", short: "l", help: "Show sizes in bytes before the keys" },
  },
  examples: [
    ["hyperslab ls data.zarr", "one level; prefixes end with a slash"],
    ["hyperslab ls data.zarr::t2m -r -l", "every key of one array, with sizes"],
    ["hyperslab ls data.zip -r --json", "for a script"],
  ],
  run: async ({ positionals, options, store, terminal, signal }) => {
    const [address] = requireArguments(positionals, LS_USAGE);
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

const CAT_USAGE = "cat ADDRESS KEY [--range FIRST-LAST] [--pretty]";

export const catCommand: Command = {
  usage: CAT_USAGE,
  description:
    "Writes the bytes of one raw key to stdout, unchanged. Bytes that are not text are written to a terminal only with\n" +
    "--force.",
  takesAddress: true,
  options: {
    range: RANGE_OPTION,
    pretty: { type: "boolean", help: "Indent a JSON document" },
    force: { type: "boolean", short: "f", help: "Write to a terminal even if the bytes are not text" },
  },
  examples: [
    ["hyperslab cat data.zarr zarr.json --pretty", "a document, indented"],
    ["hyperslab cat data.zarr t2m/c/0/0/0 --range 0-15 | xxd", "the first bytes of a chunk"],
    ["hyperslab cat data.zarr t2m/c/0/0/0 --range -4 | xxd", "its last four"],
  ],
  run: async ({ positionals, options, store, terminal, signal }) => {
    const [address, key] = requireArguments(positionals, CAT_USAGE, ["address", "key"]);
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

/**
 * UTF-8 without control characters that a terminal would interpret; the last character may be truncated at the end of a
 * piece.
 */
function isText(bytes: Uint8Array): boolean {
  if (bytes.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return !bytes.includes(0x7f);
  } catch {
    return false;
  }
}

const GET_USAGE = "get ADDRESS KEY [FILE|-] [--range FIRST-LAST]";

export const getCommand: Command = {
  usage: GET_USAGE,
  description:
    "Saves the bytes of one raw key to a file. The file appears only when it is complete. Without FILE, its name is the\n" +
    "last part of the key.",
  takesAddress: true,
  options: {
    range: RANGE_OPTION,
    force: { type: "boolean", short: "f", help: "Replace an existing file" },
  },
  examples: [
    ["hyperslab get data.zarr t2m/zarr.json", "to zarr.json in this directory"],
    ["hyperslab get data.zip t2m/c/0/0/0 chunk.bin", "one chunk from an archive"],
  ],
  run: async ({ positionals, options, store, terminal, signal }) => {
    const { address, key, named } = keyArguments(positionals, GET_USAGE);
    const file = named ?? key.slice(key.lastIndexOf("/") + 1);
    const written = { bytes: 0 };
    async function* counted(): AsyncGenerator<Uint8Array, void, undefined> {
      for await (const bytes of readKey(address, key, { range: rangeOption(options["range"]), store, signal })) {
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

/** The arguments ADDRESS KEY [FILE]. */
function keyArguments(
  [address, key, named, extra]: readonly string[],
  usage: string,
): { readonly address: string; readonly key: string; readonly named: string | undefined } {
  const hint = `Usage: hyperslab ${usage}`;
  if (address === undefined) throw new UsageError("the address is missing", hint);
  if (key === undefined) throw new UsageError("the key is missing", hint);
  if (extra !== undefined) throw new UsageError(`"${extra}" is one argument too many`, hint);
  return { address, key, named };
}

const PUT_USAGE = "put ADDRESS KEY [FILE|-]";

/** Documents whose content may be repeated in consolidated metadata. */
const DOCUMENT = /(?:^|\/)(?:zarr\.json|\.zarray|\.zgroup|\.zattrs)$/;

export const putCommand: Command = {
  usage: PUT_USAGE,
  description:
    "Stores a file, or the bytes from stdin, under a raw key, completely or not at all. An existing value is replaced only\n" +
    "with --force. This is for repairs: the bytes are not checked.",
  takesAddress: true,
  options: { force: { type: "boolean", short: "f", help: "Replace an existing value" } },
  examples: [
    ["hyperslab put data.zarr t2m/zarr.json fixed.json --force", "a repaired document"],
    ["hyperslab cat good.zarr t2m/c/0/0/0 | hyperslab put bad.zarr t2m/c/0/0/0", "a lost chunk, from another copy"],
  ],
  run: async ({ positionals, options, store, terminal, stdin, signal }) => {
    const { address, key, named: file = "-" } = keyArguments(positionals, PUT_USAGE);
    const value = file === "-" ? await readAll(stdin) : await readFile(file, { signal });
    const report = await writeKey(address, key, value, { overwrite: options["force"] === true, store, signal });
    if (terminal.json) await terminal.result(report);
    else {
      terminal.note(`${key} ${report.replaced ? "replaced" : "stored"}: ${formatBytes(report.bytes)}`);
      if (DOCUMENT.test(key)) {
        terminal.note(
          "If the hierarchy is consolidated, run hyperslab consolidate: its consolidated metadata still has the old document.",
        );
      }
    }
    return EXIT.ok;
  },
};

async function readAll(stdin: (Readable & { readonly isTTY?: boolean }) | undefined): Promise<Uint8Array> {
  if (stdin === undefined || stdin.isTTY === true) {
    throw new UsageError("stdin is a terminal", "Name a file, or pipe the bytes in.");
  }
  const parts: Uint8Array[] = [];
  for await (const part of stdin) parts.push(part);
  return Buffer.concat(parts);
}
