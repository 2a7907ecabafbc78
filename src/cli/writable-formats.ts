/** The formats that can be written, newest first. */
import type { WritableFormat } from "../index.ts";
import type { OptionDefinition } from "./command.ts";

export const WRITABLE_FORMATS: readonly WritableFormat[] = [
  "zarr3",
  "zarr2",
  "zarr1",
  "zarr0",
  "zarr3-draft",
  "bloscpack",
];

/** `zarr-v3` is `zarr3`, and so on. */
const ALIASES: Readonly<Record<string, string>> = Object.fromEntries(
  WRITABLE_FORMATS.filter((name) => name.startsWith("zarr")).map((name) => [name.replace("zarr", "zarr-v"), name]),
);

/** `--format FORMAT`, with a word on what it is without. */
export function formatOption(otherwise: string): OptionDefinition {
  const names = `${WRITABLE_FORMATS.slice(0, -1).join(", ")} or ${WRITABLE_FORMATS.at(-1)}`;
  return {
    type: "string",
    value: "FORMAT",
    choices: WRITABLE_FORMATS,
    aliases: ALIASES,
    help: `${names} (default: ${otherwise})`,
  };
}
