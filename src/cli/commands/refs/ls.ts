/** hyperslab refs ls */
import { eachReference, listReferences } from "../../../index.ts";
import type { CommandInput } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { counted, formatBytes, formatCount } from "../../output/units.ts";

/** The number shown as text. */
const MOST_TARGETS = 20;

/** Shows arrays and targets of a set, or every key. */
export async function listSet(input: CommandInput, [set]: readonly string[]): Promise<number> {
  const { terminal, store, signal, options } = input;
  if (options["keys"] === true) {
    for await (const reference of eachReference(set!, { store, signal })) {
      if (terminal.json) await terminal.result(reference);
      else {
        const { key, url, offset, length, problem } = reference;
        const range = offset === undefined ? "" : ` ${offset} ${length}`;
        const where = url === undefined ? `(${length} bytes here)` : `${url}${range}`;
        await terminal.line(`${key}\t${problem ?? where}`);
      }
    }
    return EXIT.ok;
  }
  const report = await listReferences(set!, { store, signal });
  if (terminal.json) {
    await terminal.result(report);
    return EXIT.ok;
  }
  const { references, inline: within, malformed, folders, targets, notes } = report;
  await terminal.line(`${counted(references, "key")}, ${formatCount(within)} of them in the set`);
  if (malformed > 0) await terminal.line(`${counted(malformed, "key")} malformed`);
  for (const { path, references: count, bytes } of folders) {
    await terminal.line(`  ${path === "" ? "/" : path}: ${counted(count, "key")}, ${formatBytes(bytes)}`);
  }
  await terminal.line(counted(targets.length, "target"));
  for (const { url, references: count, end } of targets.slice(0, MOST_TARGETS)) {
    await terminal.line(`  ${url}: ${counted(count, "reference")}${end > 0 ? `, up to byte ${end}` : ""}`);
  }
  if (targets.length > MOST_TARGETS) await terminal.line(`  and ${targets.length - MOST_TARGETS} more; see --json`);
  for (const note of notes) terminal.note(`note: ${note}`);
  return EXIT.ok;
}
