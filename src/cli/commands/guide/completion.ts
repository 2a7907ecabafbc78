/** hyperslab completion: commands, options, their values and files, in the language of each shell. */
import { requireArguments } from "../../arguments.ts";
import type { Command, CommandEntry, OptionDefinition, OptionDefinitions } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { allOptions } from "../../options.ts";
import { UsageError } from "../../usage-error.ts";

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

async function completed({ name, summary, load }: CommandEntry): Promise<CompletedCommand> {
  return { name, summary, options: allOptions(await load()) };
}

interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: OptionDefinitions;
}

/** Text between single quotes of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

type CompletionScript = (commands: readonly CompletedCommand[]) => string;

const SHELLS: ReadonlyMap<string, CompletionScript> = new Map([
  ["bash", bashScript],
  ["zsh", zshScript],
  ["fish", fishScript],
]);

/** For bash 3.2 and newer: no associative arrays, no mapfile; names with spaces stay whole. */
function bashScript(commands: readonly CompletedCommand[]): string {
  const names = [...commands.map(({ name }) => name), "help"].join(" ");
  return `# bash completion for hyperslab
_hyperslab() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" words=""
  COMPREPLY=()
  case "\${COMP_WORDS[1]}:$previous" in
${commands.flatMap(valueCases).join("\n")}
  esac
  if [ -z "$words" ] && [[ "$current" == -* ]]; then
    case "\${COMP_WORDS[1]}" in
${commands.map(optionCase).join("\n")}
    esac
  elif [ "$COMP_CWORD" -eq 1 ]; then
    words="${names}"
  fi
  local word
  if [ -n "$words" ]; then
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "$current")
  fi
  if [[ "$current" != -* ]] && { [ -z "$words" ] || [ "$COMP_CWORD" -eq 1 ]; }; then
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
  fi
}
complete -o filenames -F _hyperslab hyperslab`;
}

function optionCase({ name, options }: CompletedCommand): string {
  return `      ${name}) words="${Object.keys(options)
    .map((option) => `--${option}`)
    .join(" ")}" ;;`;
}

/** Offers the values of options that have only a few. */
function valueCases({ name, options }: CompletedCommand): readonly string[] {
  return Object.entries(options).flatMap(([option, { choices }]) =>
    choices === undefined ? [] : [`    ${name}:--${option}) words="${choices.join(" ")}" ;;`],
  );
}

/** For zsh, with descriptions of each command and option. */
function zshScript(commands: readonly CompletedCommand[]): string {
  return `#compdef hyperslab
_hyperslab() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join("\n")}
    'help:Help on a command or a topic'
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    _files
    return
  fi
  case "$words[2]" in
${commands.map(commandCase).join("\n")}
    *) _files ;;
  esac
}
if [ "$funcstack[1]" = "_hyperslab" ]; then
  _hyperslab "$@"
else
  compdef _hyperslab hyperslab
fi`;
}

function commandCase({ name, options }: CompletedCommand): string {
  const specs = Object.entries(options).map(
    ([option, definition]) => `      ${quoted(optionSpec(option, definition))}`,
  );
  return `    ${name}) _arguments \\\n${[...specs, "      '*:file:_files'"].join(" \\\n")} ;;`;
}

/** `--format=[what it does]:FORMAT:(zarr3 zarr2)`; colons and brackets in the text would end it. */
function optionSpec(name: string, { type, value, help, choices, multiple }: OptionDefinition): string {
  const words = help.replace(/[[\]:]/g, " ");
  const many = multiple === true ? "*" : "";
  if (type === "boolean") return `${many}--${name}[${words}]`;
  const values = choices === undefined ? "" : `(${choices.join(" ")})`;
  return `${many}--${name}=[${words}]:${value ?? "VALUE"}:${values}`;
}

/** For fish, with descriptions of each command and option. */
function fishScript(commands: readonly CompletedCommand[]): string {
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
