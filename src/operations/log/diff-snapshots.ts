/**
 * What differs between two snapshots of a repository: nodes by id, their documents, and chunks according to the
 * transaction logs.
 */
import { toPlain } from "../../bytes/json/make.ts";
import type { PlainJson } from "../../bytes/json/node.ts";
import { parseJson } from "../../bytes/json/parse.ts";
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import { openHistory } from "../../dataset/open/open-repository.ts";
import type { CommitInfo } from "../../formats/icechunk/repo-info.ts";
import type { Repository } from "../../formats/icechunk/repository.ts";
import type { Snapshot, SnapshotNode } from "../../formats/icechunk/snapshot.ts";
import type { RawKeyOptions } from "../keys/raw-keys.ts";
import { DIFF_SNAPSHOTS } from "../option-names.ts";

/** Options of `diffSnapshots`. */
export interface DiffSnapshotsOptions extends RawKeyOptions {
  /** The branch, tag or snapshot to compare with: `v1`. */
  readonly from: string;
  /** The snapshot that is compared. Default: the one that the address names, else the main branch. */
  readonly to?: string | undefined;
}

/** A node that exists in only one of the snapshots. */
export interface DiffNode {
  /** Its path, without a leading slash. */
  readonly path: string;
  /** Its kind. */
  readonly kind: "group" | "array";
}

/** A node whose path has changed. */
export interface MovedNode {
  /** The path in the first snapshot. */
  readonly from: string;
  /** The path in the second one. */
  readonly to: string;
  /** Its kind. */
  readonly kind: "group" | "array";
}

/** A member of a document that differs. */
export interface DocumentChange {
  /** Its path in the document: `attributes.title`. */
  readonly field: string;
  /** The value in the first snapshot; omitted if it had none. */
  readonly before?: PlainJson;
  /** The value in the second one; omitted if it has none. */
  readonly after?: PlainJson;
}

/** A node whose document differs. */
export interface ChangedNode extends DiffNode {
  /** What differs. */
  readonly changes: readonly DocumentChange[];
}

/** The chunks of one array that were written or deleted. */
export interface ChangedChunks {
  /** The array. */
  readonly path: string;
  /** Coordinates of the chunks, in order. */
  readonly chunks: readonly (readonly number[])[];
}

/** The result of `diffSnapshots`; all lists are sorted by path. */
export interface SnapshotDiff {
  /** Where the repository is. */
  readonly location: string;
  /** The id of the first snapshot. */
  readonly from: string;
  /** The id of the second one. */
  readonly to: string;
  /** Nodes of the second snapshot that the first one lacks. */
  readonly added: readonly DiffNode[];
  /** Nodes of the first snapshot that the second one lacks. */
  readonly deleted: readonly DiffNode[];
  /** Nodes whose path has changed. */
  readonly moved: readonly MovedNode[];
  /** Nodes whose documents differ. */
  readonly changed: readonly ChangedNode[];
  /**
   * Changed chunks by array. Omitted if the second snapshot does not descend from the first, because only commits
   * record what they wrote.
   */
  readonly chunks?: readonly ChangedChunks[];
}

/** Compares two snapshots of an Icechunk repository. No chunk is read. */
export async function diffSnapshots(input: AddressInput, options: DiffSnapshotsOptions): Promise<SnapshotDiff> {
  if (hasUnknown(options, DIFF_SNAPSHOTS)) return refuseUnknown("diffSnapshots", options, DIFF_SNAPSHOTS);
  const { store, signal } = options;
  const { repository, ref } = await openHistory(input, store, signal);
  const from = await repository.resolve(options.from, { signal });
  const to = await repository.resolve(options.to ?? ref, { signal });
  const [old, now] = [await repository.snapshot(from, { signal }), await repository.snapshot(to, { signal })];
  const before = byId(old);
  const after = byId(now);
  const both = [...after].flatMap(([id, node]) => (before.has(id) ? [[before.get(id)!, node] as const] : []));
  const chunks = await changedChunks(repository, from, to, after, signal);
  return {
    location: repository.store.location,
    from,
    to,
    added: only(after, before),
    deleted: only(before, after),
    moved: sorted(
      both
        .filter(([one, other]) => one.path !== other.path)
        .map(([one, other]) => ({ from: one.path, to: other.path, kind: other.kind })),
      ({ to: path }) => path,
    ),
    changed: sorted(
      both.flatMap(([one, other]) => changedNode(one, other)),
      pathOf,
    ),
    ...(chunks && { chunks }),
  };
}

