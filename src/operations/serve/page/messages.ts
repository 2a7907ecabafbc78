/** What a service worker and the page that serves say to each other. Plain data; each question brings a port for its answer. */

/** Tells these messages from those of others. */
export const PROTOCOL = "hyperslab-serve-1";

/** The folder below the worker's scope whose requests are answered by pages. */
export const FOLDER = "hyperslab-serve/";

/** From the worker to a page. */
export interface AskedRequest {
  readonly protocol: typeof PROTOCOL;
  /** Which of the page's servers is meant. */
  readonly server: string;
  readonly method: string;
  /** `/a/zarr.json`, from the root of that server on. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** From the page to the worker, at once: the request is this page's to answer. */
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
