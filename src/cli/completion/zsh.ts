/** Completion for zsh, with what each command and option does. */
import type { OptionDefinition } from "../command.ts";
import { type CompletedCommand, quoted } from "./completed-command.ts";

export function zshScript(commands: readonly CompletedCommand[]): string {
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

/** `--format=[what it does]:FORMAT:(zarr3 zarr2)`; colons and brackets in the words would end them. */
function optionSpec(name: string, { type, value, help, choices, multiple }: OptionDefinition): string {
  const words = help.replace(/[[\]:]/g, " ");
  const many = multiple === true ? "*" : "";
  if (type === "boolean") return `${many}--${name}[${words}]`;
  const values = choices === undefined ? "" : `(${choices.join(" ")})`;
  return `${many}--${name}=[${words}]:${value ?? "VALUE"}:${values}`;
}
