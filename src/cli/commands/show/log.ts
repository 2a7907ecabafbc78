/** hyperslab log */
import {
  type ChangedChunks,
  type DocumentChange,
  diffSnapshots,
  type LoggedCommit,
  type LogReport,
  log,
  type SnapshotDiff,
} from "../../../index.ts";
import { requireArguments, textOption } from "../../arguments.ts";
import type { Command } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import type { Style } from "../../output/style.ts";
import { counted, printable, valueText } from "../../output/units.ts";
import { UsageError } from "../../usage-error.ts";

const USAGE = "log ADDRESS [--all] [--limit COUNT] [--diff REF]";

export const logCommand: Command = {
  usage: USAGE,
  description:
    "Shows the commits of an Icechunk repository, the newest first: id, time, message and metadata. The address may name a\n" +
    "branch, a tag or a snapshot: 'repo|icechunk:@v1'. With --diff, shows what differs between that and another one instead.",
  takesAddress: true,
  options: {
    all: { type: "boolean", help: "Also list branches and tags, and the commits of all of them" },
    limit: { type: "string", value: "COUNT", help: "Show at most this many commits" },
    diff: { type: "string", value: "REF", help: "Compare with this branch, tag or snapshot" },
  },
  examples: [
    ["hyperslab log s3://bucket/repo", "the history of the main branch"],
    ["hyperslab log 'repo|icechunk:@v1' --limit 5", "the five commits up to the tag v1"],
    ["hyperslab log repo --all --json", "everything, for a script"],
    ["hyperslab log 'repo|icechunk:@main' --diff v1", "what has changed since the tag v1"],
  ],
  run: async ({ positionals, options, store, terminal, signal }) => {
    const [address] = requireArguments(positionals, USAGE);
    const from = textOption(options["diff"]);
    const limit = countOption(textOption(options["limit"]));
    if (from !== undefined) {
      if (options["all"] === true || limit !== undefined) {
        throw new UsageError("--diff compares two snapshots, and lists no commits", `Usage: hyperslab ${USAGE}`);
      }
      const diff = await diffSnapshots(address!, { from: from.replace(/^@/, ""), store, signal });
      if (terminal.json) await terminal.result(diff);
      else for (const line of diffLines(diff, terminal.style)) await terminal.line(line);
      return EXIT.ok;
    }
    const report = await log(address!, { all: options["all"] === true, limit, store, signal });
    if (terminal.json) await terminal.result(report);
    else for (const line of logLines(report, terminal.style)) await terminal.line(line);
    return EXIT.ok;
  },
};

function countOption(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`--limit takes a number of at least 1, not "${text}"`, `Usage: hyperslab ${USAGE}`);
}

function* logLines({ commits, branches, tags }: LogReport, style: Style): Generator<string> {
  for (const { name, snapshot } of branches ?? []) yield `branch  ${snapshot}  ${style.bold(printable(name))}`;
  for (const { name, snapshot } of tags ?? []) yield `tag     ${snapshot}  ${style.bold(printable(name))}`;
  if (branches !== undefined) yield "";
  for (const commit of commits) yield* commitLines(commit, style);
}

function* commitLines({ id, time, message, metadata }: LoggedCommit, style: Style): Generator<string> {
  const lines = message.split("\n").map(printable);
  yield `${style.bold(id)}  ${time}  ${lines[0]}`;
  for (const line of lines.slice(1)) yield `    ${line}`;
  for (const [name, value] of Object.entries(metadata)) {
    yield style.dim(`    ${printable(name)}: ${printable(valueText(value))}`);
  }
}

function* diffLines({ added, deleted, moved, changed, chunks }: SnapshotDiff, style: Style): Generator<string> {
  for (const { path, kind } of added) yield `added    ${style.bold(shownPath(path))}  ${kind}`;
  for (const { path, kind } of deleted) yield `deleted  ${style.bold(shownPath(path))}  ${kind}`;
  for (const { from, to, kind } of moved) {
    yield `moved    ${style.bold(shownPath(to))}  ${kind}, from ${shownPath(from)}`;
  }
  for (const { path, kind, changes } of changed) {
    yield `changed  ${style.bold(shownPath(path))}  ${kind}`;
    for (const change of changes) yield `         ${changeText(change)}`;
  }
  for (const each of chunks ?? []) yield `written  ${style.bold(shownPath(each.path))}  ${chunksText(each)}`;
  if (chunks === undefined) yield "The snapshots are not on one line of history, so chunks cannot be compared.";
  else if ([added, deleted, moved, changed, chunks].every(({ length }) => length === 0)) yield "No differences.";
}

function shownPath(path: string): string {
  return path === "" ? "/" : `/${printable(path)}`;
}

function changeText({ field, before, after }: DocumentChange): string {
  const [old, now] = [before, after].map((value) => (value === undefined ? "none" : printable(valueText(value))));
  return `${printable(field)}: ${old} -> ${now}`;
}

function chunksText({ chunks }: ChangedChunks): string {
  return counted(chunks.length, "chunk");
}
