/** hyperslab refs scan */
import { type CoordinateSource, openGroup, type ScanOptions, type ScanResult, scan } from "../../../index.ts";
import { integerOption, textOption } from "../../arguments.ts";
import type { Command, CommandInput } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { counted, formatBytes, formatCount } from "../../output/units.ts";
import { UsageError } from "../../usage-error.ts";

export const SCAN_OPTIONS: Command["options"] = {
  concat: {
    type: "string",
    value: "DIM",
    help: "scan: join files along this dimension, or stack them along a new one",
  },
  coordinate: {
    type: "string",
    value: "SOURCE",
    help: "scan: values of the dimension: index, var:NAME, attr:NAME, attr:VARIABLE:NAME or name:PATTERN",
  },
  merge: { type: "boolean", help: "scan: put files of different variables side by side" },
  "assume-identical": { type: "boolean", help: "scan: do not compare the values of arrays that are not joined" },
  "keep-going": { type: "boolean", help: "scan: leave out files that fail; exit code 6" },
  lenient: { type: "boolean", help: "scan, make: leave out what cannot be represented; exit code 6" },
  resume: {
    type: "boolean",
    help: "scan: keep intermediate results in SET.parts until SET is complete; run again to continue",
  },
};

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
    resume: options["resume"] === true ? `${output!.replace(/\/+$/, "")}.parts` : undefined,
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

/** Returns whether it is the name of a reference set. Anything else is scanned. */
export function isSet(address: string): boolean {
  return /(?:\.json(?:\.\w+)?|\.parq|\.parquet|\/)$|\|references?:/i.test(address);
}

/** Appends files or other sets to a set. The first address is the set, the last is the new one, which may be the same. */
export async function appendFiles(input: CommandInput, addresses: readonly string[], dim: string): Promise<number> {
  const { options, terminal, store, signal } = input;
  const output = addresses.at(-1)!;
  const { hierarchy } = await openGroup(addresses[0]!, { store, signal });
  const bar = terminal.progress();
  const result = await scan(await listed(addresses.slice(0, -1), input), {
    store,
    signal,
    concat: dim,
    lenient: options["lenient"] === true,
    identical: options["assume-identical"] === true ? "assume" : "check",
    onProgress: bar.onProgress,
  }).finally(bar.end);
  const saved = await result.save(output, {
    store,
    signal,
    format: hierarchy.format === "zarr3" ? "zarr3" : "zarr2",
    recordSize: integerOption("record-size", options["record-size"], 1),
    templates: options["templates"] === true,
    relative: options["relative"] === true,
    overwrite: options["force"] === true,
  });
  const length = lengthOf(result, dim);
  if (terminal.json) await terminal.result({ ...saved, length });
  else {
    for (const { path, message } of result.notes) terminal.note(`note: /${path}: ${message}`);
    const what = `${counted(saved.references, "reference")}; ${formatBytes(saved.bytes)} in ${saved.location}`;
    terminal.note(`${what}, ${dim} has ${formatCount(length)} elements`);
  }
  return result.notes.some(({ isLoss }) => isLoss === true) ? EXIT.partial : EXIT.ok;
}

function lengthOf({ virtual }: ScanResult, dim: string): number {
  for (const node of virtual.nodes.values()) {
    if (node.kind !== "array") continue;
    const axis = node.dimensions.findIndex(({ name }) => name === dim);
    if (axis >= 0) return node.shape[axis]!;
  }
  return 0;
}

/** `-` stands for a list of files on standard input, one per line. */
async function listed(files: readonly string[], { stdin }: CommandInput): Promise<readonly string[]> {
  if (!files.includes("-")) return files;
  let text = "";
  for await (const piece of stdin?.setEncoding("utf8") ?? []) text += piece;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return files.flatMap((file) => (file === "-" ? lines : [file]));
}

/** `index`, `var:NAME`, `attr:NAME`, `attr:VARIABLE:NAME` or `name:PATTERN`. */
function coordinateOption(text: string | undefined): CoordinateSource | undefined {
  if (text === undefined || text === "index") return text;
  const [kind, ...rest] = text.split(":");
  const value = rest.join(":");
  if (kind === "name" && value !== "") return { name: patternOf(value) };
  if (kind === "var" && value !== "") return { variable: value };
  const [first, second] = rest;
  if (kind === "attr" && first !== undefined && first !== "") {
    return second === undefined ? { attribute: first } : { variable: first, attribute: rest.slice(1).join(":") };
  }
  throw new UsageError(
    `--coordinate takes index, var:NAME, attr:NAME, attr:VARIABLE:NAME or name:PATTERN, not "${text}"`,
  );
}

function patternOf(text: string): RegExp {
  try {
    return new RegExp(text);
  } catch {
    throw new UsageError(`"${text}" is not a regular expression`);
  }
}
