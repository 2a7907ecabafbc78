/**
 * The interface between the HTTP store and the platform: a request is sent, and a whole, bounded response is returned.
 * Node has one transport (a pool of connections), all other platforms another (fetch).
 */
import type { ByteRoom } from "../../../bytes/source/byte-room.ts";
import type { Preflights } from "./preflights.ts";

/** A request to send. */
export interface HttpRequest {
  /** `GET`, `HEAD`, `PUT`, `POST` or `DELETE`. */
  readonly method: string;
  /** Where to send it. */
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes to send. */
  readonly body?: Uint8Array | undefined;
  /** Aborts the request. */
  readonly signal?: AbortSignal | undefined;
  /** Memory for the body. */
  readonly room?: ByteRoom | undefined;
  /** Whether the headers contain secrets. If so, the transport does not follow redirects. */
  readonly secret: boolean;
  /** Called with the head; returns the most bytes of the body to read, or undefined to drop the body. */
  take(head: ResponseHead): number | undefined;
}

/** Status and headers of a response. */
export interface ResponseHead {
  /** The HTTP status. */
  readonly status: number;
  /** Where it came from, after redirects that the transport followed. */
  readonly url: URL;
  /** A header by its name in lower case. */
  header(name: string): string | undefined;
}

/** A response with its body. */
export interface HttpResponse extends ResponseHead {
  /** Empty if none was read. */
  readonly body: Uint8Array;
}

/** Sends requests. Replaces the platform's own transport, for proxies and tests. */
export interface HttpTransport {
  /** Fails with a `TransportError`, or with the signal's reason. */
  request(request: HttpRequest): Promise<HttpResponse>;
  /** Whether it removes content encodings, which makes the lengths of encoded bodies meaningless. */
  readonly decodes: boolean;
  /** Whether the platform may hide headers of other origins (Content-Range, ETag). */
  readonly hidesHeaders: boolean;
  /** In pages: which requests need a CORS preflight. */
  readonly preflights?: Preflights | undefined;
}

export type TransportProblem =
  | "connection-refused"
  | "connection-reset"
  | "short-body"
  | "too-long"
  | "dns"
  | "tls"
  | "timeout"
  | "protocol"
  | "proxy"
  | "redirect"
  | "cors"
  | "network"
  | "bad-request";

/** A request without a response. The detail holds codes and counts, never addresses or header values. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly problem: TransportProblem;

  constructor(problem: TransportProblem, detail: string) {
    super(detail);
    this.problem = problem;
  }
}
