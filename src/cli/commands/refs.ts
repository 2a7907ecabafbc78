/** hyperslab refs */
import {
  appendReferences,
  eachReference,
  inlineReferences,
  listReferences,
  makeReferences,
  rebaseReferences,
  type SavedReferences,
  type SaveReferencesOptions,
  saveReferences,
  saveReferencesAsParquet,
  subchunkReferences,
  verifyReferences,
} from "../../index.ts";
import { integerOption, listOption, namesOption, textOption } from "../arguments.ts";
import type { Command, CommandInput } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { counted, formatBytes, formatCount } from "../output/units.ts";
import { UsageError } from "../usage-error.ts";
import { appendFiles, isSet, SCAN_OPTIONS, scanFiles } from "./refs-scan.ts";

type Run = (input: CommandInput, addresses: readonly string[]) => Promise<number>;

interface Verb {
  /** What follows the verb. */
  readonly takes: string;
  /** How many addresses. */
  readonly least: number;
  readonly most: number;
  readonly run: Run;
}

const VERBS: Readonly<Record<string, Verb>> = {
  scan: { takes: "FILE... SET [--concat DIM]", least: 2, most: Number.POSITIVE_INFINITY, run: scanFiles },
  combine: { takes: "SET... NEW [--concat DIM]", least: 2, most: Number.POSITIVE_INFINITY, run: scanFiles },
  ls: { takes: "SET [--keys]", least: 1, most: 1, run: list },
  verify: { takes: "SET [--values] [--record FILE]", least: 1, most: 1, run: verify },
  make: { takes: "SOURCE FILE [--format FORMAT]", least: 2, most: 2, run: make },
  rebase: { takes: "SET FILE --rename OLD=NEW...", least: 2, most: 2, run: rebase },
  inline: { takes: "SET FILE [--threshold BYTES] [--include NAMES]", least: 2, most: 2, run: inline },
  subchunk: { takes: "SET FILE --array PATH --factor N", least: 2, most: 2, run: subchunk },
  append: { takes: "SET MORE... NEW --dim NAME", least: 3, most: Number.POSITIVE_INFINITY, run: append },
  "to-json": { takes: "SET FILE [--version N] [--templates] [--gen]", least: 2, most: 2, run: toJson },
  "to-parquet": { takes: "SET DIRECTORY [--record-size N]", least: 2, most: 2, run: toParquet },
  gen: { takes: "SET FILE [--expand]", least: 2, most: 2, run: gen },
};

const USAGE = `refs ${Object.keys(VERBS).join("|")} SET [FILE] [options]`;

export const refsCommand: Command = {
  usage: USAGE,
  description:
    "Works on reference sets (Kerchunk): files that say where the chunks of a dataset lie in other files.\n" +
    "  scan      makes a set of netCDF, HDF5, GRIB, TIFF or FITS files (patterns such as data/*.nc; - is a list on stdin)\n" +
    "  combine   the same for sets that were made before, files among them\n" +
    "  ls        shows arrays and targets; with --keys every key\n" +
    "  verify    asks every target: is it there, long enough, and what the set records of it? Exit code 1 if not\n" +
    "  make      writes a set of an existing dataset, of which nothing is copied\n" +
    "  rebase    gives targets other names, without asking any server\n" +
    "  inline    takes small values into the set\n" +
    "  subchunk  cuts the chunks of an uncompressed array into smaller ones\n" +
    "  append    joins sets and files along a dimension\n" +
    "  to-json   writes a set of any kind as JSON; --templates and --gen make it smaller\n" +
    "  to-parquet  writes it as a directory of Parquet files\n" +
    "  gen       writes regular references as gen, or with --expand as single ones",
  takesAddress: true,
  takesTarget: true,
  options: {
    ...SCAN_OPTIONS,
    keys: { type: "boolean", help: "ls: every key with its target" },
    values: { type: "boolean", help: "verify: also read and decode every chunk" },
    record: { type: "string", value: "FILE", help: "verify: save the set with the sizes and versions of its targets" },
    rename: {
      type: "string",
      value: "OLD=NEW",
      multiple: true,
      help: "rebase: the beginning of URLs; may be repeated",
    },
    threshold: {
      type: "string",
      value: "BYTES",
      help: "inline: take in values of at most this many bytes (default 500)",
    },
    include: { type: "string", value: "NAMES", multiple: true, help: "inline: only those of these arrays" },
    array: { type: "string", value: "PATH", help: "subchunk: the array" },
    factor: { type: "string", value: "N", help: "subchunk: into how many parts each chunk is cut" },
    dim: { type: "string", value: "NAME", help: "append: the dimension that grows" },
    format: {
      type: "string",
      value: "FORMAT",
      choices: ["zarr2", "zarr3"],
      help: "make, scan: documents of foreign files",
    },
    version: { type: "string", value: "N", choices: ["0", "1"], help: "The version of the specification (default 1)" },
    templates: { type: "boolean", help: "Shorten URLs by templates" },
    gen: { type: "boolean", help: "Write regular references as gen, which fsspec leaves out by default" },
    expand: { type: "boolean", help: "gen: write single references instead" },
    "record-size": { type: "string", value: "N", help: "to-parquet, scan: references per file (default 10000)" },
    relative: { type: "boolean", help: "Write URLs beside the new set as relative ones" },
    force: { type: "boolean", short: "f", help: "Replace the file" },
  },
  examples: [
    ["hyperslab refs scan 'data/*.nc' all.parq --concat time", "ten thousand files as one dataset"],
    ["hyperslab refs make data.nc data.json", "refer to the chunks of a file"],
    ["hyperslab refs ls air.json", "arrays and targets"],
    ["hyperslab refs verify air.json --record air-checked.json", "check, and remember versions"],
    ["hyperslab refs rebase air.json cloud.json --rename /data=s3://bucket/data", "after an upload"],
    ["hyperslab refs append 2023.json 2024.json all.json --dim time", "two years as one"],
    ["hyperslab refs to-json air.json.zst small.json --templates", "a plain, shorter file"],
  ],
  run: async (input) => {
    const [word, ...addresses] = input.positionals;
    const verb = word !== undefined && Object.hasOwn(VERBS, word) ? VERBS[word] : undefined;
    if (verb === undefined) {
      throw new UsageError(
        word === undefined ? "the verb is missing" : `refs knows no "${word}"`,
        `Usage: hyperslab ${USAGE}`,
      );
    }
    const usage = `Usage: hyperslab refs ${word} ${verb.takes}`;
    if (addresses.length < verb.least) throw new UsageError(`refs ${word} needs ${verb.least} addresses`, usage);
    if (addresses.length > verb.most) throw new UsageError(`"${addresses[verb.most]}" is one argument too many`, usage);
    return verb.run(input, addresses);
  },
};

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

