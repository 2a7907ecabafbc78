/**
 * Reading a JSON tree with checks: each step knows its path and source, so that a wrong value is reported as
 * `a/zarr.json:14:18, codecs[1].configuration.level: expected an integer, found the string "high"`.
 */
import { HyperslabError } from "../../errors.ts";
import { exactOffset } from "./exact-offset.ts";
import { integerOf, isIntegerToken, type JsonNode, type JsonObject } from "./node.ts";
import type { JsonDocument } from "./parse.ts";
import { positionOf, type TextPosition } from "./scan.ts";

/** The document that a tree was parsed from, for positions in messages. */
export interface JsonSource {
  readonly key: string;
  readonly text: string;
  /** True if offsets in the tree may be those of an equal object elsewhere. */
  readonly shared?: boolean | undefined;
}

/** A value in a JSON document, with typed accessors whose errors name its line and column. */
export interface JsonView {
  /** The value as a tree. */
  readonly node: JsonNode;
  /** `codecs[1].configuration` */
  readonly field: string;
  /** The document, for positions in errors; undefined for values that were not parsed. */
  readonly source: JsonSource | undefined;
  /** Line and column of the value; undefined for values that were not parsed. */
  readonly position: TextPosition | undefined;
  /** Whether the value is null. */
  isNull(): boolean;
  /** The value as an object; fails for any other value. */
  object(): JsonObject;
  /** Member, or undefined if absent. Fails if this is not an object. */
  get(name: string): JsonView | undefined;
  /** Member; fails if absent. */
  required(name: string): JsonView;
  /** All members in order. */
  entries(): readonly (readonly [string, JsonView])[];
  /** The elements of a list; fails for any other value. */
  items(): readonly JsonView[];
  /** The value as a string; fails for any other value. */
  string(): string;
  /** One of these strings. */
  oneOf<T extends string>(allowed: readonly T[]): T;
  /** The value as a boolean; fails for any other value. */
  boolean(): boolean;
  /** Any number token, as a double (bare NaN and Infinity included). */
  number(): number;
  /** A safe integer from `min` to `max`, by default any. `2.0` is not an integer. */
  integer(min?: number, max?: number): number;
  /** An integer of any size inside [min, max]; fails for any other value. */
  bigint(min?: bigint, max?: bigint): bigint;
  /** Fails unless every member's name is listed. */
  only(names: readonly string[]): void;
  /** Throws an `invalid-data` error at this place. */
  fail(what: string, hint?: string): never;
}

/** A view of a node. `field` is the path of the node itself, "" for the root of a document. */
export function jsonView(node: JsonNode, source?: JsonSource, field = ""): JsonView {
  return new View(node, source, field);
}

/** A view of a parsed document's root. */
export function viewDocument(document: JsonDocument): JsonView {
  const { key, text, shared, root } = document;
  return new View(root, { key, text, shared }, "");
}

/** The path of a member: `configuration.level`, `attributes["a b"]`. */
export function memberField(field: string, name: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `${field}[${JSON.stringify(name)}]`;
  return field === "" ? name : `${field}.${name}`;
}

/** What a node is, for messages: `the string "high"`, `the number 2.5`, `an array of 3 items`. */
export function describeJson(node: JsonNode): string {
  switch (node.type) {
    case "null":
      return "null";
    case "boolean":
      return String(node.value);
    case "number":
      return `the number ${excerpt(node.text)}`;
    case "string":
      return `the string ${JSON.stringify(excerpt(node.value))}`;
    case "array":
      return node.items.length === 0 ? "an empty array" : `an array of ${count(node.items.length, "item")}`;
    case "object":
      return node.members.size === 0 ? "an empty object" : `an object of ${count(node.members.size, "member")}`;
  }
}

class View implements JsonView {
  readonly node: JsonNode;
  readonly source: JsonSource | undefined;
  readonly #above: View | string;
  readonly #step: string | number | undefined;

  /** `above` is the path of the value, or what holds it; `step` is then its name or index there. */
  constructor(node: JsonNode, source: JsonSource | undefined, above: View | string, step?: string | number) {
    this.node = node;
    this.source = source;
    this.#above = above;
    this.#step = step;
  }

