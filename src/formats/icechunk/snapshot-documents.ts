/**
 * The Zarr documents in a snapshot must agree with the snapshot itself, or it is refused: an array that Zarr would
 * treat as a group, or whose chunks it would look for under other keys, would read as fill values.
 */

import type { JsonNode } from "../../bytes/json/node.ts";
import { parseJson } from "../../bytes/json/parse.ts";
import { HyperslabError } from "../../errors.ts";
import type { SnapshotNode } from "./snapshot.ts";

/** The text of a node's `zarr.json`. */
export function checkedDocument({ kind, document, rank }: SnapshotNode, key: string): Uint8Array {
  const { root } = parseJson(document, { key });
  const type = member(root, "node_type");
  if (type?.type !== "string" || type.value !== kind) {
    throw new HyperslabError(
      "invalid-data",
      `the snapshot says that it is ${kind === "array" ? "an array" : "a group"}`,
    );
  }
  if (kind === "group") return document;
  const shape = member(root, "shape");
  if (shape?.type !== "array" || shape.items.length !== rank) {
    throw new HyperslabError("invalid-data", `the snapshot says that the array has ${rank} dimensions`);
  }
  const encoding = member(root, "chunk_key_encoding");
  const name = encoding?.type === "string" ? encoding : member(encoding, "name");
  const separator = member(member(encoding, "configuration"), "separator");
  const isDefault = name?.type === "string" && name.value === "default";
  if (isDefault && (separator === undefined || (separator.type === "string" && separator.value === "/")))
    return document;
  throw new HyperslabError("unsupported", "Icechunk only supports Zarr's default chunk keys, c/0/0");
}

function member(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return node?.type === "object" ? node.members.get(name) : undefined;
}
