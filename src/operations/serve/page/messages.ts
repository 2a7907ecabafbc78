/** Messages between a service worker and the page that serves. Plain data; each request carries a port for its response. */

/** Distinguishes these messages from others. */
export const PROTOCOL = "hyperslab-serve-1";

/** The folder below the worker's scope whose requests are answered by pages. */
export const FOLDER = "hyperslab-serve/";

/** From the worker to a page. */
export interface AskedRequest {
  readonly protocol: typeof PROTOCOL;
  /** Which of the page's servers is addressed. */
  readonly server: string;
  readonly method: string;
  /** `/a/zarr.json`, from the root of that server on. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** From the page to the worker, immediately: this page will answer the request. */
export const MINE = "mine";

/** From the page to the worker, when it is done. */
export interface GivenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: ArrayBuffer | undefined;
}

export function isAskedRequest(message: unknown): message is AskedRequest {
  return (
    typeof message === "object" &&
    message !== null &&
    "protocol" in message &&
    message.protocol === PROTOCOL &&
    "server" in message
  );
}
