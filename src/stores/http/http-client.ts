/**
 * Requests of one store: its headers, its credentials, redirects. The result is the response of the final server.
 * Statuses that are neither a value nor proof of absence are thrown.
 */
import type { ByteRoom } from "../../bytes/source/byte-room.ts";
import type { ErrorPlace } from "../../errors.ts";
import type { ForbiddenMeaning } from "../location/settings.ts";
import type { AskedObject } from "./absence-proof.ts";
import { credentialHint, environmentAuthorization } from "./credentials.ts";
import { forbiddenKeys, isBucketRefusal } from "./forbidden-keys.ts";
import type { HttpAddress } from "./http-address.ts";
import { httpError, statusFailure, transportFailure } from "./http-error.ts";
import type { Environment } from "./transport/proxy.ts";
import {
  type HttpRequest,
  type HttpResponse,
  type HttpTransport,
  type ResponseHead,
  TransportError,
} from "./transport/transport.ts";

/** Headers by name. */
export type HttpHeaders = Readonly<Record<string, string>>;

/** Headers, and how refusals are interpreted. */
export interface HttpClientOptions {
  /** Sent with every request to the store's origin, and to no other: an Authorization, an API key. */
  readonly headers?: HttpHeaders | (() => HttpHeaders | Promise<HttpHeaders>) | undefined;
  /**
   * What 403 for a key means: always an `error`, or that the key is `absent`. Default: it is absent if the server
   * answers 403 for missing keys, as buckets that allow reading but not listing do, and still lets other keys be read.
   */
  readonly forbidden?: ForbiddenMeaning | undefined;
}

/** Called by the client. */
export interface HttpClientEvents {
  /** Called when 403 was interpreted as the absence of this key. */
  forbiddenIsMissing(key: string): void;
}

export interface Exchange {
  readonly method: "GET" | "HEAD";
  readonly url: URL;
  readonly headers?: HttpHeaders | undefined;
  readonly place: ErrorPlace;
  readonly signal?: AbortSignal | undefined;
  /** Memory for the body. */
  readonly room?: ByteRoom | undefined;
  take(head: ResponseHead): number | undefined;
}

export interface HttpAnswer extends HttpResponse {
  /** The server says that the address is a directory: it redirected to the same address with a slash. */
  readonly directory: boolean;
}

export interface HttpClient {
  readonly address: HttpAddress;
  /** True if requests carry headers for which a page needs a CORS preflight in any case. */
  readonly needsPreflight: boolean;
  transport(): Promise<HttpTransport>;
  /** Returns responses with status 2xx, 304, 404, 410 and 416; anything else is thrown. */
  send(exchange: Exchange): Promise<HttpAnswer>;
}

/** As many as browsers follow. */
const MOST_REDIRECTS = 20;
const REDIRECTS = [301, 302, 303, 307, 308];

export function httpClient(
  address: HttpAddress,
  transport: () => Promise<HttpTransport>,
  options: HttpClientOptions,
  events?: HttpClientEvents,
): HttpClient {
  const environment: Environment = globalThis.process?.env ?? {};
  const secretsOf = (given: HttpHeaders): HttpHeaders => {
    const lower = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
    // Password files are opened only for requests that have no other authorization.
    if (lower["authorization"] !== undefined) return lower;
    const authorization = environmentAuthorization(address.origin, environment);
    return authorization === undefined ? lower : { authorization, ...lower };
  };
  const { headers, forbidden } = options;
  let secretHeaders: HttpHeaders | undefined;
  /** The secrets of all requests, looked up for the first one; undefined if each request has its own. */
  const fixed = (): HttpHeaders | undefined => {
    if (typeof headers === "function") return undefined;
    secretHeaders ??= secretsOf(headers ?? {});
    return secretHeaders;
  };
  let known: Origin | undefined;
  const findOrigin = async (): Promise<Origin> => {
    const via = await transport();
    const secrets = fixed() ?? secretsOf(typeof headers === "function" ? await headers() : {});
    const found = originOf(via, address.origin, secrets);
    if (typeof headers !== "function") known = found;
    return found;
  };
  const headOf = async (url: URL): Promise<ResponseHead> => {
    const place: ErrorPlace = { location: address.location };
    const exchange = { method: "HEAD", url, place, take: () => undefined } as const;
    const origin = known ?? (await findOrigin());
    try {
      return await follow(origin, exchange, await origin.transport.request(requestFor(origin, exchange, url)));
    } catch (error) {
      throw error instanceof TransportError ? transportFailure(error, place) : error;
    }
  };
  const proof = forbiddenKeys(address.urlOf, headOf);
  /** If secrets are involved, 403 may mean that one has expired, not that keys are absent. */
  const detects = ({ hasSecrets }: Origin): boolean =>
    forbidden === undefined && !hasSecrets && typeof headers !== "function" && address.urlOf("").search === "";
  /** A single function for the usual request: hundreds run at once, and each closure costs memory. */
  const send = async (exchange: Exchange): Promise<HttpAnswer> => {
    exchange.signal?.throwIfAborted();
    const origin = known ?? (await findOrigin());
    // Directories are not keys.
    const asked = detects(origin) && !exchange.url.pathname.endsWith("/") ? proof.begin(exchange.url.href) : undefined;
    let answer: HttpResponse;
    try {
      answer = await origin.transport.request(requestFor(origin, exchange, exchange.url, asked));
      if (isRedirect(answer)) answer = await follow(origin, exchange, answer);
    } catch (error) {
      asked?.ended();
      throw error instanceof TransportError ? transportFailure(error, exchange.place) : error;
    }
    const { status, url, header, body } = answer;
    const directory = leadsToDirectory(exchange.url, url);
    if (isAnswer(status)) {
      asked?.ended();
      return { status, url, header, body, directory };
    }
    if (status === 403) {
      const absent = { status: 404, url, header, body, directory };
      // A refusal by another origin says nothing about ours.
      const isOwn = isBucketRefusal(answer) && url.origin === address.origin;
      const meaning = isOwn && !directory ? await asked?.forbidden() : asked?.ended();
      if (directory) return absent;
      if (forbidden === "absent" || meaning === "absent") {
        events?.forbiddenIsMissing(exchange.place.key ?? "");
        return absent;
      }
    }
    asked?.ended();
    throw statusFailure(answer, exchange.place, () => credentialHint(address.origin, environment));
  };
  return {
    address,
    get needsPreflight() {
      const secrets = fixed();
      return secrets === undefined || Object.keys(secrets).length > 0;
    },
    transport,
    send,
  };
}

