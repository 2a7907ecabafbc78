/**
 * Bytes in a tree of JSON values, which MessagePack has and JSON has not: a null that stands for them. Such nodes stay
 * inside of this folder.
 */
import { jsonNull } from "../../../bytes/json/make.ts";
import type { JsonNode } from "../../../bytes/json/node.ts";

const held = new WeakMap<JsonNode, Uint8Array>();

export function bytesNode(bytes: Uint8Array): JsonNode {
  const node = jsonNull();
  held.set(node, bytes);
  return node;
}

/** The bytes that a node stands for; undefined if it is what it seems to be. */
export function heldBytes(node: JsonNode): Uint8Array | undefined {
  return held.get(node);
}

/** Are there bytes in the node, at any depth? */
export function holdsBytes(node: JsonNode): boolean {
  if (node.type === "array") return node.items.some(holdsBytes);
  return node.type === "object" ? [...node.members.values()].some(holdsBytes) : held.has(node);
}
