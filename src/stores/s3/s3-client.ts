/**
 * Signed requests to one bucket. If a server only needs another region, clock or newer credentials, the request is
 * repeated at once; every other refusal is passed on. It is also an `HttpClient`, so that objects are read as from any
 * server.
 */
import type { ErrorPlace, HyperslabError } from "../../errors.ts";
import { forbiddenWatchers } from "../forbidden-watch.ts";
import type { HttpAddress } from "../http/http-address.ts";
import type { Exchange, HttpAnswer, HttpClient, HttpHeaders } from "../http/http-client.ts";
import { httpError, retryDelay, transportFailure } from "../http/http-error.ts";
import { sharedTransport } from "../http/transport/shared-transport.ts";
import {
  type HttpResponse,
  type HttpTransport,
  type ResponseHead,
  TransportError,
} from "../http/transport/transport.ts";
import type { Store } from "../store.ts";
import { joinKey } from "../store-key.ts";
import { type BucketAddress, bucketAddress } from "./bucket-address.ts";
import { isUnsigned } from "./credentials.ts";
import { type Forbidden, forbiddenKeys } from "./forbidden-keys.ts";
import { bodySha256, toHex } from "./hashes.ts";
import { s3Limits } from "./limits.ts";
import { isAbsence, readFailure, type S3Failure, s3Error, takeFailure } from "./s3-error.ts";
import { type S3Headers, s3Headers } from "./s3-headers.ts";
import type { S3Settings, S3Site } from "./s3-settings.ts";
import { authorization, EMPTY_PAYLOAD, encodeQuery, presignedQuery, type S3Credentials, signingDate } from "./sigv4.ts";

export interface S3Call {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** Key in the bucket, not in the store; undefined for the bucket itself. */
  readonly key?: string | undefined;
  readonly query?: Iterable<readonly [string, string]> | undefined;
  readonly headers?: HttpHeaders | undefined;
  readonly body?: Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly place?: ErrorPlace | undefined;
  /** The most bytes of a successful answer to read; default 0. */
  take?(head: ResponseHead): number | undefined;
}

export interface S3Reply {
  readonly response: HttpResponse;
  /** undefined if the answer is 2xx, 304 or 416. */
  readonly failure: S3Failure | undefined;
  error(): HyperslabError;
}

/** A call with path and query spelled out. */
interface Prepared extends Omit<S3Call, "key" | "query" | "place"> {
  readonly path: string;
  readonly query: string;
  readonly place: ErrorPlace;
  readonly payload: string;
}

/** Milliseconds to wait for the answer to a long body. */
const LONG_TIMEOUT = 300_000;
const CORS =
  "Give the bucket a CORS rule that allows this page's origin and all headers, and exposes ETag and Content-Range. Some servers also send no CORS headers if the signature is wrong.";
/** Region, clock and credentials may each be wrong once, and a redirect may be followed by another. */
const MOST_MENDINGS = 4;

export class S3Client implements HttpClient {
  readonly site: S3Site;
  readonly address: HttpAddress;
  readonly #settings: S3Settings;
  readonly #headers: S3Headers;
  readonly #bucket: BucketAddress;
  readonly #forbidden: Forbidden;
  readonly #watchers = forbiddenWatchers();
  #transport: Promise<HttpTransport> | undefined;
  #patient: Promise<HttpTransport> | undefined;
  #hasBucket = false;
  #clock: { readonly second: number; readonly date: string } = { second: 0, date: "" };

  constructor(site: S3Site, settings: S3Settings) {
    this.site = site;
    this.#settings = settings;
    this.#headers = s3Headers(settings);
    this.#bucket = bucketAddress(site);
    const { origin, pathOf } = this.#bucket;
    const pathBelow = (key: string): string => pathOf(joinKey(site.target.key, key));
    this.address = {
      origin,
      location: site.location,
      urlOf: (key) => new URL(`${origin}${pathBelow(key)}`),
      directoryUrl: (prefix) => new URL(`${origin}${pathBelow(prefix)}/`),
    };
    this.#forbidden = forbiddenKeys(this, settings, this.#watchers.tell);
  }

  /** As in `Store`. */
  get watchForbidden(): Required<Store>["watchForbidden"] {
    return this.#watchers.watch;
  }