function isAnswer(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304 || status === 404 || status === 410 || status === 416;
}

function leadsToDirectory(asked: URL, answered: URL): boolean {
  return asked !== answered && answered.origin === asked.origin && answered.pathname === `${asked.pathname}/`;
}

/** Browsers set these two headers and do not let programs set them. */
const OWN_HEADERS: HttpHeaders = { "accept-encoding": "identity", "user-agent": "hyperslab" };

/** How requests to a server are made, and the secrets that only this server may see. */
interface Origin {
  readonly transport: HttpTransport;
  readonly origin: string;
  readonly secrets: HttpHeaders;
  readonly hasSecrets: boolean;
  /** Including the secrets: the headers of a request that adds none. */
  readonly headers: HttpHeaders;
}

function originOf(transport: HttpTransport, origin: string, secrets: HttpHeaders): Origin {
  const headers = { ...(transport.decodes ? undefined : OWN_HEADERS), ...secrets };
  return { transport, origin, secrets, hasSecrets: Object.keys(secrets).length > 0, headers };
}

function requestFor(from: Origin, exchange: Exchange, url: URL, asked?: AskedObject): HttpRequest {
  const { method, signal, room } = exchange;
  const isOwn = url.origin === from.origin;
  const take = (head: ResponseHead): number | undefined => {
    if (isRedirect(head)) return undefined;
    asked?.answered(head.status);
    return exchange.take(head);
  };
  return {
    method,
    url,
    headers: headersFor(from, exchange, isOwn),
    signal,
    room,
    secret: isOwn && from.hasSecrets,
    take,
  };
}

function headersFor({ transport, secrets, headers }: Origin, exchange: Exchange, isOwn: boolean): HttpHeaders {
  if (isOwn && exchange.headers === undefined) return headers;
  return {
    ...(transport.decodes ? undefined : OWN_HEADERS),
    ...exchange.headers,
    ...(isOwn ? secrets : undefined),
  };
}

function isRedirect({ status }: ResponseHead): boolean {
  return status >= 300 && REDIRECTS.includes(status);
}

async function follow(from: Origin, exchange: Exchange, first: HttpResponse): Promise<HttpResponse> {
  const { place } = exchange;
  const seen = new Set<string>();
  let { url } = exchange;
  for (let response = first; ; ) {
    if (!isRedirect(response)) return response;
    seen.add(url.href);
    url = redirectTarget(response, url, place);
    if (seen.has(url.href) || seen.size > MOST_REDIRECTS) {
      const detail = seen.has(url.href) ? "back to where they were" : `more than ${MOST_REDIRECTS}`;
      throw httpError("redirect-loop", place, { detail, status: response.status });
    }
    response = await from.transport.request(requestFor(from, exchange, url));
  }
}

/** The query of a redirect target may be a signature, so messages name at most its origin. */
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
    throw httpError("redirect-refused", place, { detail, status });
  }
  if (target.username !== "" || target.password !== "") {
    throw httpError("redirect-refused", place, { detail: "its address has a user or password in it", status });
  }
  return target;
}
