/**
 * Each way in which a request to a server can fail, as a separate error: what happened, whether a retry may help, what
 * to do. Places consist of a location without query and a key; header values and bodies never appear in a message.
 */
import { type ErrorCode, type ErrorPlace, HyperslabError, type RequestFailure } from "../../errors.ts";
import type { ResponseHead, TransportError, TransportProblem } from "./transport/transport.ts";

export type HttpFailureKind =
  | Exclude<TransportProblem, "redirect">
  | "redirect-loop"
  | "redirect-refused"
  | "range-ignored"
  | "range-not-satisfiable"
  | "wrong-content-range"
  | "content-encoding"
  | "web-page"
  | "no-index"
  | "unauthorized"
  | "forbidden"
  | "too-many-requests"
  | "server-error"
  | "status";

interface Kind {
  readonly code: ErrorCode;
  readonly transient: boolean;
  readonly what: string;
  readonly hint?: string;
}

const SERVER = "The server, or a proxy in front of it, is at fault. Its administrator can say more.";

const kinds: Readonly<Record<HttpFailureKind, Kind>> = {
  "connection-refused": {
    code: "io",
    transient: true,
    what: "nothing accepts connections there",
    hint: "Check host and port, and that the server runs.",
  },
  "connection-reset": { code: "io", transient: true, what: "the server closed the connection", hint: SERVER },
  "short-body": { code: "io", transient: true, what: "the response ended too early", hint: SERVER },
  "too-long": { code: "io", transient: false, what: "the response is longer than allowed", hint: SERVER },
  dns: { code: "io", transient: false, what: "the host name is unknown", hint: "Check the spelling of the host." },
  tls: {
    code: "io",
    transient: false,
    what: "no secure connection could be made",
    hint: "If the server's certificate authority is your own, set SSL_CERT_FILE to a file of certificates to trust.",
  },
  timeout: {
    code: "io",
    transient: true,
    what: "the server was too slow",
    hint: "Try again later, or wait longer: set HYPERSLAB_HTTP_TIMEOUT, in seconds.",
  },
  protocol: { code: "io", transient: false, what: "the server does not speak HTTP", hint: "Check the port." },
  proxy: {
    code: "io",
    transient: false,
    what: "the proxy does not let the request through",
    hint: "Check HTTPS_PROXY and HTTP_PROXY, and name hosts that need no proxy in NO_PROXY.",
  },
  cors: {
    code: "not-allowed",
    transient: false,
    what: "the server does not allow this page to read from it",
    hint: "It must send Access-Control-Allow-Origin with every response, including 404, and expose Content-Range and ETag.",
  },
  network: {
    code: "io",
    transient: true,
    what: "the server could not be reached",
    hint: "Check the address and the network.",
  },
  "bad-request": {
    code: "invalid-request",
    transient: false,
    what: "the request cannot be sent",
    hint: "Check the names and values of the headers.",
  },
  "redirect-loop": { code: "io", transient: false, what: "the redirects form a loop", hint: SERVER },
  "redirect-refused": {
    code: "not-allowed",
    transient: false,
    what: "the redirect is not followed",
    hint: "Open the address that it leads to, if you trust it.",
  },
  "range-ignored": {
    code: "io",
    transient: false,
    what: "the server cannot send parts of objects",
    hint: "Serve the data with a server that answers Range requests, or raise the option wholeObjectLimit.",
  },
  "range-not-satisfiable": {
    code: "io",
    transient: false,
    what: "the server refuses a part that lies inside the object",
    hint: SERVER,
  },
  "wrong-content-range": {
    code: "io",
    transient: false,
    what: "the server sent a different part than requested",
    hint: SERVER,
  },
  "content-encoding": {
    code: "unsupported",
    transient: false,
    what: "the response has an unexpected content encoding",
    hint: "Turn off the server's compression for this data, which is already compressed.",
  },
  "web-page": {
    code: "invalid-data",
    transient: false,
    what: "the server answers with a web page",
    hint: "It sends HTML instead of 404 Not Found. Check the address, or let the server answer 404.",
  },
  "no-index": {
    code: "unsupported",
    transient: false,
    what: "the server has no index page for this directory",
    hint: "Consolidate the metadata where the data can be listed (hyperslab consolidate), or open the child by its path.",
  },
  unauthorized: {
    code: "not-allowed",
    transient: false,
    what: "the server requires credentials",
    hint: "Set credentials in the environment, or pass headers.",
  },
  forbidden: {
    code: "not-allowed",
    transient: false,
    what: "the server forbids access",
    hint: 'Check the credentials. If the server answers 403 for missing keys, pass forbidden: "absent" (--forbidden absent).',
  },
  "too-many-requests": {
    code: "io",
    transient: true,
    what: "the server wants fewer requests",
    hint: "Try again later, or pass a lower concurrency.",
  },
  "server-error": { code: "io", transient: true, what: "the server failed", hint: SERVER },
  status: {
    code: "io",
    transient: false,
    what: "the server refused the request",
    hint: "Check the address; the server's administrator can say more.",
  },
};

