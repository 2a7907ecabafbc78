/** The history of a repository: its commits from a branch, tag or snapshot back to the first. */
import type { PlainJson } from "../../bytes/json/node.ts";
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import { openHistory } from "../../dataset/open/open-repository.ts";
import { DEFAULT_BRANCH } from "../../formats/icechunk/refs.ts";
import type { CommitInfo } from "../../formats/icechunk/repo-info.ts";
import type { NamedRef } from "../../formats/icechunk/version-one.ts";
import type { RawKeyOptions } from "../keys/raw-keys.ts";
import { LOG } from "../option-names.ts";

/** Options of `log`. */
export interface LogOptions extends RawKeyOptions {
  /** Also list the branches and tags, and the commits of all of them. */
  readonly all?: boolean | undefined;
  /** At most this many commits. Default: all. */
  readonly limit?: number | undefined;
}

/** One commit. */
export interface LoggedCommit {
  /** The id of its snapshot. */
  readonly id: string;
  /** The commit before it; null for the first. */
  readonly parent: string | null;
  /** When it was made: ISO 8601 in UTC, with microseconds. */
  readonly time: string;
  /** The commit message. */
  readonly message: string;
  /** Named values added by its author. */
  readonly metadata: { readonly [name: string]: PlainJson };
}

/** The result of `log`. */
export interface LogReport {
  /** Where the repository is. */
  readonly location: string;
  /** The version of its format. */
  readonly version: 1 | 2;
  /** The branch, tag or snapshot that the history starts from. */
  readonly ref: string;
  /** Newest first. With `all`, those of every branch and tag, by time. */
  readonly commits: readonly LoggedCommit[];
  /** All branches, with `all`. */
  readonly branches?: readonly NamedRef[];
  /** All tags, with `all`. */
  readonly tags?: readonly NamedRef[];
}

/**
 * The history of an Icechunk repository.
 *
 * @example
 * const { commits } = await log("repo|icechunk:@main");
 * for (const { id, time, message } of commits) console.log(id, time, message);
 */
export async function log(input: AddressInput, options: LogOptions = {}): Promise<LogReport> {
  if (hasUnknown(options, LOG)) return refuseUnknown("log", options, LOG);
  const { all = false, limit = Number.POSITIVE_INFINITY, store, signal } = options;
  const { repository, ref } = await openHistory(input, store, signal);
  const refs = all ? await repository.refs({ signal }) : undefined;
  const tips = refs && ref === undefined ? [...refs.branches, ...refs.tags].map(({ snapshot }) => snapshot) : [];
  const starts = tips.length > 0 ? tips : [await repository.resolve(ref, { signal })];
  const commits = new Map<string, CommitInfo>();
  for (const start of starts) {
    let count = 0;
    for await (const commit of repository.ancestry(start, { signal })) {
      count += 1;
      // Its ancestors are known too.
      if (count > limit || commits.has(commit.id)) break;
      commits.set(commit.id, commit);
    }
  }
  const listed = [...commits.values()];
  if (starts.length > 1) listed.sort((a, b) => b.micros - a.micros);
  return {
    location: repository.store.location,
    version: repository.version,
    ref: ref ?? DEFAULT_BRANCH,
    commits: listed.slice(0, Math.min(limit, listed.length)).map(shown),
    ...refs,
  };
}

function shown({ id, parent, micros, message, metadata }: CommitInfo): LoggedCommit {
  return { id, parent: parent ?? null, time: isoTime(micros), message, metadata };
}

/** `2026-11-18T03:46:35.396095Z` */
function isoTime(micros: number): string {
  const seconds = new Date(Math.floor(micros / 1e6) * 1000).toISOString().slice(0, -5);
  return `${seconds}.${String(micros % 1e6).padStart(6, "0")}Z`;
}
