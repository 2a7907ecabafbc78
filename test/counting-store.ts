/** A store that counts what is asked of it. */
import type { Store } from "../src/index.ts";
import { withTrace } from "../src/stores/wrappers/with-trace.ts";

export interface Counts {
  gets: number;
  bytes: number;
  keys: string[];
}

export function countingStore(store: Store): { readonly store: Store; readonly counts: Counts; reset(): void } {
  const counts: Counts = { gets: 0, bytes: 0, keys: [] };
  const traced = withTrace(store, (event) => {
    if (event.operation !== "get") return;
    counts.gets += 1;
    counts.bytes += event.bytes;
    counts.keys.push(event.key);
  });
  const reset = (): void => {
    counts.gets = 0;
    counts.bytes = 0;
    counts.keys.length = 0;
  };
  return { store: traced, counts, reset };
}

/** The same by operation: how often each was asked for. */
export function countingRequests(store: Store): { readonly store: Store; readonly operations: Map<string, number> } {
  const operations = new Map<string, number>();
  const traced = withTrace(store, ({ operation }) => {
    operations.set(operation, (operations.get(operation) ?? 0) + 1);
  });
  return { store: traced, operations };
}