export interface HttpFailureDetails {
  /** Appended to the description of what happened. */
  readonly detail?: string | undefined;
  readonly hint?: string | undefined;
  readonly status?: number | undefined;
  readonly retryAfter?: number | undefined;
  readonly transient?: boolean | undefined;
  readonly cause?: unknown;
}

export function httpError(kind: HttpFailureKind, place: ErrorPlace, details: HttpFailureDetails = {}): HyperslabError {
  const { code, transient, what, hint } = kinds[kind];
  const { detail, status, retryAfter, cause } = details;
  const request: RequestFailure = {
    kind,
    transient: details.transient ?? transient,
    ...(status === undefined ? {} : { status }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
  const advice = details.hint ?? hint;
  return new HyperslabError(code, detail === undefined ? what : `${what}: ${detail}`, {
    ...place,
    request,
    ...(advice === undefined ? {} : { hint: advice }),
    ...(cause === undefined ? {} : { cause }),
  });
}

/** A request that got no answer. */
export function transportFailure(error: TransportError, place: ErrorPlace): HyperslabError {
  const { problem, message } = error;
  if (problem === "redirect") return httpError("redirect-refused", place, { detail: message });
  // A name server that does not respond may do so soon; a negative response is final.
  const transient = message === "EAI_AGAIN" ? true : undefined;
  const hint = message === "ERR_SSL_WRONG_VERSION_NUMBER" ? "The server may speak plain http there." : undefined;
  return httpError(problem, place, { detail: message, transient, hint, cause: error });
}

/** A status that is neither a value nor proof of absence. */
export function statusFailure(head: ResponseHead, place: ErrorPlace, hint: () => string): HyperslabError {
  const { status } = head;
  const detail = `status ${status}`;
  if (status === 401) return httpError("unauthorized", place, { status, hint: hint() });
  if (status === 403) return httpError("forbidden", place, { status });
  if (status === 407) return httpError("proxy", place, { detail, status });
  const retryAfter = retryDelay(head);
  if (status === 429) return httpError("too-many-requests", place, { detail, status, retryAfter });
  const fails = [408, 425, 500, 502, 503, 504, 509].includes(status) || (status >= 520 && status <= 530);
  return httpError(fails ? "server-error" : "status", place, { detail, status, retryAfter });
}

/** Retry-After in milliseconds; dates are relative to the server's own clock if it sends the time. */
export function retryDelay(head: ResponseHead): number | undefined {
  const text = head.header("retry-after")?.trim();
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const until = Date.parse(text);
  if (Number.isNaN(until)) return undefined;
  const now = Date.parse(head.header("date") ?? "");
  return Math.max(0, until - (Number.isNaN(now) ? Date.now() : now));
}
