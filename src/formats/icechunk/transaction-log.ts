/** What one commit changed, by node id. Not needed for reading data. */
import type { FlatBuffer, FlatVector } from "../../bytes/flatbuffers/flat-buffer.ts";
import type { MetadataFile } from "./metadata-file.ts";
import { NODE_ID_BYTES, OBJECT_ID_BYTES, printId } from "./object-id.ts";

const LOG = { id: 0, chunks: 7 } as const;
const UPDATED = { node: 0, chunks: 1 } as const;
const CHUNK = { coords: 0 } as const;

export interface TransactionLog {
  /** Chunks that were written or deleted, by the id of their array. */
  readonly chunks: ReadonlyMap<string, readonly (readonly number[])[]>;
}

export function readTransactionLog({ content }: MetadataFile, id: string): TransactionLog {
  const root = content.root();
  const own = content.struct(root, LOG.id, OBJECT_ID_BYTES);
  if (own === undefined || printId(own) !== id) throw content.bad(root, `a transaction log with another id than ${id}`);
  const vector = content.elements(root, LOG.chunks, 4);
  const chunks = new Map<string, readonly (readonly number[])[]>();
  for (let i = 0; i < vector.count; i++) {
    const at = content.tableIn(vector, i);
    const node = content.struct(at, UPDATED.node, NODE_ID_BYTES);
    if (node === undefined || chunks.has(printId(node))) throw content.bad(at, "an array without an id, or twice,");
    chunks.set(printId(node), readChunks(content, content.elements(at, UPDATED.chunks, 4)));
  }
  return { chunks };
}

function readChunks(content: FlatBuffer, vector: FlatVector): readonly (readonly number[])[] {
  return Array.from({ length: vector.count }, (_, i) => {
    const coords = content.elements(content.tableIn(vector, i), CHUNK.coords, 4);
    return Array.from({ length: coords.count }, (__, k) => content.uint32In(coords, k));
  });
}
