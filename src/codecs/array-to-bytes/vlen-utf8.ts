/** `vlen-utf8`: texts of any length as UTF-8 (framing: vlen-items.ts). What is no UTF-8 is refused, not replaced. */
import { decodeUtf8, textIfUtf8 } from "../../bytes/text/utf8.ts";
import { unitsOfUtf8, utf8Length, writeUtf8 } from "../../bytes/text/utf8-in-place.ts";
import { HyperslabError } from "../../errors.ts";
import type { Item } from "../../model/values/fill-value.ts";
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
      length: (item) => utf8Length(textOf(item)),
      write: (item, length, out, at) => writeUtf8(textOf(item), length, out, at),
      reader: readTexts,
    });
  },
};

function textOf(item: Item): string {
  if (typeof item === "string") return item;
  throw new HyperslabError("invalid-request", "an element that is no text");
}

/**
 * A chunk of short texts is UTF-8 as a whole, lengths included, and the texts are parts of it: decoding it at once takes a
 * fraction of the time of decoding each. Where it is none, each is decoded by itself. Texts are read in their order.
 */
function readTexts(bytes: Uint8Array): (start: number, end: number) => string {
  const each = (start: number, end: number): string => decodeUtf8(bytes.subarray(start, end));
  const whole = textIfUtf8(bytes);
  if (whole === undefined) return each;
  let at = 0;
  let unit = 0;
  return (start, end) => {
    // A character that is cut at either end is none.
    if (isWithin(bytes, start) || isWithin(bytes, end)) return each(start, end);
    const first = unit + unitsOfUtf8(bytes, at, start);
    unit = first + unitsOfUtf8(bytes, start, end);
    at = end;
    return whole.slice(first, unit);
  };
}

/** Is this byte the second of a character, or one after it? */
function isWithin(bytes: Uint8Array, at: number): boolean {
  return at < bytes.byteLength && (bytes[at]! & 0xc0) === 0x80;
}
