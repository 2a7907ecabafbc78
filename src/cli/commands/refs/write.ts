/** The verbs of hyperslab refs that write a set. */
import {
  appendReferences,
  inlineReferences,
  makeReferences,
  rebaseReferences,
  type SavedReferences,
  type SaveReferencesOptions,
  saveReferences,
  saveReferencesAsParquet,
  subchunkReferences,
  verifyReferences,
} from "../../../index.ts";
import { integerOption, listOption, namesOption, textOption } from "../../arguments.ts";
import type { CommandInput } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { counted, formatBytes, formatCount } from "../../output/units.ts";
import { UsageError } from "../../usage-error.ts";
import { appendFiles, isSet } from "./scan.ts";

function saving({ options, store, signal }: CommandInput): SaveReferencesOptions {
  return {
    store,
    signal,
    version: options["version"] === "0" ? 0 : 1,
    templates: options["templates"] === true,
    gen: options["gen"] === true,
    relative: options["relative"] === true,
    overwrite: options["force"] === true,
  };
}

function required(options: CommandInput["options"], name: string): string {
  const value = textOption(options[name]);
  if (value === undefined) throw new UsageError(`--${name} is missing`);
  return value;
}

async function saved({ terminal }: CommandInput, report: SavedReferences, more = ""): Promise<number> {
  if (terminal.json) await terminal.result(report);
  else {
    for (const note of report.notes) terminal.note(`note: ${note}`);
    const { references, targets, bytes, location } = report;
    const what = `${counted(references, "reference")} to ${counted(targets, "target")}`;
    terminal.note(`${what}${more}; ${formatBytes(bytes)} in ${location}`);
  }
  return EXIT.ok;
}

export async function verifySet(input: CommandInput, [set]: readonly string[]): Promise<number> {
  const { terminal, options } = input;
  const bar = terminal.progress();
  const { relative: _, ...given } = saving(input);
  const report = await verifyReferences(set!, {
    ...given,
    values: options["values"] === true,
    record: textOption(options["record"]),
    onProgress: bar.onProgress,
  }).finally(bar.end);
  if (terminal.json) await terminal.result(report);
  else {
    for (const { url, key, problem } of report.faults) {
      await terminal.line(`${[url, key && `(${key})`].filter(Boolean).join(" ")}: ${problem}`);
    }
    const { targets, references, compared, decoded, recorded } = report;
    const parts = [
      `${counted(references, "reference")} to ${counted(targets, "target")}`,
      compared > 0 ? `${formatCount(compared)} compared with the set's records` : "",
      decoded > 0 ? "all values decoded" : "",
      report.ok ? "no problems found" : `${counted(report.faults.length, "fault")}`,
      recorded === undefined ? "" : `recorded in ${recorded}`,
    ];
    terminal.note(parts.filter((part) => part !== "").join("; "));
  }
  return report.ok ? EXIT.ok : EXIT.no;
}

export async function makeSet(input: CommandInput, [source, file]: readonly string[]): Promise<number> {
  const format = input.options["format"] === "zarr3" ? "zarr3" : "zarr2";
  const lenient = input.options["lenient"] === true;
  const report = await makeReferences(source!, file!, { ...saving(input), format, lenient });
  const code = await saved(input, report);
  return report.notes.length > 0 ? EXIT.partial : code;
}

export async function rebaseSet(input: CommandInput, [set, file]: readonly string[]): Promise<number> {
  const pairs = (listOption(input.options["rename"]) ?? []).map((pair): [string, string] => {
    const equals = pair.indexOf("=");
    if (equals < 0) throw new UsageError(`--rename takes OLD=NEW, not "${pair}"`);
    return [pair.slice(0, equals), pair.slice(equals + 1)];
  });
  if (pairs.length === 0) throw new UsageError("--rename is missing");
  const report = await rebaseReferences(set!, file!, { ...saving(input), rename: Object.fromEntries(pairs) });
  return saved(input, report, `, ${formatCount(report.renamed)} renamed`);
}

export async function inlineSet(input: CommandInput, [set, file]: readonly string[]): Promise<number> {
  const { options, terminal } = input;
  const bar = terminal.progress();
  const report = await inlineReferences(set!, file!, {
    ...saving(input),
    threshold: integerOption("threshold", options["threshold"]),
    include: namesOption(options["include"]),
    onProgress: bar.onProgress,
  }).finally(bar.end);
  return saved(input, report, `, ${formatCount(report.inlined)} values inlined`);
}

export async function subchunkSet(input: CommandInput, [set, file]: readonly string[]): Promise<number> {
  const { options } = input;
  const factor = integerOption("factor", required(options, "factor"), 2) ?? 2;
  const array = required(options, "array");
  const report = await subchunkReferences(set!, file!, { ...saving(input), array, factor });
  return saved(input, report, `, chunks of ${report.chunks.join(" x ")}`);
}

export async function appendSets(input: CommandInput, addresses: readonly string[]): Promise<number> {
  const dim = required(input.options, "dim");
  if (!addresses.slice(0, -1).every(isSet)) return appendFiles(input, addresses, dim);
  const report = await appendReferences(addresses.slice(0, -1), addresses.at(-1)!, {
    ...saving(input),
    dim,
    recordSize: integerOption("record-size", input.options["record-size"], 1),
  });
  return saved(input, report, `, ${dim} has ${formatCount(report.length)} elements`);
}

export async function toJson(input: CommandInput, [set, file]: readonly string[]): Promise<number> {
  return saved(input, await saveReferences(set!, file!, saving(input)));
}

export async function toParquet(input: CommandInput, [set, directory]: readonly string[]): Promise<number> {
  const { options, store, signal, terminal } = input;
  const report = await saveReferencesAsParquet(set!, directory!, {
    store,
    signal,
    recordSize: integerOption("record-size", options["record-size"], 1),
    overwrite: options["force"] === true,
    zarr3: options["zarr3"] === true,
  });
  if (terminal.json) await terminal.result(report);
  else {
    const { references, arrays, files, bytes, location } = report;
    const what = `${counted(references, "reference")} of ${counted(arrays, "array")}`;
    terminal.note(`${what}; ${counted(files, "file")}, ${formatBytes(bytes)} in ${location}`);
  }
  return EXIT.ok;
}

export async function genSet(input: CommandInput, [set, file]: readonly string[]): Promise<number> {
  const isExpanded = input.options["expand"] === true;
  return saved(input, await saveReferences(set!, file!, { ...saving(input), gen: !isExpanded }));
}
