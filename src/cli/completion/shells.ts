/** The shells there are. */
import { bashScript } from "./bash.ts";
import type { CompletedCommand } from "./completed-command.ts";
import { fishScript } from "./fish.ts";
import { zshScript } from "./zsh.ts";

export type CompletionScript = (commands: readonly CompletedCommand[]) => string;

export const SHELLS: ReadonlyMap<string, CompletionScript> = new Map([
  ["bash", bashScript],
  ["zsh", zshScript],
  ["fish", fishScript],
]);
