/** The different URLs of a reference set by number, and bounds for the strings of a set. */
import type { Limit } from "../../../bytes/limit.ts";
import { HyperslabError } from "../../../errors.ts";
import { modelLimits } from "../../limits.ts";

export class UrlNumbers {
  /** In the order in which they were first added. */
  readonly urls: string[] = [];
  readonly #numbers = new Map<string, number>();
  #madeCharacters = 0;

  /** The number of a URL, the same each time. */
  number(url: string): number {
    let number = this.#numbers.get(url);
    if (number === undefined) {
      checkLength(url, "a URL");
      number = this.urls.push(url) - 1;
      checkCount(modelLimits.tableUrls, number + 1, "different URLs");
      this.#numbers.set(url, number);
    }
    return number;
  }

  /** The same for a URL that a template produced. */
  madeNumber(url: string): number {
    if (!this.#numbers.has(url)) this.countMade(url);
    return this.number(url);
  }

  /** Counts a string that a template produced and that is kept. */
  countMade({ length }: string): void {
    this.#madeCharacters += length;
    checkCount(modelLimits.madeCharacters, this.#madeCharacters, "characters in texts that templates make");
  }

  /** The same numbers for other texts. */
  renamed(rename: (url: string, number: number) => string): UrlNumbers {
    const renamed = new UrlNumbers();
    for (const [number, url] of this.urls.entries()) {
      const text = rename(url, number);
      checkLength(text, "a URL");
      renamed.urls.push(text);
      if (!renamed.#numbers.has(text)) renamed.#numbers.set(text, number);
    }
    return renamed;
  }

  /** Gives each URL a new text, as expanded from templates. */
  rename(rename: (url: string) => string): void {
    this.#numbers.clear();
    for (const [index, url] of this.urls.entries()) {
      const renamed = rename(url);
      checkLength(renamed, "a URL");
      if (renamed !== url) this.countMade(renamed);
      this.urls[index] = renamed;
      this.#numbers.set(renamed, index);
    }
  }
}

/** Refuses a set that has too many of something. */
export function checkCount(limit: Limit, count: number, what: string): void {
  if (!limit.isExceededBy(count)) return;
  throw new HyperslabError("unsupported", `the references have more than ${limit.value} ${what}`, {
    hint: "A Parquet set is read in parts, and has no such limit.",
  });
}

/** Refuses a URL or a key that is too long. */
export function checkLength({ length }: string, what: string): void {
  const limit = modelLimits.tableTextCharacters;
  if (!limit.isExceededBy(length)) return;
  const problem = `the references have ${what} of ${length} characters, more than ${limit.value}`;
  throw new HyperslabError("unsupported", problem);
}
