/**
 * How many requests at once pay. The way to a server holds more of them the longer it is: as long as answers take about
 * as long as the quickest did, nothing waits for anything but the way, and one more fits. When they take much longer,
 * the server, the line or this processor is the limit, and more would only queue there.
 */
import { storeLimits } from "../limits.ts";

export interface RequestLimit {
  readonly current: number;
  /** A request succeeded. `full`: as many as may were under way. */
  ended(milliseconds: number, full: boolean): void;
}

/** The quickest answer is forgotten, slowly: the way may have become longer. Doubled after 1400 answers. */
const FORGETTING = 1.0005;

export function adaptiveLimit(): RequestLimit {
  let current = storeLimits.fewestRequests.value;
  let quickest = Number.POSITIVE_INFINITY;
  return {
    get current() {
      return current;
    },
    ended: (milliseconds, full) => {
      quickest = Math.min(milliseconds, quickest * FORGETTING);
      if (milliseconds <= 3 * quickest) current = storeLimits.mostRequests.cap(full ? current + 1 : current);
      else if (milliseconds > 8 * quickest) current = storeLimits.fewestRequests.atLeast(current - 1);
    },
  };
}

export function fixedLimit(limit: number): RequestLimit {
  return { current: limit, ended: () => {} };
}
