/** Nodes for comparing: without where they came from, and without the offsets of their JSON values. */
import type { JsonNode } from "../../src/bytes/json/node.ts";
import { printJson } from "../../src/bytes/json/print.ts";
import type { Node } from "../../src/model/node.ts";

/** Plain data that is equal exactly if the nodes say the same. */
export function comparable(node: Node): unknown {
  const attributes = Array.from(node.attributes, ([name, { value }]) => [name, text(value)]);
  if (node.kind === "group") return { kind: node.kind, path: node.path, attributes };
  const codecs = node.codecs.map(({ name, configuration }) => `${name} ${text(configuration, true)}`);
  const { dataType, shape, grid, dimensions, chunkKeys, path, kind, fillValue } = node;
  const isJson = typeof fillValue === "object" && !(fillValue instanceof Uint8Array);
  const fill = isJson ? text(fillValue) : fillValue;
  return { kind, path, attributes, dataType, shape, grid, dimensions, chunkKeys, codecs, fill };
}

/** The order of attributes counts, that of members of a configuration does not. */
function text(node: JsonNode, sorted = false): string {
  return printJson(node, "compact", { nonFinite: "token", sorted });
}
