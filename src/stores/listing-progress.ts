/**
 * Watches a listing that comes in pages, so that one that never ends is an error. Repeated tokens and pages are
 * detected by comparing each with a saved one, replaced after 1, 2, 4, 8... pages (Brent's algorithm): this takes
 * constant memory, and finds every cycle within three times its length.
 */
import { storeLimits } from "./limits.ts";

export interface ListedPage {
  /** All that the page lists, in its order. */
  readonly names: readonly string[];
  /** The token for the next page. */
  readonly next: string;
}

/** Called for each page but the last; returns what is wrong with the listing, if anything. */
export function listingProgress(): (page: ListedPage) => string | undefined {
  let kept: { readonly token: string; readonly content: string } | undefined;
  let previous: string | undefined;
  let count = 0;
  let nextKept = 1;
  let idle = 0;
  return ({ names, next }) => {
    count += 1;
    const content = names.length === 0 ? "" : `${names.length} ${names[0]}\0${names.at(-1)}`;
    // A folder may be listed at the end of a page and again on the next.
    const isNew = content !== "" && content !== previous;
    idle = isNew ? 0 : idle + 1;
    previous = content;
    if (kept?.token === next || (isNew && kept?.content === content)) return "it goes in circles";
    if (storeLimits.emptyPages.isReachedBy(idle)) return `${idle} pages in a row list nothing new`;
    if (count === nextKept) {
      kept = { token: next, content };
      nextKept *= 2;
    }
    return undefined;
  };
}
