/**
 * One kept-alive connection to a server without TLS, one request at a time. Node writes incoming data into the same
 * buffer over and over, where a stream would allocate 64 KiB for every read, and the response is parsed right there.
 */
import type { Socket } from "node:net";
import type { Answer } from "./answer.ts";
import type { ParsedHead } from "./response-head.ts";
import { ResponseReader } from "./response-reader.ts";
import { TransportError } from "./transport.ts";

export interface DirectOptions {
  readonly host: string;
  readonly port: number;
  readonly connectTimeout: number;
  readonly idleTimeout: number;
  /** Incoming data is written here. */
  readonly buffer: Buffer;
  /** Called when it can take the next request. */
  onFree(connection: DirectConnection): void;
  /** Called when it has ended. */
  onGone(connection: DirectConnection): void;
}

/** Longer than a client waits between two reads, shorter than servers keep connections open. */
const KEPT_MILLISECONDS = 10_000;
/** A server counts its limit from when it sent the response, so the connection is dropped a little earlier. */
const MARGIN_MILLISECONDS = 2000;

export class DirectConnection {
  readonly #options: DirectOptions;
  readonly #socket: Socket;
  #answer: Answer | undefined;
  #reader: ResponseReader | undefined;
  #isConnected = false;
  #isGone = false;
  #error: unknown;
  /** The time by which something must have happened, on the clock of `performance.now`. */
  #deadline: number;
  #isLate = false;

  constructor(options: DirectOptions) {
    this.#options = options;
    this.#deadline = performance.now() + options.connectTimeout;
    const net = globalThis.process.getBuiltinModule("node:net");
    const { host, port, buffer } = options;
    const callback = (length: number): boolean => {
      this.#receive(buffer.subarray(0, length));
      return true;
    };
    this.#socket = net.connect({ host, port, noDelay: true, keepAlive: true, onread: { buffer, callback } });
    this.#socket.on("connect", () => {
      this.#isConnected = true;
      this.#deadline = performance.now() + options.idleTimeout;
    });
    this.#socket.on("end", () => this.#end());
    this.#socket.on("error", (error) => {
      this.#error = error;
    });
    this.#socket.on("close", () => this.#close());
  }

  /**
   * Returns whether it can still be used. Not after its deadline: while this program was busy, it may have noticed
   * neither the timer nor the server closing the connection.
   */
  isUsable(now: number): boolean {
    return !this.#isGone && !this.#socket.destroyed && this.#socket.writable && now < this.#deadline;
  }

  send(text: string, answer: Answer): void {
    this.#answer = answer;
    this.#reader = new ResponseReader(answer, answer.request.method === "HEAD");
    if (this.#isConnected) {
      this.#deadline = performance.now() + this.#options.idleTimeout;
      this.#socket.ref();
    }
    this.#socket.write(text, "latin1");
    answer.start(() => this.#socket.destroy());
  }

  /**
   * Aborts a request that takes too long, but only if it is late twice: if this program was busy, the response may
   * already be waiting, and is read in between.
   */
  check(now: number): void {
    const wasLate = this.#isLate;
    this.#isLate = now >= this.#deadline;
    if (!this.#isLate || !wasLate) return;
    const waitedFor = this.#isConnected ? "no answer in time" : "no connection in time";
    const problem = this.#answer?.head === undefined ? waitedFor : "the response stopped arriving";
    this.#answer?.fail(new TransportError("timeout", problem));
    this.#socket.destroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #receive(bytes: Buffer): void {
    const reader = this.#reader;
    const answer = this.#answer;
    if (reader === undefined || answer === undefined) {
      // Unsolicited.
      this.#socket.destroy();
      return;
    }
    let used: number;
    try {
      used = reader.feed(bytes);
    } catch (error) {
      answer.fail(error);
      return;
    }
    if (reader.head !== undefined) this.#deadline = performance.now() + this.#options.idleTimeout;
    if (reader.isDone) this.#finish(answer, reader.head, bytes.byteLength - used);
  }

  /** `surplus` is the number of bytes after the end of the response. */
  #finish(answer: Answer, head: ParsedHead | undefined, surplus: number): void {
    this.#answer = undefined;
    this.#reader = undefined;
    const milliseconds = head === undefined ? 0 : keptFor(head);
    const isKept = milliseconds > 0 && surplus === 0 && !this.#socket.destroyed;
    if (isKept) {
      this.#deadline = performance.now() + milliseconds;
      this.#socket.unref();
      this.#options.onFree(this);
    } else this.#socket.destroy();
    // As in undici: if a server keeps the connection open but sends more bytes, its length was wrong.
    const isSaidToBeKept = surplus > 0 && /\bkeep-alive\b/i.test(head?.header("connection") ?? "");
    if (!isSaidToBeKept || answer.promised === undefined) answer.settle();
    else answer.fail(new TransportError("too-long", `more than the ${answer.promised} bytes that it announced`));
  }

  #end(): void {
    const reader = this.#reader;
    const answer = this.#answer;
    if (answer !== undefined && reader?.close() === true) this.#finish(answer, undefined, 0);
    this.#socket.destroy();
  }

  #close(): void {
    this.#isGone = true;
    this.#options.onGone(this);
    const answer = this.#answer;
    this.#answer = undefined;
    answer?.refuse(this.#error ?? closed(answer));
  }
}

function closed(answer: Answer): TransportError {
  if (answer.head === undefined) return new TransportError("connection-reset", "closed without a response");
  return new TransportError("short-body", "the connection was closed");
}

/** How long the server, and therefore we, keep the connection open; 0 for not at all. */
function keptFor(head: ParsedHead): number {
  if (!head.keepsAlive) return 0;
  const seconds = /(?:^|[,; ])timeout=(\d+)/i.exec(head.header("keep-alive") ?? "")?.[1];
  if (seconds === undefined) return KEPT_MILLISECONDS;
  return Math.min(KEPT_MILLISECONDS, 1000 * Number(seconds) - MARGIN_MILLISECONDS);
}