async function list(input: CommandInput, [set]: readonly string[]): Promise<number> {
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

/** Shown as text. */
const MOST_TARGETS = 20;

async function verify(input: CommandInput, [set]: readonly string[]): Promise<number> {
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
      compared > 0 ? `${formatCount(compared)} compared with what the set records` : "",
      decoded > 0 ? "all values decoded" : "",
      report.ok ? "nothing is wrong" : `${counted(report.faults.length, "fault")}`,
      recorded === undefined ? "" : `recorded in ${recorded}`,
    ];
    terminal.note(parts.filter((part) => part !== "").join("; "));
  }
  return report.ok ? EXIT.ok : EXIT.no;
}

async function make(input: CommandInput, [source, file]: readonly string[]): Promise<number> {
  const format = input.options["format"] === "zarr3" ? "zarr3" : "zarr2";
  return saved(input, await makeReferences(source!, file!, { ...saving(input), format }));
}

async function rebase(input: CommandInput, [set, file]: readonly string[]): Promise<number> {
  const pairs = (listOption(input.options["rename"]) ?? []).map((pair): [string, string] => {
    const equals = pair.indexOf("=");
    if (equals < 0) throw new UsageError(`--rename takes OLD=NEW, not "${pair}"`);
    return [pair.slice(0, equals), pair.slice(equals + 1)];
  });
  if (pairs.length === 0) throw new UsageError("--rename is missing");
  const report = await rebaseReferences(set!, file!, { ...saving(input), rename: Object.fromEntries(pairs) });
  return saved(input, report, `, ${formatCount(report.renamed)} renamed`);
}

async function inline(input: CommandInput, [set, file]: readonly string[]): Promise<number> {
  const { options, terminal } = input;
  const bar = terminal.progress();
  const report = await inlineReferences(set!, file!, {
    ...saving(input),
    threshold: integerOption("threshold", options["threshold"]),
    include: namesOption(options["include"]),
    onProgress: bar.onProgress,
  }).finally(bar.end);
  return saved(input, report, `, ${formatCount(report.inlined)} values taken in`);
}

async function subchunk(input: CommandInput, [set, file]: readonly string[]): Promise<number> {
  const { options } = input;
  const factor = integerOption("factor", required(options, "factor"), 2) ?? 2;
  const array = required(options, "array");
  const report = await subchunkReferences(set!, file!, { ...saving(input), array, factor });
  return saved(input, report, `, chunks of ${report.chunks.join(" x ")}`);
}

async function append(input: CommandInput, addresses: readonly string[]): Promise<number> {
  const dim = required(input.options, "dim");
  if (!addresses.slice(0, -1).every(isSet)) return appendFiles(input, addresses, dim);
  const report = await appendReferences(addresses.slice(0, -1), addresses.at(-1)!, { ...saving(input), dim });
  return saved(input, report, `, ${dim} has ${formatCount(report.length)} elements`);
}

async function toJson(input: CommandInput, [set, file]: readonly string[]): Promise<number> {
  return saved(input, await saveReferences(set!, file!, saving(input)));
}

async function toParquet(input: CommandInput, [set, directory]: readonly string[]): Promise<number> {
  const { options, store, signal, terminal } = input;
  const report = await saveReferencesAsParquet(set!, directory!, {
    store,
    signal,
    recordSize: integerOption("record-size", options["record-size"], 1),
    overwrite: options["force"] === true,
  });
  if (terminal.json) await terminal.result(report);
  else {
    const { references, arrays, files, bytes, location } = report;
    const what = `${counted(references, "reference")} of ${counted(arrays, "array")}`;
    terminal.note(`${what}; ${counted(files, "file")}, ${formatBytes(bytes)} in ${location}`);
  }
  return EXIT.ok;
}

async function gen(input: CommandInput, [set, file]: readonly string[]): Promise<number> {
  const isExpanded = input.options["expand"] === true;
  return saved(input, await saveReferences(set!, file!, { ...saving(input), gen: !isExpanded }));
}
