/** A file of values as an argument: a path, or `-` for stdin. Its name or `--as` determines its form. */
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { EXPORT_FORMATS, type ExportFormat, HyperslabError, type ImportInput } from "../index.ts";
import { choiceOption } from "./arguments.ts";
import type { OptionDefinition, OptionValue } from "./command.ts";
import { UsageError } from "./usage-error.ts";

export const FORM_OPTION: OptionDefinition = {
  type: "string",
  value: "FORM",
  choices: EXPORT_FORMATS,
  help: "npy, csv or raw (little-endian, C order); default: by the name of the file",
};

export function formOf(file: string, option: OptionValue): ExportFormat {
  const found = choiceOption(option, EXPORT_FORMATS) ?? EXPORT_FORMATS.find((form) => file.endsWith(`.${form}`));
  if (found !== undefined) return found;
  const what =
    file === "-" ? "the form of the values on stdin is not known" : `the name "${file}" does not show the form`;
  throw new UsageError(what, "Give --as npy, csv or raw.");
}

/** The bytes of the file, as they are needed. */
export function valueInput(
  file: string,
  stdin: (Readable & { readonly isTTY?: boolean }) | undefined,
  signal: AbortSignal,
): ImportInput {
  if (file !== "-") return fileBytes(file, signal);
  if (stdin === undefined || stdin.isTTY === true) {
    throw new UsageError("stdin is a terminal", "Name a file, or pipe the bytes in.");
  }
  return stdin;
}

async function* fileBytes(file: string, signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const piece of createReadStream(file, { signal, highWaterMark: 2 ** 20 })) yield piece;
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    if (error.code === "ENOENT") throw new HyperslabError("not-found", "there is no such file", { location: file });
    if (error.code === "EISDIR") throw new UsageError(`${file} is a directory, not a file`);
    throw error;
  }
}
