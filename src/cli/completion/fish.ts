/** Completion for fish, with what each command and option does. */
import { type CompletedCommand, quoted } from "./completed-command.ts";

export function fishScript(commands: readonly CompletedCommand[]): string {
  const help = "complete -c hyperslab -n __fish_use_subcommand -a help -d 'Help on a command or a topic'";
  return [...commands.flatMap(commandLines), help].join("\n");
}

function commandLines({ name, summary, options }: CompletedCommand): readonly string[] {
  const head = `complete -c hyperslab -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`;
  const seen = quoted(`__fish_seen_subcommand_from ${name}`);
  const lines = Object.entries(options).map(([option, { short, type, choices, help }]) => {
    const letter = short === undefined ? "" : ` -s ${short}`;
    const values = choices === undefined ? "" : ` -f -a ${quoted(choices.join(" "))}`;
    const needsValue = type === "string" ? " -r" : "";
    return `complete -c hyperslab -n ${seen} -l ${option}${letter}${needsValue}${values} -d ${quoted(help)}`;
  });
  return [head, ...lines];
}
