/**
 * HTTP by fetch: in browsers and workers, and wherever Node's own transport is not available. The platform removes content
 * encodings and may hide headers of other origins; it follows redirects unless that could leak secrets.
 */
import { collectStream } from "./collect-stream.ts";
import { platformError, type Stage } from "./platform-error.ts";
import { preflights } from "./preflights.ts";
import {
  type HttpRequest,
  type HttpResponse,
  type HttpTransport,
  type ResponseHead,
  TransportError,
} from "./transport.ts";

export interface FetchTransportOptions {
  readonly connectTimeout: number;
  readonly idleTimeout: number;
  readonly fetch?: typeof globalThis.fetch;
  /** The origin of the page, in a browser. */
  readonly pageOrigin?: string | undefined;
}

export function fetchTransport(options: FetchTransportOptions): HttpTransport {
  const { pageOrigin } = options;
  return {
    decodes: true,
    hidesHeaders: pageOrigin !== undefined,
    preflights: pageOrigin === undefined ? undefined : preflights(pageOrigin),
    request: (request) => exchange(request, options),
  };
}

async function exchange(request: HttpRequest, options: FetchTransportOptions): Promise<HttpResponse> {
  const { connectTimeout, idleTimeout, fetch = globalThis.fetch } = options;
  request.signal?.throwIfAborted();
  const watch = startWatch(request.signal);
  let stage: Stage = "head";
  try {
    watch.expect(connectTimeout + idleTimeout, "no answer in time");
    const response = await fetch(request.url.href, init(request, watch.signal));
    stage = "body";
    // A browser hides a redirect that it was told not to follow.
    if (response.type === "opaqueredirect") throw new TransportError("redirect", "the request has secret headers");
    const head: ResponseHead = {
      status: response.status,
      url: URL.canParse(response.url) ? new URL(response.url) : request.url,
      header: (name) => response.headers.get(name) ?? undefined,
    };
    const body = await readBody(response, request, head, () =>
      watch.expect(idleTimeout, "the response stopped arriving"),
    );
    return { ...head, body };
  } catch (error) {
    request.signal?.throwIfAborted();
    const problem = watch.expired() ?? platformError(error, stage);
    throw (await hiddenByCors(problem, request, options)) ?? problem;
  } finally {
    watch.end();
  }
}

/** Parts bypass the HTTP cache, because Chromium serialises requests for parts of one cached object. */
function init(request: HttpRequest, signal: AbortSignal): RequestInit {
  const { method, headers, body, secret } = request;
  return {
    method,
    headers: { ...headers },
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    redirect: secret ? "manual" : "follow",
    ...("range" in headers ? { cache: "no-store" } : {}),
    signal,
  };
}

async function readBody(
  response: Response,
  request: HttpRequest,
  head: ResponseHead,
  expectMore: () => void,
): Promise<Uint8Array> {
  const most = request.take(head);
  if (most === undefined || request.method === "HEAD" || response.body === null) {
    await response.body?.cancel();
    return new Uint8Array(0);
  }
  // For an encoded body, the header gives the encoded length.
  const told = response.headers.get("content-encoding") === null ? response.headers.get("content-length") : null;
  const promised = told !== null && /^\d+$/.test(told) ? Number(told) : undefined;
  if (promised !== undefined && promised > most) {
    await response.body.cancel();
    throw new TransportError("too-long", `${promised} bytes where at most ${most} are possible`);
  }
  const body = await collectStream(response.body, most, promised, expectMore);
  if (promised !== undefined && body.byteLength < promised) {
    throw new TransportError("short-body", `after ${body.byteLength} of ${promised} bytes`);
  }
  return body;
}

/** The caller's signal and a timeout in one; the timeout is reset at every step. */
function startWatch(outer: AbortSignal | undefined) {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(outer?.reason);
  outer?.addEventListener("abort", onAbort, { once: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let expired: TransportError | undefined;
  return {
    signal: controller.signal,
    expect: (milliseconds: number, otherwise: string): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        expired = new TransportError("timeout", otherwise);
        controller.abort(expired);
      }, milliseconds);
    },
    expired: () => expired,
    end: (): void => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", onAbort);
    },
  };
}

/**
 * A browser does not say whether a server is down or does not allow this page to read. A second request, which reads
 * nothing, succeeds only in the latter case.
 */
async function hiddenByCors(
  problem: TransportError,
  request: HttpRequest,
  { pageOrigin, connectTimeout, fetch = globalThis.fetch }: FetchTransportOptions,
): Promise<TransportError | undefined> {
  if (problem.problem !== "network" || pageOrigin === undefined || request.url.origin === pageOrigin) return undefined;
  try {
    const signal = AbortSignal.timeout(connectTimeout);
    const probe = await fetch(request.url.href, { method: "HEAD", mode: "no-cors", cache: "no-store", signal });
    await probe.body?.cancel();
    return new TransportError("cors", "the server answers, but does not allow this page to read");
  } catch {
    return undefined;
  }
}
