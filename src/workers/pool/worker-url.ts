/** Where the script of a page's workers comes from, if not from a Blob. */

let given: string | undefined;

/**
 * Starts the workers of a page from this address instead of from a Blob, for pages whose policy says `worker-src 'self'`:
 * that of `hyperslab/worker`, bundled to a file of the page's own origin. Call it before the first read. In Node it does
 * nothing.
 */
export function setWorkerUrl(url: string | URL): void {
  given = String(url);
}

export function workerUrl(): string | undefined {
  return given;
}
