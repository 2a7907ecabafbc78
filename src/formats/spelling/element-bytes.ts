/** Opaque bytes, byte strings and text of fill values between JSON and elements: Base64, a list of bytes, or a string. */
import { jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { decodeBase64, encodeBase64 } from "../../bytes/text/base64.ts";
import { isHyperslabError } from "../../errors.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import { readFixedUtf32, withoutPadding, writeFixedUtf32 } from "../../model/data-types/fixed-text.ts";

/** The bytes of a Base64 text or of a list of numbers from 0 to 255; undefined if a text is not Base64. */
export function bytesIn(view: JsonView): Uint8Array | undefined {
  if (view.node.type === "array") return Uint8Array.from(view.items().map((byte) => byte.integer(0, 255)));
  try {
    return decodeBase64(view.string());
  } catch (error) {
    if (isHyperslabError(error, "invalid-data") && view.node.type === "string") return undefined;
    throw error;
  }
}

/** The same, or an error if it is not Base64. */
export function parseBytes(view: JsonView): Uint8Array {
  return bytesIn(view) ?? view.fail("expected Base64 (with padding) or a list of bytes");
}

/** An element of `size` bytes; shorter ones are padded with NUL if `padded`. */
export function fitBytes(view: JsonView, bytes: Uint8Array, size: number, padded: boolean): Uint8Array {
  if (bytes.byteLength === size) return bytes;
  if (bytes.byteLength > size || !padded) view.fail(`${bytes.byteLength} bytes for an element of ${size}`);
  const element = new Uint8Array(size);
  element.set(bytes);
  return element;
}

export function printBytes(bytes: Uint8Array): JsonNode {
  return jsonString(encodeBase64(bytes));
}

/** Without trailing NULs, as NumPy returns its byte strings. */
export function printPadded(element: Uint8Array): JsonNode {
  return printBytes(withoutPadding(element, 0, element.byteLength));
}

/** A text that fits the type. Trailing NULs count as padding. */
export function parseFixedText(view: JsonView, dataType: Extract<DataType, { kind: "fixed-utf32" }>): Uint8Array {
  const element = new Uint8Array(dataType.itemSize);
  const problem = writeFixedUtf32(view.string().replace(/\0+$/, ""), element, 0, dataType.itemSize);
  return problem === undefined ? element : view.fail(`the text ${problem}`);
}

export function printFixedText(element: Uint8Array): JsonNode {
  return jsonString(readFixedUtf32(element, 0, element.byteLength));
}
