/**
 * The value of one element, exact to the bit. Fixed-size types: `itemSize` little-endian bytes (padding zero).
 * Variable-length types: a string, the bytes, or a JSON value.
 */
import type { JsonNode } from "../bytes/json-node.ts";

export type Item = string | Uint8Array | JsonNode;

/** An element to fill with; the same form as any item. */
export type FillValue = Item;
