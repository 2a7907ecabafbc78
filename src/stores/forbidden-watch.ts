/** Keys that a server forbids and that were treated as absent: listeners, and a count. */
import type { Store } from "./store.ts";

export interface ForbiddenWatchers {
  readonly watch: Required<Store>["watchForbidden"];
  tell(key: string): void;
}

export function forbiddenWatchers(): ForbiddenWatchers {
  const listeners = new Set<(key: string) => void>();
  return {
    watch: (listener) => {
      // The same function may be registered twice, and each call removes its own registration.
      const own = (key: string): void => listener(key);
      listeners.add(own);
      return () => {
        listeners.delete(own);
      };
    },
    tell: (key) => {
      for (const listener of listeners) listener(key);
    },
  };
}

export interface ForbiddenCount {
  /** Distinct keys since the start. */
  readonly keys: number;
  stop(): void;
}

/** Counts the keys of a store that are treated as absent from now on because the server forbids them. */
export function forbiddenCount(store: Store): ForbiddenCount {
  const keys = new Set<string>();
  const stop = store.watchForbidden?.((key) => keys.add(key));
  return {
    get keys() {
      return keys.size;
    },
    stop: () => stop?.(),
  };
}
