/**
 * Requests of one store: its headers, its credentials, redirects. What comes back is an answer of the final server;
 * statuses that are neither a value nor proof of absence are thrown.
 */
import type { ErrorPlace } from "../../errors.ts";
import { credentialHint, environmentAuthorization } from "./credentials.ts";
import type { HttpAddress } from "./http-address.ts";
import { httpError, statusFailure, transportFailure } from "./http-error.ts";
import type { Environment } from "./proxy.ts";
import type { HttpResponse, HttpTransport, ResponseHead } from "./transport.ts";
import { TransportError } from "./transport.ts";

export type HttpHeaders = Readonly<Record<string, string>>;

export interface HttpClientOptions {
  /** Sent with every request to the store's origin, and to no other: an Authorization, an API key. */
  readonly headers?: HttpHeaders | (() => HttpHeaders | Promise<HttpHeaders>) | undefined;
  /** Take 403 for proof of absence. */
  readonly treat403AsMissing?: boolean | undefined;
}

export interface Exchange {
  readonly method: "GET" | "HEAD";
  readonly url: URL;
  readonly headers?: HttpHeaders | undefined;
  readonly place: ErrorPlace;
  readonly signal?: AbortSignal | undefined;
  take(head: ResponseHead): number | undefined;
}

export interface HttpAnswer extends HttpResponse {
  /** The server says that the address is a directory: it redirected to the same address with a slash. */
  readonly directory: boolean;
}

export interface HttpClient {
  readonly address: HttpAddress;
  transport(): Promise<HttpTransport>;
  /** Answers with status 2xx, 304, 404, 410 and 416; anything else is thrown. */
  send(exchange: Exchange): Promise<HttpAnswer>;
}

/** As many as browsers follow. */
const MOST_REDIRECTS = 20;
const REDIRECTS = [301, 302, 303, 307, 308];

export function httpClient(
  address: HttpAddress,
  transport: () => Promise<HttpTransport>,
  options: HttpClientOptions,
): HttpClient {
  const environment: Environment = globalThis.process?.env ?? {};
  const authorization = environmentAuthorization(address.origin, environment);
  const ownHeaders = async (): Promise<HttpHeaders> => {
    const given = typeof options.headers === "function" ? await options.headers() : (options.headers ?? {});
    const lower = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
    return authorization === undefined ? lower : { authorization, ...lower };
  };
  const send = async (exchange: Exchange): Promise<HttpAnswer> => {
    exchange.signal?.throwIfAborted();
    const answer = await follow(await transport(), address.origin, await ownHeaders(), exchange);
    const { status } = answer;
    const directory = answer.url.origin === exchange.url.origin && answer.url.pathname === `${exchange.url.pathname}/`;
    if (isAnswer(status)) return { ...answer, directory };
    if (status === 403 && (directory || options.treat403AsMissing === true))
      return { ...answer, status: 404, directory };
    throw statusFailure(answer, exchange.place, () => credentialHint(address.origin, environment));
  };
  return { address, transport, send };
}

function isAnswer(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304 || status === 404 || status === 410 || status === 416;
}

async function follow(
  transport: HttpTransport,
  origin: string,
  secrets: HttpHeaders,
  exchange: Exchange,
): Promise<HttpResponse> {
  const { method, place, signal } = exchange;
  // Browsers set these two by themselves and refuse to be told.
  const own: HttpHeaders = transport.decodes ? {} : { "accept-encoding": "identity", "user-agent": "hyperslab" };
  const seen = new Set<string>();
  let { url } = exchange;
  for (;;) {
    const headers = { ...own, ...exchange.headers, ...(url.origin === origin ? secrets : {}) };
    const secret = url.origin === origin && Object.keys(secrets).length > 0;
    const take = (head: ResponseHead): number | undefined =>
      REDIRECTS.includes(head.status) ? undefined : exchange.take(head);
    const response = await transport.request({ method, url, headers, signal, secret, take }).catch((error: unknown) => {
      throw error instanceof TransportError ? transportFailure(error, place) : error;
    });
    if (!REDIRECTS.includes(response.status)) return response;
    seen.add(url.href);
    url = redirectTarget(response, url, place);
    if (seen.has(url.href) || seen.size > MOST_REDIRECTS) {
      const detail = seen.has(url.href) ? "back to where they were" : `more than ${MOST_REDIRECTS}`;
      throw httpError("redirect-loop", place, { detail, status: response.status });
    }
  }
}

/** The query of a target may be a signature: messages name its origin at most. */
function redirectTarget(response: HttpResponse, from: URL, place: ErrorPlace): URL {
  const { status } = response;
  const text = response.header("location");
  if (text === undefined || !URL.canParse(text, from.href)) {
    throw httpError("redirect-refused", place, { detail: "it names no address", status });
  }
  const target = new URL(text, from.href);
  target.hash = "";
  if (target.protocol !== "https:" && (target.protocol !== "http:" || from.protocol === "https:")) {
    const detail = `it leads from ${from.protocol} to ${target.protocol}`;
    throw httpError("redirect-refused", place, { detail, status, hint: "Open the address that it leads to." });
  }
  if (target.username !== "" || target.password !== "") {
    throw httpError("redirect-refused", place, { detail: "its address has a user or password in it", status });
  }
  return target;
}
