/** hyperslab refs */
import type { Command, CommandInput } from "../../command.ts";
import { UsageError } from "../../usage-error.ts";
import { listSet } from "./ls.ts";
import { SCAN_OPTIONS, scanFiles } from "./scan.ts";
import {
  appendSets,
  genSet,
  inlineSet,
  makeSet,
  rebaseSet,
  subchunkSet,
  toJson,
  toParquet,
  verifySet,
} from "./write.ts";

type Run = (input: CommandInput, addresses: readonly string[]) => Promise<number>;

interface Verb {
  /** The arguments after the verb. */
  readonly takes: string;
  /** The minimum number of addresses. */
  readonly least: number;
  readonly most: number;
  readonly run: Run;
  /** Its own options, besides those of every command. */
  readonly options: readonly string[];
}

/** Options of every verb that writes JSON. */
const SAVING = ["version", "templates", "gen", "relative", "force"] as const;
const JOINING = ["concat", "coordinate", "merge", "assume-identical", "keep-going", "lenient"] as const;
const SCANNED = ["format", "record-size", "templates", "relative", "force"] as const;

const VERBS: Readonly<Record<string, Verb>> = {
  scan: {
    takes: "FILE... SET [--concat DIM]",
    least: 2,
    most: Number.POSITIVE_INFINITY,
    run: scanFiles,
    options: [...JOINING, ...SCANNED, "resume"],
  },
  combine: {
    takes: "SET... NEW [--concat DIM]",
    least: 2,
    most: Number.POSITIVE_INFINITY,
    run: scanFiles,
    options: [...JOINING, ...SCANNED, "resume"],
  },
  ls: { takes: "SET [--keys]", least: 1, most: 1, run: listSet, options: ["keys"] },
  verify: {
    takes: "SET [--values] [--record FILE]",
    least: 1,
    most: 1,
    run: verifySet,
    options: ["values", "record", "version", "templates", "gen", "force"],
  },
  make: {
    takes: "SOURCE FILE [--format FORMAT]",
    least: 2,
    most: 2,
    run: makeSet,
    options: [...SAVING, "format", "lenient"],
  },
  rebase: { takes: "SET FILE --rename OLD=NEW...", least: 2, most: 2, run: rebaseSet, options: [...SAVING, "rename"] },
  inline: {
    takes: "SET FILE [--threshold BYTES] [--include NAMES]",
    least: 2,
    most: 2,
    run: inlineSet,
    options: [...SAVING, "threshold", "include"],
  },
  subchunk: {
    takes: "SET FILE --array PATH --factor N",
    least: 2,
    most: 2,
    run: subchunkSet,
    options: [...SAVING, "array", "factor"],
  },
  append: {
    takes: "SET MORE... NEW --dim NAME",
    least: 3,
    most: Number.POSITIVE_INFINITY,
    run: appendSets,
    options: [...SAVING, "dim", "record-size", "lenient", "assume-identical"],
  },
  "to-json": { takes: "SET FILE [--version N] [--templates] [--gen]", least: 2, most: 2, run: toJson, options: SAVING },
  "to-parquet": {
    takes: "SET DIRECTORY [--record-size N] [--zarr3]",
    least: 2,
    most: 2,
    run: toParquet,
    options: ["record-size", "zarr3", "force"],
  },
  gen: {
    takes: "SET FILE [--expand]",
    least: 2,
    most: 2,
    run: genSet,
    options: ["version", "templates", "relative", "force", "expand"],
  },
};

const USAGE = `refs ${Object.keys(VERBS).join("|")} SET [FILE] [options]`;

