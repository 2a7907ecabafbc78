/** The browser's own locks: among all pages and workers of this site, and gone with the page that holds one. */
import type { StoreLock } from "../store.ts";

/** `undefined`: there are none here. Pages over https or from localhost have them, in browsers since 2022. */
export function webLock(name: string, signal: AbortSignal | undefined): Promise<StoreLock | undefined> {
  const locks = globalThis.navigator?.locks;
  if (typeof locks?.request !== "function") return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const hold = (): Promise<void> => new Promise((end) => resolve({ held: true, release: async () => end() }));
    locks.request(name, signal === undefined ? {} : { signal }, hold).catch(reject);
  });
}