type NodesById = ReadonlyMap<string, SnapshotNode>;

function byId({ nodes }: Snapshot): NodesById {
  return new Map(Array.from(nodes.values(), (node) => [node.id, node]));
}

function pathOf({ path }: { readonly path: string }): string {
  return path;
}

function sorted<T>(list: readonly T[], path: (item: T) => string): readonly T[] {
  return [...list].sort((a, b) => (path(a) < path(b) ? -1 : 1));
}

function only(these: NodesById, others: NodesById): readonly DiffNode[] {
  const nodes = [...these].filter(([id]) => !others.has(id)).map(([, { path, kind }]) => ({ path, kind }));
  return sorted(nodes, pathOf);
}

function changedNode(before: SnapshotNode, after: SnapshotNode): readonly ChangedNode[] {
  const documents = [before, after].map(({ document }) => toPlain(parseJson(document).root));
  const changes = [...compare("", documents[0], documents[1])];
  return changes.length === 0 ? [] : [{ path: after.path, kind: after.kind, changes }];
}

/** Objects are compared member by member, anything else as a whole. */
function* compare(
  field: string,
  before: PlainJson | undefined,
  after: PlainJson | undefined,
): Generator<DocumentChange> {
  if (isRecord(before) && isRecord(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const at = field === "" ? name : `${field}.${name}`;
      yield* compare(at, ownOf(before, name), ownOf(after, name));
    }
    return;
  }
  if (text(before) === text(after)) return;
  yield { field, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

type JsonRecord = { readonly [name: string]: PlainJson };

function isRecord(value: PlainJson | undefined): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function ownOf(record: JsonRecord, name: string): PlainJson | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Numbers by their digits, so that NaN equals itself and big integers are exact. */
function text(value: PlainJson | undefined): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "bigint" || typeof inner === "number" ? `number ${inner}` : inner,
  );
}

/** The changed chunks of all commits in between; undefined if the second snapshot does not descend from the first. */
async function changedChunks(
  repository: Repository,
  from: string,
  to: string,
  nodes: NodesById,
  signal: AbortSignal | undefined,
): Promise<readonly ChangedChunks[] | undefined> {
  const commits: CommitInfo[] = [];
  let isDescendant = false;
  for await (const commit of repository.ancestry(to, { signal })) {
    isDescendant = commit.id === from;
    if (isDescendant) break;
    commits.push(commit);
  }
  if (!isDescendant) return undefined;
  const chunks = new Map<string, Map<string, readonly number[]>>();
  for (const log of commits.flatMap(({ id, pruned }) => [...pruned, id])) {
    for (const [id, coords] of (await repository.transactionLog(log, { signal })).chunks) {
      const node = nodes.get(id);
      if (node === undefined) continue;
      const known = chunks.get(node.path) ?? new Map<string, readonly number[]>();
      for (const each of coords) known.set(each.join(), each);
      chunks.set(node.path, known);
    }
  }
  const lists = Array.from(chunks, ([path, known]) => ({ path, chunks: [...known.values()].sort(inOrder) }));
  return sorted(lists, pathOf);
}

function inOrder(a: readonly number[], b: readonly number[]): number {
  for (const [index, coord] of a.entries()) if (coord !== b[index]) return coord - (b[index] ?? 0);
  return 0;
}
