/** hyperslab put */
import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { writeKey } from "../../index.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { formatBytes } from "../output/units.ts";
import { UsageError } from "../usage-error.ts";

const USAGE = "put ADDRESS KEY [FILE|-]";

/** Documents whose content may be repeated in consolidated metadata. */
const DOCUMENT = /(?:^|\/)(?:zarr\.json|\.zarray|\.zgroup|\.zattrs)$/;

export const putCommand: Command = {
  usage: USAGE,
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
    const [address, key, file = "-", extra] = positionals;
    if (address === undefined || key === undefined) {
      const what = address === undefined ? "address" : "key";
      throw new UsageError(`the ${what} is missing`, `Usage: hyperslab ${USAGE}`);
    }
    if (extra !== undefined) throw new UsageError(`"${extra}" is one argument too many`, `Usage: hyperslab ${USAGE}`);
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
