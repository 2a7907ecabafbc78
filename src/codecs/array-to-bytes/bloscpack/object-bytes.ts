/** Converts objects to and from the bytes of a chunk: bytes unchanged, strings as UTF-8, values as JSON in UTF-8. */
import { parseJson } from "../../../bytes/json/parse.ts";
import { printJson } from "../../../bytes/json/print.ts";
import { decodeUtf8, encodeUtf8 } from "../../../bytes/text/utf8.ts";
import { HyperslabError } from "../../../errors.ts";
import type { DataType, VariableDataType } from "../../../model/data-types/data-type.ts";
import type { Item } from "../../../model/values/fill-value.ts";

export interface ObjectBytes {
  readonly dataType: VariableDataType;
  encode(item: Item): Uint8Array;
  /** The result may keep the bytes. */
  decode(bytes: Uint8Array): Item;
}

/** How objects of this type are stored; other types are refused. */
export function objectBytes(dataType: DataType): ObjectBytes {
  switch (dataType.kind) {
    case "string":
      return { dataType, encode: encodeText, decode: (bytes) => decodeUtf8(bytes) };
    case "bytes":
      return { dataType, encode: encodeBytes, decode: (bytes) => bytes };
    case "object":
      return { dataType, encode: encodeValue, decode: (bytes) => parseJson(bytes).root };
    default:
      throw new HyperslabError("unsupported", `elements of ${dataType.name} are not bytes, strings or JSON values`);
  }
}

function encodeText(item: Item): Uint8Array {
  if (typeof item === "string") return encodeUtf8(item);
  throw new HyperslabError("invalid-request", "an element that is not a text");
}

function encodeBytes(item: Item): Uint8Array {
  if (item instanceof Uint8Array) return item;
  throw new HyperslabError("invalid-request", "an element that is not a byte string");
}

function encodeValue(item: Item): Uint8Array {
  if (typeof item === "string" || item instanceof Uint8Array) {
    throw new HyperslabError("invalid-request", "an element that is not a JSON value");
  }
  return encodeUtf8(printJson(item, "compact"));
}
