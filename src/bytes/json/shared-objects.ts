/**
 * Objects of equal text share one tree: consolidated metadata repeats the document of an array for every array that is like it,
 * and the documents of such arrays repeat parts of each other. An object is looked for by how it begins, and compared with the
 * last one that began so. Offsets in its tree are those of the object that was read first, in whatever text; `exactOffset` finds
 * the offset of another one.
 */
import { byteLimits } from "../limits.ts";
import type { JsonObject } from "./node.ts";

export interface SharedObject {
  readonly text: string;
  readonly node: JsonObject;
  /** What it counts against the limit of values. */
  readonly values: number;
  /** How many arrays and objects were around it. */
  readonly depth: number;
}

/** Shorter objects are read as soon as they are found. */
const SHORTEST = 32;

/** Characters by which objects are found. More would tell apart the documents of arrays whose first attribute is a text of their own. */
const START_LENGTH = 16;

export class SharedObjects {
  /** True once an object of this text was found: offsets of the tree are not all of its own text. */
  found = false;
  readonly #byStart = new Map<string, SharedObject>();
  /** Objects looked for since the last that was found. */
  #missed = 0;

  /** Another document follows. */
  begin(): this {
    this.found = false;
    this.#missed = 0;
    return this;
  }

  /** The known object whose text stands here, below no more arrays and objects than it did. */
  find(text: string, at: number, depth: number): SharedObject | undefined {
    // In a document of objects that all differ, looking for each would take longer than reading it.
    if (byteLimits.differentJsonObjects.isExceededBy(++this.#missed)) return undefined;
    const known = this.#byStart.get(text.slice(at, at + START_LENGTH));
    if (known === undefined || depth > known.depth || !text.startsWith(known.text, at)) return undefined;
    this.#missed = 0;
    this.found = true;
    return known;
  }

  /** Keeps an object, unless it is too long to be worth it. */
  keep(object: SharedObject): void {
    const { length } = object.text;
    if (length < SHORTEST || byteLimits.sharedJsonLength.isExceededBy(length)) return;
    if (byteLimits.sharedJsonObjects.isExceededBy(this.#byStart.size + 1)) this.#byStart.clear();
    this.#byStart.set(object.text.slice(0, START_LENGTH), object);
  }
}
