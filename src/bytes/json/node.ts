/**
 * JSON as a lossless tree. Number tokens keep their text, so `1.0`, `1e5` and 9223372036854775807 are written back
 * unchanged. Members keep their order, integer-like keys included. Each node knows its offset in the source text, which
 * gives line and column. Nodes are plain data. `offset` is -1 for nodes that were made, not parsed.
 */
export type JsonNode = JsonNull | JsonBoolean | JsonNumber | JsonString | JsonArray | JsonObject;

export interface JsonNull {
  readonly type: "null";
  readonly offset: number;
}
export interface JsonBoolean {
  readonly type: "boolean";
  readonly value: boolean;
  readonly offset: number;
}
export interface JsonNumber {
  readonly type: "number";
  /** The token as written: `-1`, `1.50`, `1e400`, or the bare `NaN`, `Infinity`, `-Infinity`. */
  readonly text: string;
  readonly offset: number;
}
export interface JsonString {
  readonly type: "string";
  readonly value: string;
  readonly offset: number;
}
export interface JsonArray {
  readonly type: "array";
  readonly items: readonly JsonNode[];
  readonly offset: number;
}
export interface JsonObject {
  readonly type: "object";
  /** In source order. Keys are unique: the last duplicate wins, and `parseJson` reports the others. */
  readonly members: ReadonlyMap<string, JsonNode>;
  readonly offset: number;
}

/** What `JSON.parse` users expect, plus bigint for integers beyond 2^53. */
export type PlainJson =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly PlainJson[]
  | { readonly [key: string]: PlainJson };
