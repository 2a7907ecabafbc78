/**
 * The value of one element, exact to the bit. Fixed-size types: `itemSize` little-endian bytes (padding zero).
 * Variable-length types: a string, the bytes, or a JSON value. Optional types: an item of their own type, or a JSON null;
 * if that type is optional too, an item that is missing in it is wrapped in a list of one.
 */
import { jsonArray } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { type DataType, isFixedSize } from "../data-types/data-type.ts";
import { modelLimits } from "../limits.ts";

export type Item = string | Uint8Array | JsonNode;

/** An element to fill with; the same form as any item. */
export type FillValue = Item;

/** What absent data reads as without a fill value: zero bits, an empty string or row, a JSON null (a missing element). */
export function zeroElement(dataType: DataType): Item {
  if (isFixedSize(dataType)) return new Uint8Array(dataType.itemSize);
  if (dataType.kind === "string") return "";
  return dataType.kind === "object" || dataType.kind === "optional" ? { type: "null", offset: -1 } : new Uint8Array(0);
}

/** Returns whether this is a missing element of an optional type. */
export function isMissing(item: Item): boolean {
  return typeof item !== "string" && !(item instanceof Uint8Array) && item.type === "null";
}

/** An item of an optional type, from one of its inner type: an element missing there is not missing here. */
export function presentItem(inner: Item): Item {
  return typeof inner === "string" || inner instanceof Uint8Array ? inner : jsonArray([inner]);
}

/** The item of the inner type in an item of an optional type; undefined if it is missing. */
export function innerItem(item: Item): Item | undefined {
  if (typeof item === "string" || item instanceof Uint8Array) return item;
  return item.type === "array" && item.items.length === 1 ? item.items[0] : undefined;
}

/** Returns whether the elements are the same to the bit. JSON numbers must have the same text, and members the same order. */
export function sameElement(a: Item, b: Item): boolean {
  if (typeof a === "string" || typeof b === "string") return a === b;
  if (a instanceof Uint8Array) return b instanceof Uint8Array && sameBytes(a, b);
  return !(b instanceof Uint8Array) && sameJson(a, b);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && a.every((byte, index) => byte === b[index]);
}

function sameJson(a: JsonNode, b: JsonNode): boolean {
  if (a.type === "array") {
    return b.type === "array" && a.items.length === b.items.length && a.items.every((x, i) => sameJson(x, b.items[i]!));
  }
  if (a.type === "object") return b.type === "object" && sameMembers(a, b);
  if (a.type === "number") return b.type === "number" && a.text === b.text;
  if (a.type === "null") return b.type === "null";
  return a.type === b.type && a.value === b.value;
}

function sameMembers(a: JsonObject, b: JsonObject): boolean {
  if (a.members.size !== b.members.size) return false;
  const others = b.members.entries();
  for (const [name, value] of a.members) {
    const [otherName, otherValue] = others.next().value!;
    if (name !== otherName || !sameJson(value, otherValue)) return false;
  }
  return true;
}

/** Returns whether the whole buffer repeats this element. Compares four bytes at a time, whatever the element's size. */
export function bytesRepeat(bytes: Uint8Array, element: Uint8Array): boolean {
  const { byteLength } = bytes;
  const size = element.byteLength;
  if (size === 0 || byteLength % size !== 0) return byteLength === 0;
  // Words start where memory is aligned to 4. The period is the smallest number of whole elements that is whole words.
  const start = -bytes.byteOffset & 3;
  const period = size % 4 === 0 ? size : size % 2 === 0 ? size * 2 : size * 4;
  const head = Math.min(byteLength, start + period);
  const wordCount = Math.max(0, Math.floor((byteLength - start) / 4));
  const wordEnd = start + wordCount * 4;
  if (!repeatsBytewise(bytes, element, 0, head)) return false;
  if (wordCount === 0 || wordEnd <= head) return repeatsBytewise(bytes, element, head, byteLength);
  if (!repeatsBytewise(bytes, element, wordEnd, byteLength)) return false;
  return repeatsWordwise(new Uint32Array(bytes.buffer, bytes.byteOffset + start, wordCount), period / 4);
}

function repeatsBytewise(bytes: Uint8Array, element: Uint8Array, from: number, to: number): boolean {
  const size = element.byteLength;
  for (let at = from; at < to; at++) {
    if (bytes[at] !== element[at % size]) return false;
  }
  return true;
}

/** Returns whether each word equals the one `period` words before it. */
function repeatsWordwise(words: Uint32Array, period: number): boolean {
  if (period === 1) {
    const first = words[0];
    for (let at = 1; at < words.length; at++) if (words[at] !== first) return false;
    return true;
  }
  for (let at = period; at < words.length; at++) if (words[at] !== words[at - period]) return false;
  return true;
}

/** Fills `out` with repetitions of the element. */
export function fillBytes(out: Uint8Array, element: Uint8Array): void {
  const size = element.byteLength;
  if (size === 0 || out.byteLength === 0) return;
  const first = element[0]!;
  if (element.every((byte) => byte === first)) {
    out.fill(first);
    return;
  }
  out.set(element.subarray(0, Math.min(size, out.byteLength)));
  let filled = size;
  while (filled < out.byteLength && !modelLimits.fillBlockBytes.isReachedBy(filled)) {
    out.copyWithin(filled, 0, filled);
    filled *= 2;
  }
  for (const block = filled; filled < out.byteLength; filled += block) out.copyWithin(filled, 0, block);
}

/** The element of `size` little-endian bytes with this bit pattern; undefined if it needs more bits. */
export function elementFromBits(bits: bigint, size: number): Uint8Array | undefined {
  if (bits < 0n || bits >= 1n << BigInt(8 * size)) return undefined;
  const element = new Uint8Array(size);
  for (let at = 0, rest = bits; at < size; at++, rest >>= 8n) element[at] = Number(rest & 0xffn);
  return element;
}

/** The bit pattern of an element, as one unsigned integer. */
export function elementBits(element: Uint8Array): bigint {
  return element.reduceRight((bits, byte) => (bits << 8n) | BigInt(byte), 0n);
}
