/** hyperslab zip */
import { repackArchive } from "../../../index.ts";
import type { Command } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { counted, formatBytes } from "../../output/units.ts";
import { UsageError } from "../../usage-error.ts";

const USAGE = "zip repack FILE";

export const zipCommand: Command = {
  usage: USAGE,
  description:
    "Removes unused space from a zip archive: replaced or deleted values, old directories, gaps. A new file is written\n" +
    "next to the archive and replaces it when complete, so there must be room for both. If anything fails, the archive is\n" +
    "unchanged. Nothing is recompressed, and values are checked against their checksums where they have one.",
  options: {},
  examples: [
    ["hyperslab zip repack data.zip", "after many changes"],
    ["hyperslab zip repack data.zip --json | jq .bytesFreed", "the bytes it freed, for a script"],
  ],
  run: async ({ positionals, terminal, signal }) => {
    const [verb, file, extra] = positionals;
    if (verb !== "repack") {
      throw new UsageError(
        verb === undefined ? "the verb is missing" : `zip has no verb "${verb}"`,
        `Usage: hyperslab ${USAGE}`,
      );
    }
    if (file === undefined) throw new UsageError("the file is missing", `Usage: hyperslab ${USAGE}`);
    if (extra !== undefined) throw new UsageError(`"${extra}" is one argument too many`, `Usage: hyperslab ${USAGE}`);
    const bar = terminal.progress();
    const report = await repackArchive(file, { signal, onProgress: bar.onProgress }).finally(bar.end);
    if (terminal.json) await terminal.result(report);
    else {
      const { entries, bytesBefore, bytes, bytesFreed } = report;
      const gain = bytesFreed > 0 ? `${formatBytes(bytesFreed)} freed` : "nothing to free";
      terminal.note(`${counted(entries, "value")}; ${formatBytes(bytesBefore)} to ${formatBytes(bytes)}: ${gain}`);
    }
    return EXIT.ok;
  },
};