  /** Computed only for messages, which involve few values. */
  get field(): string {
    const above = typeof this.#above === "string" ? this.#above : this.#above.field;
    if (this.#step === undefined) return above;
    return typeof this.#step === "number" ? `${above}[${this.#step}]` : memberField(above, this.#step);
  }

  get position(): TextPosition | undefined {
    const { source, node } = this;
    if (source === undefined || node.offset < 0) return undefined;
    const offset = source.shared === true ? exactOffset(source, this.field) : undefined;
    return positionOf(source.text, offset ?? node.offset);
  }

  isNull(): boolean {
    return this.node.type === "null";
  }

  object(): JsonObject {
    return this.node.type === "object" ? this.node : this.#expected("an object");
  }

  get(name: string): JsonView | undefined {
    const member = this.object().members.get(name);
    return member === undefined ? undefined : this.#member(name, member);
  }

  required(name: string): JsonView {
    return this.get(name) ?? this.fail(`the member ${JSON.stringify(excerpt(name))} is missing`);
  }

  entries(): readonly (readonly [string, JsonView])[] {
    const entries: (readonly [string, JsonView])[] = [];
    for (const [name, node] of this.object().members) entries.push([name, this.#member(name, node)]);
    return entries;
  }

  items(): readonly JsonView[] {
    if (this.node.type !== "array") return this.#expected("an array");
    return this.node.items.map((item, index) => new View(item, this.source, this, index));
  }

  string(): string {
    return this.node.type === "string" ? this.node.value : this.#expected("a string");
  }

  oneOf<T extends string>(allowed: readonly T[]): T {
    const value = this.node.type === "string" ? this.node.value : undefined;
    const found = allowed.find((candidate) => candidate === value);
    return found ?? this.#expected(oneOfWords(allowed.map((word) => JSON.stringify(word))));
  }

  boolean(): boolean {
    return this.node.type === "boolean" ? this.node.value : this.#expected("true or false");
  }

  number(): number {
    return this.node.type === "number" ? Number(this.node.text) : this.#expected("a number");
  }

  integer(min: number = Number.MIN_SAFE_INTEGER, max: number = Number.MAX_SAFE_INTEGER): number {
    if (this.node.type !== "number" || !isIntegerToken(this.node.text)) return this.#expected("an integer");
    const value = Number(this.node.text);
    const least = Math.max(min, Number.MIN_SAFE_INTEGER);
    const most = Math.min(max, Number.MAX_SAFE_INTEGER);
    if (value < least || value > most) {
      const lower = value < least || min > Number.MIN_SAFE_INTEGER ? least : undefined;
      const upper = value > most || max < Number.MAX_SAFE_INTEGER ? most : undefined;
      return this.#expected(`an integer ${describeBounds(lower, upper)}`);
    }
    // The token `-0` is the integer 0.
    return value + 0;
  }

  bigint(min?: bigint, max?: bigint): bigint {
    const value = this.node.type === "number" ? integerOf(this.node) : undefined;
    if (value === undefined) return this.#expected("an integer");
    if ((min !== undefined && value < min) || (max !== undefined && value > max)) {
      return this.#expected(`an integer ${describeBounds(min, max)}`);
    }
    return value;
  }

  only(names: readonly string[]): void {
    for (const [name, node] of this.object().members) {
      if (names.includes(name)) continue;
      const hint = names.length === 0 ? "No members are allowed here." : `Allowed here: ${names.join(", ")}.`;
      this.#member(name, node).fail(`unknown member ${JSON.stringify(excerpt(name))}`, hint);
    }
  }

  fail(what: string, hint?: string): never {
    throw new HyperslabError("invalid-data", what, {
      ...(this.source === undefined || this.source.key === "" ? {} : { key: this.source.key }),
      ...this.position,
      ...(this.field === "" ? {} : { field: this.field }),
      ...(hint === undefined ? {} : { hint }),
    });
  }

  #member(name: string, node: JsonNode): View {
    return new View(node, this.source, this, name);
  }

  #expected(what: string): never {
    return this.fail(`expected ${what}, found ${describeJson(this.node)}`);
  }
}

function excerpt(text: string): string {
  return text.length <= 48 ? text : `${text.slice(0, 45)}...`;
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}

function oneOfWords(words: readonly string[]): string {
  return words.length === 1 ? words.join("") : `one of ${words.join(", ")}`;
}

function describeBounds(min: number | bigint | undefined, max: number | bigint | undefined): string {
  if (max === undefined) return `of at least ${min}`;
  return min === undefined ? `of at most ${max}` : `from ${min} to ${max}`;
}
