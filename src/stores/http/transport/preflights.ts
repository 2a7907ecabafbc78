/**
 * CORS preflights. Before a page sends certain headers to another origin, its browser asks the server for permission
 * with an OPTIONS request. A rejection appears as an error in the page's console, and costs a request per address. A
 * range with a start (`bytes=a-b`) is safelisted and needs no permission. The last bytes (`bytes=-n`) and conditions
 * do.
 */
export interface Preflights {
  isNeeded(url: URL): boolean;
  /**
   * Sends a request that needs a preflight, unless its origin rejected one before. `send` returns undefined if the
   * request was rejected. The first request to an origin is sent alone, so that at most one is rejected.
   */
  attempt<T>(url: URL, send: () => Promise<T | undefined>): Promise<T | undefined>;
}

export function preflights(pageOrigin: string): Preflights {
  /** By origin: whether it granted the latest preflight. */
  const granted = new Map<string, Promise<boolean>>();
  return {
    isNeeded: ({ origin }) => origin !== pageOrigin,
    attempt: async ({ origin }, send) => {
      const earlier = granted.get(origin);
      if (earlier !== undefined && !(await earlier)) return undefined;
      const sent = send();
      const isGranted = sent.then((answer) => answer !== undefined);
      if (!granted.has(origin)) {
        granted.set(
          origin,
          isGranted.catch(() => {
            granted.delete(origin);
            return true;
          }),
        );
      }
      const answer = await sent;
      if (answer === undefined) granted.set(origin, Promise.resolve(false));
      return answer;
    },
  };
}
