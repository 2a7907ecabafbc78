/** One read for several callers. One caller's abort never cancels another's; when all have aborted, the read is stopped. */

export interface SharedRead<T> {
  /** The result, for an additional caller. */
  join(signal: AbortSignal | undefined): Promise<T>;
  /** True once every caller has aborted: the read is being stopped and cannot be joined. */
  readonly abandoned: boolean;
}

/** Starts immediately. */
export function sharedRead<T>(run: (signal: AbortSignal) => Promise<T>): SharedRead<T> {
  const controller = new AbortController();
  const result = run(controller.signal);
  // The callers that joined handle a failure; if all have aborted, it does not matter.
  result.catch(() => {});
  let waiting = 0;
  return {
    join: (signal) => {
      if (signal === undefined) {
        waiting += 1;
        return result;
      }
      signal.throwIfAborted();
      waiting += 1;
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          waiting -= 1;
          if (waiting === 0) controller.abort(signal.reason);
          reject(signal.reason);
        };
        signal.addEventListener("abort", leave, { once: true });
        const end = (): void => signal.removeEventListener("abort", leave);
        result.finally(end).then(resolve, reject);
      });
    },
    get abandoned() {
      return controller.signal.aborted;
    },
  };
}
