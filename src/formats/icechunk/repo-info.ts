/** The file `repo` of version 2: all snapshots with their parents, branches, tags and the configuration. */
import type { FlatBuffer } from "../../bytes/flatbuffers/flat-buffer.ts";
import { readFlexBuffer } from "../../bytes/flatbuffers/flex-buffer.ts";
import type { PlainJson } from "../../bytes/json/node.ts";
import { type CommitMetadata, readCommitMetadata, readTime } from "./commit-metadata.ts";
import type { MetadataFile } from "./metadata-file.ts";
import { OBJECT_ID_BYTES, printId } from "./object-id.ts";

const REPO = { tags: 1, branches: 2, deletedTags: 3, snapshots: 4, config: 9 } as const;
const REF = { name: 0, snapshot: 1 } as const;
const INFO = { id: 0, parent: 1, time: 2, message: 3, metadata: 4, pruned: 5 } as const;

/** What is known of a commit without its snapshot. */
export interface CommitInfo {
  readonly id: string;
  readonly parent: string | undefined;
  /** When it was made, in microseconds since 1970. */
  readonly micros: number;
  readonly message: string;
  readonly metadata: CommitMetadata;
  /** Transaction logs of commits before this one that were removed from the history, the oldest first (version 2.1). */
  readonly pruned: readonly string[];
}

export interface RepoInfo {
  /** Ids of snapshots by name. */
  readonly branches: ReadonlyMap<string, string>;
  readonly tags: ReadonlyMap<string, string>;
  readonly commits: ReadonlyMap<string, CommitInfo>;
  readonly config: PlainJson | undefined;
}

export function readRepoInfo({ content, version }: MetadataFile): RepoInfo {
  const root = content.root();
  const vector = content.elements(root, REPO.snapshots, 4);
  const tables = Array.from({ length: vector.count }, (_, i) => content.tableIn(vector, i));
  const ids = tables.map((at) => {
    const id = content.struct(at, INFO.id, OBJECT_ID_BYTES);
    if (id === undefined) throw content.bad(at, "a snapshot without an id");
    return printId(id);
  });
  const commits = new Map<string, CommitInfo>();
  for (const [i, at] of tables.entries()) {
    const id = ids[i]!;
    if (commits.has(id)) throw content.bad(at, `the snapshot ${id} twice`);
    commits.set(id, {
      id,
      parent: parentOf(content, at, ids),
      micros: readTime(content, at, INFO.time),
      message: content.text(at, INFO.message) ?? "",
      metadata: readCommitMetadata(content, content.elements(at, INFO.metadata, 4), version),
      pruned: readPruned(content, at),
    });
  }
  const config = content.bytes(root, REPO.config);
  return {
    commits,
    branches: readRefs(content, root, REPO.branches, ids),
    tags: readRefs(content, root, REPO.tags, ids),
    config: config === undefined || config.byteLength === 0 ? undefined : readFlexBuffer(config),
  };
}

/** Returns undefined for -1, which means none. */
function parentOf(content: FlatBuffer, at: number, ids: readonly string[]): string | undefined {
  const index = content.int32(at, INFO.parent);
  if (index === -1) return undefined;
  const parent = ids[index];
  if (parent === undefined) throw content.bad(at, `a parent that is snapshot ${index} of ${ids.length},`);
  return parent;
}

function readPruned(content: FlatBuffer, at: number): readonly string[] {
  const vector = content.elements(at, INFO.pruned, OBJECT_ID_BYTES);
  return Array.from({ length: vector.count }, (_, i) => printId(content.structIn(vector, i, OBJECT_ID_BYTES)));
}

function readRefs(
  content: FlatBuffer,
  root: number,
  field: number,
  ids: readonly string[],
): ReadonlyMap<string, string> {
  const vector = content.elements(root, field, 4);
  const refs = new Map<string, string>();
  for (let i = 0; i < vector.count; i++) {
    const at = content.tableIn(vector, i);
    const name = content.text(at, REF.name);
    const index = content.uint32(at, REF.snapshot);
    const id = ids[index];
    if (name === undefined || refs.has(name)) throw content.bad(at, "a branch or tag without a name, or twice,");
    if (id === undefined) throw content.bad(at, `"${name}" leads to snapshot ${index} of ${ids.length},`);
    refs.set(name, id);
  }
  return refs;
}
