/** Help text: examples first, then options. */
import { closest } from "./closest.ts";
import type { Command, OptionDefinitions } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { EXIT_CODE_TEXTS } from "./exit-codes.ts";
import { commonOptions, STORE_OPTIONS } from "./options.ts";
import type { Style } from "./output/style.ts";
import { UsageError } from "./usage-error.ts";

const FIRST_STEPS: readonly (readonly [string, string])[] = [
  ["hyperslab data.zarr", "what is in it"],
  ["hyperslab dump 'data.zarr::t2m[0, :5, :5]'", "some values"],
  ["hyperslab copy old.zarr new.zarr --format zarr3", "convert and verify"],
  ["hyperslab tour", "a short tour on sample data"],
];

export function mainHelp(style: Style, version: string): string {
  const commands = COMMANDS.map(({ name, summary }) => [name, summary] as const);
  return [
    `${style.bold("hyperslab")} ${version}: chunked N-dimensional arrays, read and written exactly`,
    "",
    style.bold("Try"),
    ...columns(FIRST_STEPS),
    "",
    style.bold("Commands"),
    ...columns(commands, style.cyan),
    "",
    "An ADDRESS is a path or a URL (https:, s3:); a node in it follows :: (data.zarr::group/array).\nhyperslab ADDRESS is short for hyperslab info ADDRESS.",
    `Help: hyperslab COMMAND --help, ${[...TOPICS.keys()].map((topic) => `hyperslab help ${topic}`).join(", ")}.`,
  ].join("\n");
}

export function commandHelp(command: Command, style: Style): string {
  const groups: readonly (readonly [string, OptionDefinitions])[] = [
    ["Options", { ...command.options, ...commonOptions(command.options) }],
    ["Store options", command.takesAddress === true ? STORE_OPTIONS : {}],
  ];
  const rows = groups.map(([title, options]) => [title, optionRows(options)] as const);
  const width = widest(rows.flatMap(([, group]) => group));
  return [
    `${style.bold("Usage")}: hyperslab ${command.usage}`,
    "",
    command.description,
    "",
    style.bold("Examples"),
    ...command.examples.flatMap(([line, what]) => [`  ${style.cyan(line)}`, `      ${style.dim(what)}`]),
    ...rows.flatMap(([title, group]) =>
      group.length === 0 ? [] : ["", style.bold(title), ...columns(group, undefined, width)],
    ),
  ].join("\n");
}

/** `-c, --chunks CHUNKS` and its description. */
function optionRows(options: OptionDefinitions): readonly (readonly [string, string])[] {
  return Object.entries(options).map(([name, { short, value, help }]) => {
    const letter = short === undefined ? "    " : `-${short}, `;
    return [`${letter}--${name}${value === undefined ? "" : ` ${value}`}`, help];
  });
}

type Rows = readonly (readonly [string, string])[];

function widest(rows: Rows): number {
  return rows.reduce((most, [head]) => Math.max(most, head.length), 0);
}

function columns(rows: Rows, paint = (text: string): string => text, width: number = widest(rows)): string[] {
  return rows.map(([head, text]) => `  ${paint(head)}${" ".repeat(width - head.length)}  ${text}`);
}

const ENVIRONMENT: readonly (readonly [string, string])[] = [
  ["NO_COLOR", "no colour, on any terminal"],
  ["FORCE_COLOR", "colour even if the output is not a terminal; 0 means no colour"],
  ["TERM=dumb", "no colour"],
  ["HYPERSLAB_HTTP_ORIGINS", "servers, such as https://host, that get the token, user and password below"],
  ["HYPERSLAB_HTTP_TOKEN", "bearer token for these servers"],
  ["HYPERSLAB_HTTP_USER", "user for these servers, with HYPERSLAB_HTTP_PASSWORD"],
  ["HYPERSLAB_HTTP_TIMEOUT", "seconds to wait for a server (default 10 to connect, 30 for a response)"],
  ["HTTPS_PROXY", "proxy; also HTTP_PROXY and NO_PROXY, and all three in lower case"],
  ["SSL_CERT_FILE", "certificates (PEM) to trust instead of the default ones"],
  ["AWS_PROFILE", "with AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and the rest, as in other AWS tools"],
];

const TOPICS: ReadonlyMap<string, () => string> = new Map([
  [
    "exit-codes",
    () => ["Exit codes", ...columns(EXIT_CODE_TEXTS.map(([code, text]) => [String(code), text] as const))].join("\n"),
  ],
  ["environment", () => ["Environment", ...columns(ENVIRONMENT)].join("\n")],
]);

/** Help on a command, or on a separate topic. */
export async function helpTopic(topic: string, style: Style): Promise<string> {
  const entry = COMMANDS.find(({ name }) => name === topic);
  if (entry !== undefined) return commandHelp(await entry.load(), style);
  const text = TOPICS.get(topic);
  if (text !== undefined) return text();
  const near = closest(topic, [...COMMANDS.map(({ name }) => name), ...TOPICS.keys()]);
  throw new UsageError(
    `there is no help on "${topic}"`,
    near === undefined ? `Topics are ${[...TOPICS.keys()].join(", ")}, and every command.` : `Did you mean ${near}?`,
  );
}
