/** How an array is stored in a Parquet set: its document, its layout, and where its references are found. */
import { jsonString, withMember } from "../../../bytes/json/make.ts";
import type { JsonNode } from "../../../bytes/json/node.ts";
import type { ChunkRows } from "../../../model/virtual/chunk-rows.ts";
import type { ReferenceSet } from "../../../model/virtual/reference-set.ts";
import { chunkKey, layoutV2, layoutV3, type RecordLayout } from "./record-layout.ts";
import { viewOf } from "./set-document.ts";

export interface WrittenArray {
  readonly layout: RecordLayout;
  /** The key of its document. */
  readonly key: string;
  readonly document: JsonNode;
  /** Undefined if all of its chunks are absent. */
  readonly rows: ChunkRows | undefined;
}

/** Returns undefined if the document is not that of an array. */
export function writtenArray(
  key: string,
  document: JsonNode,
  { table }: Pick<ReferenceSet, "table">,
): WrittenArray | undefined {
  const view = viewOf(key, document);
  const [path, name] = [key.slice(0, Math.max(0, key.lastIndexOf("/"))), key.slice(key.lastIndexOf("/") + 1)];
  if (name === "zarr.json") {
    const layout = layoutV3(path, view);
    return layout && { layout, key, document, rows: rowsOf(layout, table) };
  }
  if (name !== ".zarray") return undefined;
  const layout = layoutV2(path, view);
  const other: RecordLayout = { ...layout, encoding: { kind: "v2", separator: "/" } };
  const isUnsaid = view.get("dimension_separator") === undefined;
  const rows = rowsOf(layout, table) ?? (isUnsaid ? rowsOf(other, table) : undefined);
  // fsspec only reads keys with dots. The numbers of chunks are the same.
  const isSlash = layout.encoding.separator === "/";
  const spelled = isSlash ? withMember(view.object(), "dimension_separator", jsonString(".")) : document;
  return { layout, key, document: spelled, rows };
}

function rowsOf(layout: RecordLayout, table: ReferenceSet["table"]): ChunkRows | undefined {
  return table.chunkRows(chunkKey(layout, 0), layout.grid.length);
}
