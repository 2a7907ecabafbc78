/** The metadata that are to be put into a packed file: a value, or what a file of JSON holds. */
import { fromPlain, jsonFloat, jsonInteger } from "../../bytes/json/make.ts";
import type { JsonNode, JsonNumber } from "../../bytes/json/node.ts";
import { integerOf } from "../../bytes/json/number.ts";
import { parseJson } from "../../bytes/json/parse.ts";
import { openPlain } from "./places.ts";

/** Metadata of a Bloscpack file. */
export interface MetadataOption {
  /** Any JSON value, put into the file. */
  readonly metadata?: unknown;
  /**
   * A file of this machine that holds it as JSON, in place of `metadata`: integers of any length are exact, `1.0` stays a
   * float. As for blpk, `null` is no metadata.
   */
  readonly metadataFile?: string | undefined;
}

/** undefined: none. */
export async function metadataNode({ metadata, metadataFile }: MetadataOption): Promise<JsonNode | undefined> {
  if (metadataFile === undefined) return metadata === undefined ? undefined : fromPlain(metadata);
  const file = await openPlain(metadataFile);
  try {
    const { root } = parseJson((await file.source.read()) ?? new Uint8Array(0), { key: metadataFile });
    return root.type === "null" ? undefined : asPython(root);
  } finally {
    await file.close();
  }
}

/** With numbers as Python spells them once it has read them: bloscpack stores what `json.dumps` makes of them. */
function asPython(node: JsonNode): JsonNode {
  switch (node.type) {
    case "number":
      return pythonNumber(node);
    case "array":
      return { ...node, items: node.items.map(asPython) };
    case "object":
      return { ...node, members: new Map(Array.from(node.members, ([name, value]) => [name, asPython(value)])) };
    default:
      return node;
  }
}

function pythonNumber(node: JsonNumber): JsonNumber {
  const integer = integerOf(node);
  return integer === undefined ? jsonFloat(Number(node.text)) : jsonInteger(integer);
}
