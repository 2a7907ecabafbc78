/** The metadata of a list of objects. */
import type { JsonDocument } from "../../../bytes/json/parse.ts";
import { withAttributes } from "../../../dataset/tree/attributes.ts";
import { HyperslabError } from "../../../errors.ts";
import { describeObjects, printObjectMetadata } from "../../../formats/bloscpack/varlen/object-metadata.ts";
import { NO_NOTES } from "../../../formats/notes.ts";
import type { ArrayNode } from "../../../model/node.ts";
import { dataTypeOf } from "./object-chunks.ts";
import type { ObjectType, PackObjectsOptions } from "./object-options.ts";

/** The text of the metadata; its length does not depend on the number of objects. */
export function describeList(
  type: ObjectType,
  count: number,
  { attributes, superchunk }: Pick<PackObjectsOptions, "attributes" | "superchunk">,
): string {
  const node: Pick<ArrayNode, "dataType" | "shape" | "attributes" | "dimensions"> = {
    dataType: dataTypeOf(type),
    shape: [count],
    attributes: withAttributes(new Map(), attributes ?? {}),
    dimensions: [{ name: undefined }],
  };
  return printObjectMetadata(node, superchunk);
}

/** The type of the objects that are there; a list grows, other shapes do not. */
export function listType(document: JsonDocument | undefined): ObjectType {
  const { dataType, shape } = describeObjects(document, NO_NOTES);
  if (shape !== undefined && shape.length !== 1) {
    throw new HyperslabError("unsupported", `objects of shape [${shape.join(", ")}] are no list that could grow`);
  }
  const { kind } = dataType;
  if (kind === "string") return kind;
  return kind === "object" ? "json" : "bytes";
}
