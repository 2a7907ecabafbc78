/** Help text: examples first, then options. */
import { COMMON_OPTIONS, type Command, type OptionDefinition } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import type { Style } from "./output/style.ts";

export function mainHelp(style: Style, version: string): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  const rows = COMMANDS.map(({ name, summary }) => `  ${style.cyan(name.padEnd(width))}  ${summary}`);
  return [
    `${style.bold("hyperslab")} ${version}: chunked N-dimensional arrays, read and written exactly`,
    "",
    `${style.bold("Try")}`,
    "  hyperslab data.zarr                         what is there",
    "  hyperslab dump data.zarr::t2m -s '0, :5, :5'  some values",
    "  hyperslab copy old.zarr new.zarr --format zarr3 --shards auto",
    "  hyperslab tour                              a tour on sample data",
    "",
    `${style.bold("Commands")}`,
    ...rows,
    "",
    `Addresses: a path, with the node after ::  (data.zarr::group/array). Give ADDRESS alone for info.`,
    `Help: hyperslab COMMAND --help, hyperslab help exit-codes, hyperslab help environment.`,
  ].join("\n");
}

export function commandHelp(command: Command, style: Style): string {
  return [
    `${style.bold("Usage")}: hyperslab ${command.usage}`,
    "",
    command.description,
    "",
    style.bold("Examples"),
    ...command.examples.flatMap(([line, what]) => [`  ${style.cyan(line)}`, `      ${style.dim(what)}`]),
    "",
    style.bold("Options"),
    ...optionRows({ ...command.options, ...COMMON_OPTIONS }),
  ].join("\n");
}

function optionRows(options: Readonly<Record<string, OptionDefinition>>): string[] {
  const heads = Object.entries(options).map(([name, option]) => {
    const short = option.short === undefined ? "    " : `-${option.short}, `;
    return { head: `${short}--${name}${option.value === undefined ? "" : ` ${option.value}`}`, help: option.help };
  });
  const width = Math.max(...heads.map(({ head }) => head.length));
  return heads.map(({ head, help }) => `  ${head.padEnd(width)}  ${help}`);
}

export const TOPICS: Readonly<Record<string, string>> = {
  "exit-codes": `Exit codes
  0    done
  1    the answer is no: data is invalid, a target exists already
  2    usage: an unknown option, a bad selection or address
  3    not found
  4    not allowed: permission, read-only store
  5    the store could not be reached or failed; try again
  6    partly done; run again with --resume
  7    unsupported: the message names the codec, data type or format
  70   a bug in Hyperslab: please report it
  130  interrupted`,
  environment: `Environment
  NO_COLOR       no colour, whatever the terminal
  FORCE_COLOR    colour even when stdout is no terminal
  TERM=dumb      no colour`,
};