  get needsPreflight(): boolean {
    return !isUnsigned(this.site.credentials) || Object.keys(this.#headers("GET", "")).length > 0;
  }

  transport(): Promise<HttpTransport> {
    const { transport } = this.#settings;
    return (this.#transport ??= transport === undefined ? sharedTransport(this.#settings) : Promise.resolve(transport));
  }

  /** A long body is answered only after all of it has been sent, which takes time on a slow connection. */
  #transportFor(body: Uint8Array | undefined): Promise<HttpTransport> {
    const { transport, idleTimeout = 0 } = this.#settings;
    if (transport !== undefined || !s3Limits.longBodyBytes.isReachedBy(body?.byteLength ?? 0)) return this.transport();
    const patient = { ...this.#settings, idleTimeout: Math.max(idleTimeout, LONG_TIMEOUT) };
    return (this.#patient ??= sharedTransport(patient));
  }

  /** For reading objects. A missing key gives status 404. */
  async send(exchange: Exchange): Promise<HttpAnswer> {
    const { method, url, headers, place, signal, take } = exchange;
    signal?.throwIfAborted();
    const query = url.search.slice(1);
    const asked = this.#forbidden.begin(place.key ?? "");
    const counted = (head: ResponseHead): number | undefined => {
      asked.answered(head.status);
      return take(head);
    };
    const payload = EMPTY_PAYLOAD;
    try {
      const { response, failure, error } = await this.#request({
        method,
        path: url.pathname,
        query,
        headers,
        place,
        signal,
        take: counted,
        payload,
      });
      if (failure === undefined) return { ...withoutChunking(response), directory: false };
      const isAbsent =
        isAbsence(failure) ||
        (failure.status === 403 && (await this.#forbidden.isAbsent(failure, asked, place, signal)));
      if (isAbsent) return { ...response, status: 404, directory: false };
      throw error();
    } finally {
      asked.ended();
    }
  }

  /** Any request of S3. */
  async request(call: S3Call): Promise<S3Reply> {
    call.signal?.throwIfAborted();
    const { key, query, body, place } = call;
    return this.#request({
      ...call,
      path: this.#bucket.pathOf(key ?? ""),
      query: query === undefined ? "" : encodeQuery(query),
      payload: body === undefined || body.byteLength === 0 ? EMPTY_PAYLOAD : toHex(await bodySha256(body)),
      place: place ?? { location: this.site.location },
    });
  }

  /** An address for reading one object without credentials, valid for a number of seconds. */
  async presign(key: string, seconds: number): Promise<string> {
    const credentials = await this.site.credentials.get();
    const url = new URL(`${this.#bucket.origin}${this.#bucket.pathOf(key)}`);
    if (credentials === undefined) return url.href;
    const request = { method: "GET", path: url.pathname, host: url.host, seconds };
    const scope = { region: this.#bucket.region, service: "s3", date: signingDate(Date.now() + this.#bucket.ahead) };
    return `${url.href}?${presignedQuery(request, credentials, scope)}`;
  }

  async #request(call: Prepared): Promise<S3Reply> {
    const mended = new Set<string>();
    for (;;) {
      const credentials = await this.site.credentials.get();
      const region = this.#bucket.region;
      const response = await this.#once(call, credentials, region);
      if (isAnswer(response.status)) {
        this.#hasBucket = true;
        return {
          response,
          failure: undefined,
          error: () => this.#error(readFailure(response), response, call, credentials),
        };
      }
      const failure = await this.#failureOf(call, response);
      if (failure.code === "NoSuchKey") this.#hasBucket = true;
      const how = mended.size < MOST_MENDINGS ? await this.#mend(failure, region, credentials) : undefined;
      if (how === undefined || mended.has(how)) {
        return { response, failure, error: () => this.#error(failure, response, call, credentials) };
      }
      mended.add(how);
    }
  }

  #error(
    failure: S3Failure,
    response: HttpResponse,
    { place }: Prepared,
    credentials: S3Credentials | undefined,
  ): HyperslabError {
    const { from } = this.site.credentials;
    return s3Error(failure, { place, from, signed: credentials !== undefined, retryAfter: retryDelay(response) });
  }

  async #once(call: Prepared, credentials: S3Credentials | undefined, region: string): Promise<HttpResponse> {
    const { method, path, query, body, signal, place } = call;
    const transport = await this.#transportFor(body);
    const url = new URL(`${this.#bucket.origin}${path}${query === "" ? "" : `?${query}`}`);
    const headers: Record<string, string> = { ...this.#headers(method, call.query), ...call.headers };
    if (!transport.decodes) {
      headers["accept-encoding"] = "identity";
      headers["user-agent"] = "hyperslab";
    }
    if (credentials !== undefined) this.#sign(headers, call, url.host, credentials, region);
    const take = (head: ResponseHead): number | undefined =>
      isAnswer(head.status) ? call.take?.(withoutChunking(head)) : takeFailure(head);
    const sent = { method, url, headers, body, signal, secret: credentials !== undefined, take };
    return transport.request(sent).catch((error: unknown) => {
      if (!(error instanceof TransportError)) throw error;
      if (error.problem !== "cors") throw transportFailure(error, place);
      throw httpError("cors", place, { hint: CORS, cause: error });
    });
  }

  /** Signs the host, the type and digest of the body, and all headers that AWS defines; nothing else. */
  #sign(
    headers: Record<string, string>,
    { method, path, query, payload }: Prepared,
    host: string,
    credentials: S3Credentials,
    region: string,
  ): void {
    const date = this.#date();
    headers["x-amz-date"] = date;
    headers["x-amz-content-sha256"] = payload;
    if (credentials.sessionToken !== undefined) headers["x-amz-security-token"] = credentials.sessionToken;
    const signed: Record<string, string> = { host };
    for (const name in headers) {
      if (name.startsWith("x-amz-") || name === "content-md5" || name === "content-type")
        signed[name] = headers[name] ?? "";
    }
    const request = { method, path, query, headers: signed, payload };
    headers["authorization"] = authorization(request, credentials, { region, service: "s3", date });
  }

