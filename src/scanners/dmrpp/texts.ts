/**
 * `<dmrpp:vlsa>`: the strings of a variable themselves. `<v>` holds one, `<v c="3">` the same three times; in `<v
 * s="400">` the text is the Base64 of a zlib stream of that many bytes.
 */
import { decodeBase64 } from "../../bytes/text/base64.ts";
import { encodeUtf8 } from "../../bytes/text/utf8.ts";
import { fail } from "./storage.ts";
import type { XmlElement } from "./xml.ts";

/** A count takes only a few letters of the document, so the total is bounded. */
const MOST_TEXTS = 2 ** 24;
const MOST_BYTES = 2 ** 28;

/** Framed as in numcodecs: count(4), then length(4) and bytes of each. */
export async function textChunk(values: readonly XmlElement[], count: number, line: number): Promise<Uint8Array> {
  const items: { readonly bytes: Uint8Array; readonly times: number }[] = [];
  let [found, length] = [0, 4];
  for (const { attributes, text, line: at } of values) {
    const times = countOf(attributes.get("c") ?? "1", at);
    const size = attributes.get("s");
    const bytes = size === undefined ? encodeUtf8(text) : await inflated(text, countOf(size, at), at);
    found += times;
    length += times * (4 + bytes.byteLength);
    if (found > MOST_TEXTS || length > MOST_BYTES)
      fail(`more than ${MOST_TEXTS} strings or ${MOST_BYTES} bytes of them`, at);
    items.push({ bytes, times });
  }
  if (found !== count) fail(`${found} strings for ${count} elements`, line);
  const out = new Uint8Array(length);
  const view = new DataView(out.buffer);
  view.setUint32(0, count, true);
  let at = 4;
  for (const { bytes, times } of items) {
    for (let index = 0; index < times; index++) {
      view.setUint32(at, bytes.byteLength, true);
      out.set(bytes, at + 4);
      at += 4 + bytes.byteLength;
    }
  }
  return out;
}

function countOf(text: string, line: number): number {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value <= MOST_BYTES ? value : fail(`the count ${text.slice(0, 40)} of strings`, line);
}

async function inflated(text: string, size: number, line: number): Promise<Uint8Array> {
  const stream = new Blob([decodeBase64(text.replaceAll(/\s+/g, ""))]).stream();
  const reader = stream.pipeThrough(new DecompressionStream("deflate")).getReader();
  const out = new Uint8Array(size);
  let at = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => fail("a string whose zlib stream is broken", line));
    if (done) break;
    if (at + value.byteLength > size) {
      await reader.cancel().catch(() => undefined);
      fail(`a string of more than ${size} bytes`, line);
    }
    out.set(value, at);
    at += value.byteLength;
  }
  return at === size ? out : fail(`a string of ${at} bytes, expected ${size}`, line);
}
