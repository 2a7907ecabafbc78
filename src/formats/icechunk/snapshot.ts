/** A snapshot: every group and array of one version of the data, their Zarr documents, and which manifests list their chunks. */
import type { FlatBuffer, FlatVector } from "../../bytes/flatbuffers/flat-buffer.ts";
import { type CommitMetadata, readCommitMetadata, readTime } from "./commit-metadata.ts";
import type { MetadataFile } from "./metadata-file.ts";
import { NODE_ID_BYTES, OBJECT_ID_BYTES, printId } from "./object-id.ts";

const SNAPSHOT = {
  id: 0,
  parent: 1,
  nodes: 2,
  time: 3,
  message: 4,
  metadata: 5,
  manifests: 6,
  manifestsV2: 7,
} as const;
const NODE = { id: 0, path: 1, document: 2, kind: 3, data: 4 } as const;
const ARRAY = { shape: 0, manifests: 2, shapeV2: 3 } as const;
const MANIFEST_REF = { id: 0, extents: 1 } as const;
const MANIFEST_INFO = { id: 0, size: 1, references: 2 } as const;
const ARRAY_DATA = 1;
const GROUP_DATA = 2;

/** struct DimensionShape: u64 length, u64 length of chunks. struct ChunkIndexRange: u32 from, u32 to. */
const [SHAPE_BYTES, RANGE_BYTES] = [16, 8] as const;
/** struct ManifestFileInfo: id(12), 4 of padding, u64 size, u32 references, 4 of padding. */
const [INFO_BYTES, INFO_SIZE_AT, INFO_REFERENCES_AT] = [32, 16, 24] as const;

export interface SnapshotNode {
  /** Names joined by slashes; the root is "". */
  readonly path: string;
  readonly id: string;
  readonly kind: "group" | "array";
  /** The text of its `zarr.json`. */
  readonly document: Uint8Array;
  /** Of an array: its number of dimensions. */
  readonly rank: number;
  readonly manifests: readonly ManifestRef[];
}

export interface ManifestRef {
  readonly id: string;
  /** Two numbers per dimension: the first chunk, and the one after the last. Empty if chunks may lie anywhere. */
  readonly extents: Uint32Array;
}

/** What a snapshot says about a manifest as a file. */
export interface ManifestInfo {
  readonly size: number;
  readonly references: number;
}

export interface Snapshot {
  readonly id: string;
  /** Only in version 1 of the format; later ones record it in the repository's own file. */
  readonly parent: string | undefined;
  /** When it was made, in microseconds since 1970. */
  readonly micros: number;
  readonly message: string;
  readonly metadata: CommitMetadata;
  /** By path. */
  readonly nodes: ReadonlyMap<string, SnapshotNode>;
  readonly manifests: ReadonlyMap<string, ManifestInfo>;
}

export function readSnapshot({ content, version }: MetadataFile, id: string): Snapshot {
  const root = content.root();
  const own = content.struct(root, SNAPSHOT.id, OBJECT_ID_BYTES);
  if (own === undefined || printId(own) !== id) throw content.bad(root, `a snapshot with another id than ${id}`);
  const parent = content.struct(root, SNAPSHOT.parent, OBJECT_ID_BYTES);
  return {
    id,
    parent: parent && printId(parent),
    micros: readTime(content, root, SNAPSHOT.time),
    message: content.text(root, SNAPSHOT.message) ?? "",
    metadata: readCommitMetadata(content, content.elements(root, SNAPSHOT.metadata, 4), version),
    nodes: readNodes(content, content.elements(root, SNAPSHOT.nodes, 4)),
    manifests: readManifestInfos(content, root),
  };
}

function readNodes(content: FlatBuffer, vector: FlatVector): ReadonlyMap<string, SnapshotNode> {
  const nodes = new Map<string, SnapshotNode>();
  const ids = new Set<string>();
  for (let i = 0; i < vector.count; i++) {
    const at = content.tableIn(vector, i);
    const node = readNode(content, at);
    if (nodes.has(node.path) || ids.has(node.id))
      throw content.bad(at, `a second node at /${node.path}, or of its id,`);
    nodes.set(node.path, node);
    ids.add(node.id);
  }
  for (const { path } of nodes.values()) refuseNodeInArray(content, nodes, path);
  return nodes;
}

