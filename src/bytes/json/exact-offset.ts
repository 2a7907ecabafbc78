/**
 * Where a value stands in its own document, if objects of the document share their trees with others of equal text. Only messages
 * need it, so the document is read again, without sharing.
 */
import type { JsonNode } from "./node.ts";
import { parseJson } from "./parse.ts";

interface SharedSource {
  readonly key: string;
  readonly text: string;
}

/** A hierarchy may have a message for each of its arrays. */
const exact = new WeakMap<SharedSource, JsonNode>();

/** A name, a quoted name in brackets, or an index in brackets: the steps of `a.b["c d"][1]`. */
const STEP = /\.?([A-Za-z_$][\w$]*)|\[("(?:[^"\\]|\\.)*")\]|\[([0-9]+)\]/y;

/** The offset of the value with this path, or of the nearest value around it that the document has. */
export function exactOffset(source: SharedSource, field: string): number {
  let node = exact.get(source) ?? parseJson(source.text, { key: source.key }).root;
  exact.set(source, node);
  for (STEP.lastIndex = 0; STEP.lastIndex < field.length; ) {
    const [step, name, quoted, index] = STEP.exec(field) ?? [];
    if (step === undefined) break;
    const next: JsonNode | undefined =
      index === undefined ? memberOf(node, name ?? String(JSON.parse(quoted!))) : itemOf(node, Number(index));
    if (next === undefined) break;
    node = next;
  }
  return node.offset;
}

function memberOf(node: JsonNode, name: string): JsonNode | undefined {
  return node.type === "object" ? node.members.get(name) : undefined;
}

function itemOf(node: JsonNode, index: number): JsonNode | undefined {
  return node.type === "array" ? node.items[index] : undefined;
}
