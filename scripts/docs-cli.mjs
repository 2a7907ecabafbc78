// Writes docs/cli.md from what the built program says of itself: `hyperslab help --json` and its topics.
// --check: fails if the file is not current.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const say = (...argv) => execFileSync(process.execPath, [`${root}dist/cli/main.js`, ...argv], { encoding: "utf8" });

const head = `# The program

<!-- Made by scripts/docs-cli.mjs from the program's own help; change that and run the script again. -->

\`hyperslab COMMAND --help\` says the same. Data goes to stdout, everything else to stderr; \`--json\` prints what the library
function of the same name returns, as strict JSON: integers with all their digits, NaN and infinities as text.

An address is a path or a URL, with the node after \`::\` (\`data.zarr::group/array\`); where values are read, a selection as in
NumPy may follow in brackets (\`'data.zarr::t2m[0, 10:20, ::-1]'\`).
`;

const commands = JSON.parse(say("help", "--json"));
const common = helpOptions("tree", "Options", "depth");
const ofStores = helpOptions("tree", "Store options");
const text = [
  head,
  "| command | |\n|---|---|",
  ...commands.map(({ name, summary }) => `| [${name}](#${name}) | ${cell(summary)} |`),
  "",
  ...commands.map(section),
  "## Every command takes\n",
  table(common),
  "",
  "## Every command that takes an address takes\n",
  "Credentials come from the environment, the configuration of AWS or the address's own store, never from an option. Where two\naddresses need different ones, the address says it: `s3://bucket/data.zarr#aws.profile=other`.\n",
  table(ofStores),
  "",
  "## Exit codes\n",
  topic("exit-codes", "code"),
  "",
  "## Environment\n",
  topic("environment", "variable"),
  "",
].join("\n");

const file = `${root}docs/cli.md`;
if (!process.argv.includes("--check")) writeFileSync(file, text);
else if (readFileSync(file, "utf8") !== text) {
  console.error("docs/cli.md is not current: run node scripts/docs-cli.mjs");
  process.exitCode = 1;
}

function section({ name, usage, description, options, examples }) {
  const own = Object.keys(options).length === 0 ? "" : `${table(options)}\n`;
  const lines = examples.map(([line, what]) => `$ ${line}\n    ${what}`).join("\n");
  return `## ${name}\n\n    hyperslab ${usage}\n\n${description}\n\n\`\`\`text\n${lines}\n\`\`\`\n\n${own}`;
}

function table(options) {
  const rows = Object.entries(options).map(([name, { short, value, help, multiple }]) => {
    const letter = short === undefined ? "" : `\`-${short}\`, `;
    const many = multiple && !help.includes("repeated") ? " (may be repeated)" : "";
    return `| ${letter}\`--${name}${value === undefined ? "" : ` ${value}`}\` | ${cell(help)}${many} |`;
  });
  return ["| option | |", "|---|---|", ...rows].join("\n");
}

/** The options in a group of a command's help, except the command's own. */
function helpOptions(command, title, ...own) {
  const lines = say("help", command).split(`\n${title}\n`)[1].split("\n\n")[0].trimEnd().split("\n");
  const rows = lines.map((line) => /^ {2}(?:-(\w), | {4})--([a-z-]+)(?: ([A-Z]+))? +(.*)$/.exec(line));
  const entries = rows.map(([, short, name, value, help]) => [name, { short, value, help }]);
  return Object.fromEntries(entries.filter(([name]) => !own.includes(name)));
}

/** A topic's two columns as a table. */
function topic(name, what) {
  const [, ...lines] = say("help", name).trimEnd().split("\n");
  const rows = lines.map((line) => /^ {2}(\S+) +(.*)$/.exec(line));
  return [`| ${what} | |`, "|---|---|", ...rows.map(([, key, words]) => `| \`${key}\` | ${cell(words)} |`)].join("\n");
}

function cell(words) {
  return words.replaceAll("|", "\\|");
}
