/** Where the script of a page's workers comes from, if not from a Blob. */

let given: string | undefined;

/**
 * Starts the workers of a page from this address instead of from a Blob, for pages whose policy says `worker-src
 * 'self'`: that of `hyperslab/worker`, bundled to a file on the page's own origin. Must be called before the first
 * read. Does nothing in Node.
 */
export function setWorkerUrl(url: string | URL): void {
  given = String(url);
}

export function workerUrl(): string | undefined {
  return given;
}