export const refsCommand: Command = {
  usage: USAGE,
  description:
    "Works on reference sets (Kerchunk): files that record where the chunks of a dataset lie in other files.\n" +
    "  scan        makes a set from netCDF, HDF5, GRIB, TIFF or FITS files (patterns such as data/*.nc; - is a list on stdin)\n" +
    "  combine     the same for existing sets, which may be mixed with files\n" +
    "  ls          shows arrays and targets; with --keys every key\n" +
    "  verify      checks that every target exists, is long enough and matches the set's records; exit code 1 if not\n" +
    "  make        writes a set for an existing dataset, without copying anything\n" +
    "  rebase      renames targets, without contacting any server\n" +
    "  inline      copies small values into the set\n" +
    "  subchunk    cuts the chunks of an uncompressed array into smaller ones\n" +
    "  append      joins sets and files along a dimension\n" +
    "  to-json     writes a set of any kind as JSON; --templates and --gen make it smaller\n" +
    "  to-parquet  writes it as a directory of Parquet files\n" +
    "  gen         writes regular references as gen, or with --expand as single ones",
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
      help: "inline: copy values of at most this many bytes (default 500)",
    },
    include: { type: "string", value: "NAMES", multiple: true, help: "inline: only values of these arrays" },
    array: { type: "string", value: "PATH", help: "subchunk: the array" },
    factor: { type: "string", value: "N", help: "subchunk: the number of parts per chunk" },
    dim: { type: "string", value: "NAME", help: "append: the dimension that grows" },
    format: {
      type: "string",
      value: "FORMAT",
      choices: ["zarr2", "zarr3"],
      help: "make, scan: documents of foreign files",
    },
    version: { type: "string", value: "N", choices: ["0", "1"], help: "The version of the specification (default 1)" },
    templates: { type: "boolean", help: "Shorten URLs by templates" },
    gen: { type: "boolean", help: "Write regular references as gen, which fsspec ignores by default" },
    expand: { type: "boolean", help: "gen: write single references instead" },
    "record-size": { type: "string", value: "N", help: "to-parquet, scan: references per file (default 10000)" },
    zarr3: { type: "boolean", help: "to-parquet: also save Zarr v3, which only Hyperslab can then read" },
    relative: { type: "boolean", help: "Write URLs near the new set as relative paths" },
    force: { type: "boolean", short: "f", help: "Replace the file" },
  },
  examples: [
    ["hyperslab refs scan 'data/*.nc' all.parq --concat time", "ten thousand files as one dataset"],
    ["hyperslab refs make data.nc data.json", "refer to the chunks of a file"],
    ["hyperslab refs ls air.json", "arrays and targets"],
    ["hyperslab refs verify air.json --record air-checked.json", "check, and record versions"],
    ["hyperslab refs rebase air.json cloud.json --rename /data=s3://bucket/data", "after an upload"],
    ["hyperslab refs append 2023.json 2024.json all.json --dim time", "two years as one"],
    ["hyperslab refs to-json air.json.zst small.json --templates", "a plain, shorter file"],
  ],
  run: async (input) => {
    const [word, ...addresses] = input.positionals;
    const verb = word !== undefined && Object.hasOwn(VERBS, word) ? VERBS[word] : undefined;
    if (verb === undefined) {
      throw new UsageError(
        word === undefined ? "the verb is missing" : `refs has no verb "${word}"`,
        `Usage: hyperslab ${USAGE}`,
      );
    }
    const usage = `Usage: hyperslab refs ${word} ${verb.takes}`;
    if (addresses.length < verb.least) throw new UsageError(`refs ${word} needs ${verb.least} addresses`, usage);
    if (addresses.length > verb.most) throw new UsageError(`"${addresses[verb.most]}" is one argument too many`, usage);
    const foreign = Object.keys(refsCommand.options ?? {}).find(
      (name) => input.options[name] !== undefined && !verb.options.includes(name),
    );
    if (foreign !== undefined)
      throw new UsageError(`refs ${word} has no option --${foreign}`, foreignHint(foreign, verb));
    return verb.run(input, addresses);
  },
};

/** The options of the verb, and the verbs that have the option. */
function foreignHint(option: string, { options }: Verb): string {
  const others = Object.keys(VERBS).filter((word) => VERBS[word]!.options.includes(option));
  return `--${option} belongs to ${others.join(", ")}. This verb has ${options.map((name) => `--${name}`).join(", ")}.`;
}