/** An array contains no nodes, because their documents would have the keys of its chunks. */
function refuseNodeInArray(content: FlatBuffer, nodes: ReadonlyMap<string, SnapshotNode>, path: string): void {
  for (let cut = path.lastIndexOf("/"); cut > 0; cut = path.lastIndexOf("/", cut - 1)) {
    const above = nodes.get(path.slice(0, cut));
    if (above?.kind === "array") throw content.bad(0, `the node /${path} inside the array /${above.path}`);
    if (above !== undefined) return;
  }
  if (path !== "" && nodes.get("")?.kind === "array") throw content.bad(0, `the node /${path} inside the root array`);
}

function readNode(content: FlatBuffer, at: number): SnapshotNode {
  const id = content.struct(at, NODE.id, NODE_ID_BYTES);
  const text = content.text(at, NODE.path);
  const document = content.bytes(at, NODE.document);
  const data = content.table(at, NODE.data);
  const kind = content.uint8(at, NODE.kind);
  if (id === undefined || text === undefined || document === undefined || data === 0) {
    throw content.bad(at, "a node without an id, a path, a document or its kind");
  }
  if (kind !== ARRAY_DATA && kind !== GROUP_DATA) throw content.bad(at, `a node of the unknown kind ${kind}`);
  const path = readPath(content, at, text);
  const shared = { path, id: printId(id), document };
  if (kind === GROUP_DATA) return { ...shared, kind: "group", rank: 0, manifests: [] };
  const lengths = content.vector(data, ARRAY.shapeV2, 4) ?? content.elements(data, ARRAY.shape, SHAPE_BYTES);
  const rank = lengths.count;
  return { ...shared, kind: "array", rank, manifests: readManifestRefs(content, data, rank) };
}

/** Paths are absolute and canonical. They become keys, so `..` and the like are refused. */
function readPath(content: FlatBuffer, at: number, text: string): string {
  if (text === "/") return "";
  const names = text.split("/");
  const isPath = names.length > 1 && names[0] === "";
  if (!isPath || names.slice(1).some((name) => name === "" || name === "." || name === ".." || name.includes("\0"))) {
    throw content.bad(at, `the path ${JSON.stringify(text)} of a node, which is not canonical,`);
  }
  return names.slice(1).join("/");
}

function readManifestRefs(content: FlatBuffer, data: number, rank: number): readonly ManifestRef[] {
  const vector = content.elements(data, ARRAY.manifests, 4);
  const refs: ManifestRef[] = [];
  for (let i = 0; i < vector.count; i++) {
    const at = content.tableIn(vector, i);
    const id = content.struct(at, MANIFEST_REF.id, OBJECT_ID_BYTES);
    const ranges = content.elements(at, MANIFEST_REF.extents, RANGE_BYTES);
    if (id === undefined) throw content.bad(at, "a manifest without an id");
    if (ranges.count !== 0 && ranges.count !== rank) {
      throw content.bad(at, `a manifest for ${ranges.count} dimensions of an array of ${rank}`);
    }
    const extents = new Uint32Array(2 * ranges.count);
    for (let k = 0; k < extents.length; k++) extents[k] = content.uint32In(ranges, k);
    refs.push({ id: printId(id), extents });
  }
  return refs;
}

function readManifestInfos(content: FlatBuffer, root: number): ReadonlyMap<string, ManifestInfo> {
  const infos = new Map<string, ManifestInfo>();
  const old = content.elements(root, SNAPSHOT.manifests, INFO_BYTES);
  for (let i = 0; i < old.count; i++) {
    const info = content.structIn(old, i, INFO_BYTES);
    const view = new DataView(info.buffer, info.byteOffset, INFO_BYTES);
    infos.set(printId(info.subarray(0, OBJECT_ID_BYTES)), {
      size: Number(view.getBigUint64(INFO_SIZE_AT, true)),
      references: view.getUint32(INFO_REFERENCES_AT, true),
    });
  }
  const vector = content.elements(root, SNAPSHOT.manifestsV2, 4);
  for (let i = 0; i < vector.count; i++) {
    const at = content.tableIn(vector, i);
    const id = content.struct(at, MANIFEST_INFO.id, OBJECT_ID_BYTES);
    if (id === undefined) throw content.bad(at, "a manifest without an id");
    const references = content.uint32(at, MANIFEST_INFO.references);
    infos.set(printId(id), { size: content.uint64(at, MANIFEST_INFO.size), references });
  }
  return infos;
}
