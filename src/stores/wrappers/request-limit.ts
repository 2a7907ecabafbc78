/**
 * How many requests at once pay. The way to a server holds more of them the longer it is: as long as answers take about
 * as long as the quickest did, nothing waits for anything but the way, and one more fits. When they take much longer,
 * the server, the line or this processor is the limit, and more would only queue there.
 */

export interface RequestLimit {
  readonly current: number;
  /** A request succeeded. `full`: as many as may were under way. */
  ended(milliseconds: number, full: boolean): void;
}

/** Where every host begins: a window of 10 x 10 chunks goes out at once. */
const FEWEST = 128;
/**
 * At a round trip of 100 ms some five thousand requests a second. At 30 ms a client that throws away what it gets reads
 * 4096 objects of 8 KiB in 1129, 568 and 303 ms with 128, 256 and 512 at once; our own work for them takes longer than
 * that, so that more than 512 would wait for the processor.
 */
export const MOST_REQUESTS = 512;
/** The quickest answer is forgotten, slowly: the way may have become longer. Doubled after 1400 answers. */
const FORGETTING = 1.0005;

export function adaptiveLimit(): RequestLimit {
  let current = FEWEST;
  let quickest = Number.POSITIVE_INFINITY;
  return {
    get current() {
      return current;
    },
    ended: (milliseconds, full) => {
      quickest = Math.min(milliseconds, quickest * FORGETTING);
      if (milliseconds <= 3 * quickest) current = Math.min(MOST_REQUESTS, full ? current + 1 : current);
      else if (milliseconds > 8 * quickest) current = Math.max(FEWEST, current - 1);
    },
  };
}

export function fixedLimit(limit: number): RequestLimit {
  return { current: limit, ended: () => {} };
}
