/**
 * Reading a JSON tree with checks: each step knows its path and source, so that a wrong value is reported as
 * `a/zarr.json:14:18, codecs[1].configuration.level: expected an integer, found the string "high"`.
 */
import type { JsonNode, JsonObject } from "./json-node.ts";

/** The document behind a tree, for positions in messages. */
export interface JsonSource {
  readonly key: string;
  readonly text: string;
}

export interface JsonView {
  readonly node: JsonNode;
  /** `codecs[1].configuration` */
  readonly field: string;
  readonly source: JsonSource | undefined;
  /** Present and null? */
  isNull(): boolean;
  object(): JsonObject;
  /** Member, or undefined if absent. Fails if this is no object. */
  get(name: string): JsonView | undefined;
  /** Member; fails if absent. */
  required(name: string): JsonView;
  /** All members in order. */
  entries(): readonly (readonly [string, JsonView])[];
  items(): readonly JsonView[];
  string(): string;
  /** One of these strings. */
  oneOf<T extends string>(allowed: readonly T[]): T;
  boolean(): boolean;
  /** Any number token, as a double (bare NaN and Infinity included). */
  number(): number;
  /** A safe integer inside [min, max]; defaults are the safe integers. `2.0` is no integer. */
  integer(min?: number, max?: number): number;
  bigint(min?: bigint, max?: bigint): bigint;
  /** Fails unless every member's name is listed. */
  only(names: readonly string[]): void;
  /** An invalid-data error at this place. */
  fail(what: string, hint?: string): never;
}
