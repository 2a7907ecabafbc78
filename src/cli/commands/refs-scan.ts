/** hyperslab refs scan */
import { type CoordinateSource, type ScanOptions, scan } from "../../index.ts";
import { integerOption, textOption } from "../arguments.ts";
import type { CommandInput } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { counted, formatBytes } from "../output/units.ts";
import { UsageError } from "../usage-error.ts";

/** Scans the files, and saves references to their chunks. The last address is the set. */
export async function scanFiles(input: CommandInput, addresses: readonly string[]): Promise<number> {
  const { options, terminal, store, signal } = input;
  const [output] = addresses.slice(-1);
  const bar = terminal.progress();
  const given: ScanOptions = {
    store,
    signal,
    concat: textOption(options["concat"]),
    coordinate: coordinateOption(textOption(options["coordinate"])),
    merge: options["merge"] === true,
    identical: options["assume-identical"] === true ? "assume" : "check",
    keepGoing: options["keep-going"] === true,
    lenient: options["lenient"] === true,
    onProgress: bar.onProgress,
  };
  const result = await scan(await listed(addresses.slice(0, -1), input), given).finally(bar.end);
  const saved = await result.save(output!, {
    store,
    signal,
    format: options["format"] === "zarr3" ? "zarr3" : "zarr2",
    recordSize: integerOption("record-size", options["record-size"], 1),
    templates: options["templates"] === true,
    relative: options["relative"] === true,
    overwrite: options["force"] === true,
  });
  const { files, failed, notes } = result;
  if (terminal.json) await terminal.result({ ...saved, files, failed, notes });
  else {
    for (const { path, message } of notes) terminal.note(`note: /${path}: ${message}`);
    for (const { message } of failed) terminal.note(`failed: ${message}`);
    const what = `${counted(saved.references, "reference")} to ${counted(files.length, "file")}`;
    terminal.note(`${what}; ${formatBytes(saved.bytes)} in ${saved.location}`);
  }
  const isPartial = failed.length > 0 || notes.some(({ isLoss }) => isLoss === true);
  return isPartial ? EXIT.partial : EXIT.ok;
}

/** `-` stands for a list of files on standard input, one per line. */
async function listed(files: readonly string[], { stdin }: CommandInput): Promise<readonly string[]> {
  if (!files.includes("-")) return files;
  let text = "";
  for await (const piece of stdin?.setEncoding("utf8") ?? []) text += piece;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return files.flatMap((file) => (file === "-" ? lines : [file]));
}

/** `index`, `attr:NAME`, `attr:VARIABLE:NAME` or `name:PATTERN`. */
function coordinateOption(text: string | undefined): CoordinateSource | undefined {
  if (text === undefined || text === "index") return text;
  const [kind, ...rest] = text.split(":");
  const value = rest.join(":");
  if (kind === "name" && value !== "") return { name: patternOf(value) };
  const [first, second] = rest;
  if (kind === "attr" && first !== undefined && first !== "") {
    return second === undefined ? { attribute: first } : { variable: first, attribute: rest.slice(1).join(":") };
  }
  throw new UsageError(`--coordinate takes index, attr:NAME, attr:VARIABLE:NAME or name:PATTERN, not "${text}"`);
}

function patternOf(text: string): RegExp {
  try {
    return new RegExp(text);
  } catch {
    throw new UsageError(`"${text}" is not a regular expression`);
  }
}
