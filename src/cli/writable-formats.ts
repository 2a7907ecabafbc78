/** The formats that can be written, for options. They are looked up each time, because programs may register others. */
import { knownFormats } from "../index.ts";
import type { OptionDefinition } from "./command.ts";

/** Names, newest first. */
export function writableFormats(): readonly string[] {
  return knownFormats()
    .filter(({ writes }) => writes !== undefined)
    .map(({ name }) => name);
}

/** `zarr-v3` is `zarr3`, and so on. */
function aliases(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    knownFormats().flatMap(({ name, aliases: others = [] }) => others.map((alias) => [alias, name] as const)),
  );
}

/** `--format FORMAT`, with its default. */
export function formatOption(otherwise: string): OptionDefinition {
  return {
    type: "string",
    value: "FORMAT",
    get choices() {
      return writableFormats();
    },
    get aliases() {
      return aliases();
    },
    get help() {
      const names = writableFormats();
      return `${names.slice(0, -1).join(", ")} or ${names.at(-1)} (default: ${otherwise})`;
    },
  };
}

/** `--dialect DIALECT`, for formats that have several. */
export function dialectOption(): OptionDefinition {
  return {
    type: "string",
    value: "DIALECT",
    get help() {
      const all = knownFormats().flatMap(({ name, dialects }) =>
        dialects ? [`of ${name}: ${dialects.join(", ")}`] : [],
      );
      return `${all.join("; ")} (default: the first)`;
    },
  };
}
