/** The metadata of a NumPy array that bytes are appended to: its first dimension grows, or its last in Fortran's order. */
import { jsonArray, jsonInteger, withMember } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import type { JsonDocument } from "../../bytes/json/parse.ts";
import { viewDocument } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import { parseNumpyArray } from "../../formats/bloscpack/data-type.ts";

/** undefined: the metadata describe no array, or nothing is appended. */
export function grownMetadata(document: JsonDocument, bytesIn: number): JsonNode | undefined {
  const array = parseNumpyArray(viewDocument(document), { add: () => {} });
  if (array === undefined || bytesIn === 0 || document.root.type !== "object") return undefined;
  const { shape, dataType, order } = array;
  const axis = order === "F" ? shape.length - 1 : 0;
  const rowBytes = shape.reduce((product, length, i) => (i === axis ? product : product * length), dataType.itemSize);
  if (shape.length === 0 || rowBytes === 0 || bytesIn % rowBytes !== 0) {
    const what = `the file holds an array of shape [${shape.join(", ")}], and ${bytesIn} bytes are no whole rows of it`;
    throw new HyperslabError("invalid-request", what, {
      hint: `A row has ${rowBytes} bytes. Give new metadata to make the file something else.`,
    });
  }
  const grown = shape.map((length, i) => (i === axis ? length + bytesIn / rowBytes : length));
  return withMember(document.root, "shape", jsonArray(grown.map(jsonInteger)));
}
