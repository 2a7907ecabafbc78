/** The metadata to put into a packed file: a value, the contents of a JSON file, or those of an array that grows. */
import { fromPlain, jsonArray, jsonFloat, jsonInteger, withMember } from "../../bytes/json/make.ts";
import { integerOf, type JsonNode, type JsonNumber } from "../../bytes/json/node.ts";
import { type JsonDocument, parseJson } from "../../bytes/json/parse.ts";
import { viewDocument } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import { parseNumpyArray } from "../../formats/bloscpack/array-node.ts";
import { openPlain } from "./places.ts";

/** Metadata of a Bloscpack file. */
export interface MetadataOption {
  /** Any JSON value to store in the file. */
  readonly metadata?: unknown;
  /**
   * A local JSON file to use instead of `metadata`: integers of any length are exact, `1.0` stays a float. As in blpk,
   * `null` means no metadata.
   */
  readonly metadataFile?: string | undefined;
}

/** Returns undefined if there is none. */
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

/** With numbers as Python spells them after reading: bloscpack stores the output of `json.dumps`. */
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

/**
 * The metadata of a NumPy array to which bytes are appended: its first dimension grows, or its last in Fortran order.
 * Undefined if the metadata does not describe an array, or nothing is appended.
 */
export function grownMetadata(document: JsonDocument, bytesIn: number): JsonNode | undefined {
  const array = parseNumpyArray(viewDocument(document), { add: () => {} });
  if (array === undefined || bytesIn === 0 || document.root.type !== "object") return undefined;
  const { shape, dataType, order } = array;
  const axis = order === "F" ? shape.length - 1 : 0;
  const rowBytes = shape.reduce((product, length, i) => (i === axis ? product : product * length), dataType.itemSize);
  if (shape.length === 0 || rowBytes === 0 || bytesIn % rowBytes !== 0) {
    const what = `the file holds an array of shape [${shape.join(", ")}], and ${bytesIn} bytes are not whole rows of it`;
    throw new HyperslabError("invalid-request", what, {
      hint: `A row has ${rowBytes} bytes. Give new metadata to make the file something else.`,
    });
  }
  const grown = shape.map((length, i) => (i === axis ? length + bytesIn / rowBytes : length));
  return withMember(document.root, "shape", jsonArray(grown.map(jsonInteger)));
}