  /** Computed once per second. */
  #date(): string {
    const second = Math.floor((Date.now() + this.#bucket.ahead) / 1000);
    if (this.#clock.second !== second) this.#clock = { second, date: signingDate(second * 1000) };
    return this.#clock.date;
  }

  /** A response to HEAD has no body that gives a reason. Where that matters, the first byte is requested instead. */
  async #failureOf(call: Prepared, response: HttpResponse): Promise<S3Failure> {
    const told = readFailure(response);
    if (call.method !== "HEAD" || told.region !== undefined || response.status >= 500) return told;
    if (response.status === 404 && this.#hasBucket) return { ...told, code: "NoSuchKey" };
    const headers = { ...call.headers, range: "bytes=0-0" };
    const { failure } = await this.#request({ ...call, method: "GET", headers, take: () => undefined });
    return failure ?? told;
  }

  /** Returns what was corrected, so that the same request may now succeed. */
  async #mend(
    { code, status, region, time }: S3Failure,
    used: string,
    credentials: S3Credentials | undefined,
  ): Promise<string | undefined> {
    if (region !== undefined && region !== this.#bucket.region && this.site.provider !== "google") {
      this.#bucket.learnRegion(region);
      return `region ${region}`;
    }
    // Another request may have found the region while this one was in flight.
    if ((status === 301 || status === 307 || status === 400) && used !== this.#bucket.region)
      return `region ${this.#bucket.region}`;
    if (code === "RequestTimeTooSkewed" && time !== undefined) {
      this.#bucket.learnTime(time);
      return "clock";
    }
    const isExpired = code.startsWith("ExpiredToken") || code === "TokenRefreshRequired" || code === "InvalidToken";
    if (!isExpired || credentials === undefined) return undefined;
    return (await this.site.credentials.renew(credentials)) === undefined ? undefined : "credentials";
  }
}

/** Some writers store the transfer encoding `aws-chunked` as the object's content encoding. */
function withoutChunking<T extends ResponseHead>(head: T): T {
  const coding = head.header("content-encoding");
  if (coding?.includes("aws-chunked") !== true) return head;
  const rest = coding.split(/\s*,\s*/).filter((name) => name !== "aws-chunked");
  const header = (name: string): string | undefined =>
    name === "content-encoding" ? rest.join(", ") || undefined : head.header(name);
  return { ...head, header };
}

function isAnswer(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304 || status === 416;
}
