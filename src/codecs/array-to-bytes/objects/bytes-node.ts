/**
 * Bytes in a tree of JSON values, which MessagePack has and JSON lacks: a null that stands for them. Such nodes stay
 * inside this folder.
 */
import { jsonNull } from "../../../bytes/json/make.ts";
import type { JsonNode } from "../../../bytes/json/node.ts";

const held = new WeakMap<JsonNode, Uint8Array>();

export function bytesNode(bytes: Uint8Array): JsonNode {
  const node = jsonNull();
  held.set(node, bytes);
  return node;
}

/** The bytes that a node stands for; undefined for an ordinary node. */
export function heldBytes(node: JsonNode): Uint8Array | undefined {
  return held.get(node);
}

/** Returns whether the node contains bytes, at any depth. */
export function holdsBytes(node: JsonNode): boolean {
  if (node.type === "array") return node.items.some(holdsBytes);
  return node.type === "object" ? [...node.members.values()].some(holdsBytes) : held.has(node);
}
