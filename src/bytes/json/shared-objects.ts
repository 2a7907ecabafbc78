/**
 * Objects of equal text share one tree: consolidated metadata repeats the document of an array for every array that is like it,
 * and the documents of such arrays repeat parts of each other. An object is looked for by how it begins, and compared with the
 * last one that began so. If they differ only in texts and numbers, they share the rest (`object-pattern.ts`). Offsets in a shared
 * tree are those of the object that was read first, in whatever text; `exactOffset` finds the offset of another one.
 */
import { byteLimits } from "../limits.ts";
import type { JsonObject } from "./node.ts";
import { type MatchedObject, matchPattern, type ObjectPattern, patternOf } from "./object-pattern.ts";

export interface SharedObject {
  readonly text: string;
  readonly node: JsonObject;
  /** What it counts against the limit of values. */
  readonly values: number;
  /** How many arrays and objects were around it. */
  readonly depth: number;
}

/** An object that was found. */
export interface FoundObject extends MatchedObject {
  readonly values: number;
}

/** Shorter objects are read as soon as they are found. */
const SHORTEST = 32;

/** Characters by which objects are found. More would tell apart the documents of arrays whose first attribute is a text of their own. */
const START_LENGTH = 16;

interface KnownObject extends SharedObject {
  /** Made when another object begins like this one. */
  pattern: ObjectPattern | undefined;
}

export class SharedObjects {
  /** True once an object of this text was found: offsets of the tree are not all of its own text. */
  found = false;
  readonly #byStart = new Map<string, KnownObject>();
  /** Objects looked for since the last that was found. */
  #missed = 0;

  /** Another document follows. */
  begin(): this {
    this.found = false;
    this.#missed = 0;
    return this;
  }

  /** The known object whose text stands here, below no more arrays and objects than it did. */
  find(text: string, at: number, depth: number): FoundObject | undefined {
    // In a document of objects that all differ, looking for each would take longer than reading it.
    if (byteLimits.differentJsonObjects.isExceededBy(++this.#missed)) return undefined;
    const known = this.#byStart.get(text.slice(at, at + START_LENGTH));
    if (known === undefined || depth > known.depth) return undefined;
    const object = text.startsWith(known.text, at)
      ? { node: known.node, length: known.text.length }
      : likeIt(known, text, at);
    if (object === undefined) return undefined;
    this.#missed = 0;
    this.found = true;
    return { node: object.node, length: object.length, values: known.values };
  }

  /** Keeps an object, unless it is too long to be worth it. */
  keep(object: SharedObject): void {
    const { length } = object.text;
    if (length < SHORTEST || byteLimits.sharedJsonLength.isExceededBy(length)) return;
    if (byteLimits.sharedJsonObjects.isExceededBy(this.#byStart.size + 1)) this.#byStart.clear();
    this.#byStart.set(object.text.slice(0, START_LENGTH), { ...object, pattern: undefined });
  }
}

function likeIt(known: KnownObject, text: string, at: number): MatchedObject | undefined {
  known.pattern ??= patternOf(known.text, known.node);
  return known.pattern.gaps.length === 0 ? undefined : matchPattern(known.pattern, text, at);
}
