/** hyperslab completion */
import { COMMON_OPTIONS, type Command, type CommandEntry } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { UsageError } from "../report-error.ts";

const USAGE = "completion bash|zsh|fish";

export const completionCommand: Command = {
  usage: USAGE,
  description: "Prints a completion script for a shell.",
  options: {},
  examples: [
    ["source <(hyperslab completion bash)", "for this bash; put it into ~/.bashrc to keep it"],
    ["hyperslab completion zsh > ~/.zfunc/_hyperslab", "for zsh"],
    ["hyperslab completion fish > ~/.config/fish/completions/hyperslab.fish", "for fish"],
  ],
  run: async ({ positionals, terminal, commands }) => {
    const make = SHELLS[positionals[0] ?? ""];
    if (make === undefined) throw new UsageError("which shell?", `Usage: hyperslab ${USAGE}`);
    await terminal.line(make(await commandOptions(commands)));
    return EXIT.ok;
  },
};

type CommandOptions = ReadonlyMap<string, { readonly summary: string; readonly options: readonly string[] }>;

async function commandOptions(commands: readonly CommandEntry[]): Promise<CommandOptions> {
  const found = new Map<string, { summary: string; options: string[] }>();
  for (const { name, summary, load } of commands) {
    const { options } = await load();
    found.set(name, { summary, options: Object.keys({ ...options, ...COMMON_OPTIONS }).map((word) => `--${word}`) });
  }
  return found;
}

const SHELLS: Readonly<Record<string, (commands: CommandOptions) => string>> = { bash, zsh, fish };

function bash(commands: CommandOptions): string {
  const cases = [...commands].map(([name, { options }]) => `    ${name}) words="${options.join(" ")}" ;;`);
  return `_hyperslab() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...commands.keys()].join(" ")} help" -- "$current") $(compgen -f -- "$current"))
  elif [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _hyperslab hyperslab`;
}

function zsh(commands: CommandOptions): string {
  const names = [...commands].map(([name, { summary }]) => `    '${name}:${summary.replaceAll("'", "")}'`);
  const cases = [...commands].map(([name, { options }]) => `    ${name}) compadd -- ${options.join(" ")} ;;`);
  return `#compdef hyperslab
_hyperslab() {
  local -a commands
  commands=(
${names.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    _files
  elif [[ "$words[CURRENT]" == -* ]]; then
    case "$words[2]" in
${cases.join("\n")}
    esac
  else
    _files
  fi
}
compdef _hyperslab hyperslab`;
}

function fish(commands: CommandOptions): string {
  const lines = [...commands].flatMap(([name, { summary, options }]) => [
    `complete -c hyperslab -n __fish_use_subcommand -a ${name} -d '${summary.replaceAll("'", "")}'`,
    ...options.map((option) => `complete -c hyperslab -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`),
  ]);
  return lines.join("\n");
}
