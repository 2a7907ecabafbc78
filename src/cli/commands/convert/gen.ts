/** hyperslab gen */
import { type GenReport, gen } from "../../../index.ts";
import { choiceOption, requireArguments, textOption } from "../../arguments.ts";
import { CHUNK_KEYS_OPTION, chunkKeysOption } from "../../chunk-keys.ts";
import type { Command, OptionValue } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { counted } from "../../output/units.ts";
import { UsageError } from "../../usage-error.ts";
import { valueInput } from "../../value-file.ts";
import { dialectOption, formatOption, writableFormats } from "../../writable-formats.ts";

const USAGE = "gen FILE|- [-o ADDRESS | -b] [--format FORMAT] [options]";

/** ncgen's words for kinds of files. The classic ones restrict what a text may contain. */
const KINDS: ReadonlyMap<string, "classic" | "netcdf-4"> = new Map([
  ["classic", "classic"],
  ["nc3", "classic"],
  ["1", "classic"],
  ["64-bit offset", "classic"],
  ["64-bit-offset", "classic"],
  ["nc6", "classic"],
  ["2", "classic"],
  ["nc4", "netcdf-4"],
  ["netCDF-4", "netcdf-4"],
  ["enhanced", "netcdf-4"],
  ["hdf5", "netcdf-4"],
  ["3", "netcdf-4"],
  ["nc7", "classic"],
  ["netCDF-4 classic model", "classic"],
  ["4", "classic"],
]);

export const genCommand: Command = {
  usage: USAGE,
  description:
    "Makes a dataset from CDL, the text that dump and ncdump print: groups, dimensions, variables, attributes, values.\n" +
    "Special attributes such as _ChunkSizes and _DeflateLevel say how variables are stored. User-defined types are\n" +
    "refused. Without -o or -b the text is only checked.",
  takesAddress: true,
  options: {
    output: { type: "string", short: "o", value: "ADDRESS", help: "Where to write the dataset" },
    binary: { type: "boolean", short: "b", help: "Write to NAME.zarr, where NAME is the dataset's name in the text" },
    format: formatOption("zarr3"),
    dialect: dialectOption(),
    kind: {
      type: "string",
      short: "k",
      value: "KIND",
      help: "As in ncgen: classic (nc3) refuses what the classic model lacks, nc4 accepts everything",
    },
    "chunk-keys": CHUNK_KEYS_OPTION,
    consolidate: { type: "boolean", help: "Write consolidated metadata at the end" },
    overwrite: { type: "boolean", help: "Replace what is there" },
  },
  examples: [
    ["hyperslab gen sst.cdl -o sst.zarr", "a Zarr v3 hierarchy"],
    ["hyperslab gen sst.cdl -o sst.zarr --format zarr2 --overwrite", "in Zarr v2, replacing what is there"],
    ["ncdump sst.nc | hyperslab gen - -o s3://bucket/sst.zarr", "from a netCDF file to S3"],
    ["hyperslab gen sst.cdl", "check the text"],
  ],
  run: async ({ positionals, options, store, stdin, terminal, signal }) => {
    const [file] = requireArguments(positionals, USAGE, ["file"]);
    const output = textOption(options["output"]);
    if (output !== undefined && options["binary"] === true) throw new UsageError("-o and -b exclude each other");
    const source = file === "-" ? "stdin" : file!;
    const model = kindOption(options["kind"]);
    const bar = terminal.progress();
    const settings = { store, signal, source, model, onProgress: bar.onProgress } as const;
    const make = (target: string | undefined): Promise<GenReport> =>
      gen(valueInput(file!, stdin, signal), target, {
        ...settings,
        format: choiceOption(options["format"], writableFormats()),
        dialect: textOption(options["dialect"]),
        chunkKeys: chunkKeysOption(options["chunk-keys"]),
        consolidate: options["consolidate"] === true ? true : undefined,
        overwrite: options["overwrite"] === true,
      });
    try {
      const target = options["binary"] === true ? await binaryName(file!, make) : output;
      const report = await make(target);
      bar.end();
      if (terminal.json) await terminal.result({ file: source, target: target ?? null, ...report });
      else {
        for (const note of report.notes) terminal.note(`note: ${note}`);
        const parts = [counted(report.variables, "variable"), counted(report.values, "value")].join(", ");
        terminal.note(`${source}: ${parts}${target === undefined ? "; nothing written" : ` written to ${target}`}`);
      }
    } finally {
      bar.end();
    }
    return EXIT.ok;
  },
};

function kindOption(value: OptionValue): "classic" | undefined {
  const word = textOption(value);
  if (word === undefined) return undefined;
  const kind = KINDS.get(word);
  if (kind === undefined)
    throw new UsageError(`--kind does not take "${word}"`, `Kinds: ${[...KINDS.keys()].join(", ")}.`);
  return kind === "classic" ? kind : undefined;
}

/** The text is read twice, which is impossible for stdin. */
async function binaryName(file: string, check: (target: undefined) => Promise<GenReport>): Promise<string> {
  if (file === "-") throw new UsageError("-b needs a file", "Name the output with -o.");
  const { name } = await check(undefined);
  return `${name}.zarr`;
}
