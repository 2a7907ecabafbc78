/** `vlen-utf8`: texts of any length as UTF-8 (framing: vlen-items.ts). What is no UTF-8 is refused, not replaced. */
import { decodeUtf8, encodeUtf8 } from "../../bytes/utf8.ts";
import { HyperslabError } from "../../errors.ts";
import type { ArrayToBytesCodec } from "../codec.ts";
import { bindItems } from "./vlen-items.ts";

export const vlenUtf8: ArrayToBytesCodec<undefined> = {
  kind: "array-to-bytes",
  parse: (configuration) => {
    configuration.only(["id"]);
    return undefined;
  },
  bind: (_, input) => {
    const { dataType } = input;
    if (dataType.kind !== "string") {
      throw new HyperslabError("invalid-data", `elements of type ${dataType.name} are no texts`);
    }
    return bindItems(dataType, input, {
      encode: (item) => {
        if (typeof item === "string") return encodeUtf8(item);
        throw new HyperslabError("invalid-request", "an element that is no text");
      },
      decode: (bytes) => shortAscii(bytes) ?? decodeUtf8(bytes),
    });
  },
};

/** Below this, starting a text decoder costs more than the text. */
const SHORT = 24;

function shortAscii(bytes: Uint8Array): string | undefined {
  if (bytes.byteLength > SHORT) return undefined;
  let text = "";
  for (const byte of bytes) {
    if (byte > 127) return undefined;
    text += String.fromCharCode(byte);
  }
  return text;
}
