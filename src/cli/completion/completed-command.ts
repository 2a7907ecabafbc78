/** What a shell needs to know of a command. */
import type { OptionDefinitions } from "../command.ts";

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: OptionDefinitions;
}

/** Text between single quotes of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
