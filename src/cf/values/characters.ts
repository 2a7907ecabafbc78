/** Arrays of characters as strings: the last dimension is the length of the longest. */
import { type DataType, parseDataType } from "../../model/data-types/data-type.ts";
import { withoutPadding } from "../../model/data-types/fixed-text.ts";
import type { Attributes } from "../../model/node.ts";
import { textOf, wrongAttribute } from "./attributes.ts";

/** Returns whether this is an array of single characters. */
export function isCharacters({ name }: DataType): boolean {
  return name === "S1";
}

/** The type of rows of characters. */
export function joinedType(length: number): DataType {
  return parseDataType(`S${Math.max(1, length)}`);
}

/** The attribute `_Encoding`: how bytes are decoded. Defaults to UTF-8. */
export function textDecoder(attributes: Attributes): TextDecoder {
  const name = textOf(attributes, "_Encoding") ?? "utf-8";
  // In browsers, latin1 means Windows-1252; in CF and Python it is ISO 8859-1, which agrees only for ASCII.
  if (/^(utf-?8|ascii|us-ascii)$/i.test(name)) return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  throw wrongAttribute("_Encoding", `${JSON.stringify(name)} is not an encoding that can be read here`);
}

/** Strings of `size` bytes each, without their padding. */
export function textsOf(bytes: Uint8Array, size: number, decoder: TextDecoder): string[] {
  const count = size === 0 ? 0 : bytes.byteLength / size;
  return Array.from({ length: count }, (_, index) => {
    const text = withoutPadding(bytes, index * size, size);
    try {
      return decoder.decode(text);
    } catch {
      throw wrongAttribute("_Encoding", `the text at position ${index} is not ${decoder.encoding}`);
    }
  });
}
