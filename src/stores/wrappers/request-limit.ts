/**
 * Useful concurrency. The longer the round trip, the more requests it holds: while answers take about as long as the
 * quickest did, requests wait only for the round trip, and one more fits. When answers take much longer, the server, the
 * line or this processor is the limit, and more requests would only queue.
 */
import { storeLimits } from "../limits.ts";

export interface RequestLimit {
  readonly current: number;
  /** A request succeeded. `full` if the limit was reached at the time. */
  ended(milliseconds: number, full: boolean): void;
}

/** The quickest time grows slowly, because the route may have become longer: it doubles after 1400 answers. */
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
