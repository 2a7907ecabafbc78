/** hyperslab completion */
import { requireArguments } from "../arguments.ts";
import type { Command, CommandEntry, OptionDefinitions } from "../command.ts";
import { type CompletionScript, SHELLS } from "../completion.ts";
import { EXIT } from "../exit-codes.ts";
import { allOptions } from "../options.ts";
import { UsageError } from "../usage-error.ts";

const USAGE = "completion bash|zsh|fish";

export const completionCommand: Command = {
  usage: USAGE,
  description: "Prints a completion script for a shell: commands, options, their values, and files.",
  options: {},
  examples: [
    ["source <(hyperslab completion bash)", "for this session of bash; add the line to ~/.bashrc to keep it"],
    ["hyperslab completion zsh > ~/.zfunc/_hyperslab", "for zsh, if ~/.zfunc is in its fpath"],
    ["hyperslab completion fish > ~/.config/fish/completions/hyperslab.fish", "for fish"],
  ],
  run: async ({ positionals, terminal, commands }) => {
    const [shell] = requireArguments(positionals, USAGE, ["name of the shell"]);
    const make: CompletionScript | undefined = SHELLS.get(shell!);
    if (make === undefined) {
      throw new UsageError(
        `there is no completion for "${shell}"`,
        `Known shells are ${[...SHELLS.keys()].join(", ")}.`,
      );
    }
    await terminal.line(make(await Promise.all(commands.map(completed))));
    return EXIT.ok;
  },
};

async function completed({ name, summary, load }: CommandEntry): Promise<{
  readonly name: string;
  readonly summary: string;
  readonly options: OptionDefinitions;
}> {
  return { name, summary, options: allOptions(await load()) };
}
