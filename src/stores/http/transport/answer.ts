/** The response to one request: the caller sees its head and says how much of the body to read. */

import { storeLimits } from "../../limits.ts";
import { BodyBuffer } from "./body-buffer.ts";
import { platformError } from "./platform-error.ts";
import { type HttpRequest, type HttpResponse, type ResponseHead, TransportError } from "./transport.ts";

export class Answer {
  readonly request: HttpRequest;
  readonly #resolve: (response: HttpResponse) => void;
  readonly #reject: (error: unknown) => void;
  /** Closes the connection. */
  #cut: (() => void) | undefined;
  /** Stops when the caller aborts. */
  readonly #abort: (() => void) | undefined;
  #head: ResponseHead | undefined;
  #promised: number | undefined;
  #body: BodyBuffer | undefined;
  #dropped = 0;

  constructor(request: HttpRequest, resolve: (response: HttpResponse) => void, reject: (error: unknown) => void) {
    this.request = request;
    this.#resolve = resolve;
    this.#reject = reject;
    const { signal } = request;
    if (signal === undefined) return;
    this.#abort = () => this.fail(signal.reason);
    signal.addEventListener("abort", this.#abort, { once: true });
  }

  get head(): ResponseHead | undefined {
    return this.#head;
  }

  /** The length from the head, if given. */
  get promised(): number | undefined {
    return this.#promised;
  }

  /** Must be called once the request has been sent: from then on it can be aborted. */
  start(cut: () => void): void {
    this.#cut = cut;
    if (this.request.signal?.aborted === true) this.#abort?.();
  }

  /** `lent` is true if parts of the body are overwritten later, and so must be copied. */
  begin(status: number, header: ResponseHead["header"], lent: boolean): void {
    const head: ResponseHead = { status, url: this.request.url, header };
    const length = Number(header("content-length") ?? Number.NaN);
    this.#head = head;
    this.#promised = Number.isSafeInteger(length) && length >= 0 ? length : undefined;
    const most = this.request.take(head);
    if (most === undefined) {
      this.settle();
      if (this.request.method !== "HEAD" && storeLimits.drainedBytes.isExceededBy(this.#promised ?? 0)) this.#cut?.();
      return;
    }
    if (this.#promised !== undefined && this.#promised > most && this.request.method !== "HEAD") {
      this.fail(new TransportError("too-long", `${this.#promised} bytes where at most ${most} are possible`));
      return;
    }
    this.#body = new BodyBuffer(most, this.#promised, { lent, room: this.request.room });
  }

  add(part: Uint8Array): void {
    if (this.#body === undefined) {
      this.#dropped += part.byteLength;
      if (storeLimits.drainedBytes.isExceededBy(this.#dropped)) this.#cut?.();
      return;
    }
    try {
      this.#body.add(part);
    } catch (error) {
      this.fail(error);
    }
  }

  settle(): void {
    this.#unlisten();
    if (this.#head === undefined) return;
    const { status, url, header } = this.#head;
    this.#resolve({ status, url, header, body: this.#body?.finish() ?? new Uint8Array(0) });
  }

  /** Fails with the platform's error. */
  refuse(error: unknown): void {
    const problem = platformError(error, this.#head === undefined ? "head" : "body");
    if (problem.problem !== "short-body" || this.#body === undefined) this.fail(problem);
    else this.fail(new TransportError("short-body", cutShort(this.#body.length, this.#promised)));
  }

  fail(error: unknown): void {
    this.#unlisten();
    this.#reject(error);
    this.#cut?.();
  }

  #unlisten(): void {
    if (this.#abort !== undefined) this.request.signal?.removeEventListener("abort", this.#abort);
  }
}

function cutShort(length: number, promised: number | undefined): string {
  return promised === undefined ? `after ${length} bytes` : `after ${length} of ${promised} bytes`;
}
