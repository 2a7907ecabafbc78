/** Completion for bash 3.2 and newer: no associative arrays, no mapfile; names with blanks stay whole. */
import type { CompletedCommand } from "./completed-command.ts";

export function bashScript(commands: readonly CompletedCommand[]): string {
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

/** After an option with few values, these are offered. */
function valueCases({ name, options }: CompletedCommand): readonly string[] {
  return Object.entries(options).flatMap(([option, { choices }]) =>
    choices === undefined ? [] : [`    ${name}:--${option}) words="${choices.join(" ")}" ;;`],
  );
}
