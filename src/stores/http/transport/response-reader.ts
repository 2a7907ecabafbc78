/** One HTTP/1 response, parsed from bytes as they arrive, however the network splits them. */
import { type ParsedHead, parseHead } from "./response-head.ts";
import { TransportError } from "./transport.ts";

/** Receives the response. Bytes are lent: they are overwritten after the call. */
export interface ResponseSink {
  begin(status: number, header: ParsedHead["header"], lent: true): void;
  add(part: Uint8Array): void;
}

/** The same as undici's, and larger than any server sends. */
const MOST_HEAD = 16 * 1024;
const END = "\r\n\r\n";

export class ResponseReader {
  readonly #sink: ResponseSink;
  readonly #bodyless: boolean;
  #early = "";
  #head: ParsedHead | undefined;
  #left = 0;
  #chunked: ChunkedBody | undefined;
  isDone = false;

  /** `bodyless` is true for a response to HEAD, whose headers describe a body that is not sent. */
  constructor(sink: ResponseSink, bodyless: boolean) {
    this.#sink = sink;
    this.#bodyless = bodyless;
  }

  /** The head that the body belongs to, once it has arrived. */
  get head(): ParsedHead | undefined {
    return this.#head;
  }

  /** Takes the bytes that arrived; returns how many belong to the response. */
  feed(bytes: Buffer): number {
    let at = 0;
    while (at < bytes.byteLength && !this.isDone) {
      at = this.#head === undefined ? this.#feedHead(bytes, at) : this.#feedBody(this.#head, bytes, at);
    }
    return at;
  }

  /** Must be called when the server closed the connection. Returns whether that ends the response. */
  close(): boolean {
    this.isDone ||= this.#head?.body === "to-end";
    return this.isDone;
  }

  #feedHead(bytes: Buffer, start: number): number {
    const before = this.#early;
    const end = endOfHead(before, bytes, start);
    const upTo = end ?? bytes.byteLength;
    if (before.length + upTo - start > MOST_HEAD) throw new TransportError("protocol", "a head that does not end");
    const text = before + bytes.toString("latin1", start, upTo);
    if (end === undefined) {
      // Fails at once if the server speaks another protocol.
      if (!"HTTP/1.".startsWith(text.slice(0, 7))) throw new TransportError("protocol", "the response is not HTTP/1");
      this.#early = text;
      return bytes.byteLength;
    }
    this.#early = "";
    this.#begin(parseHead(text.slice(0, -4)));
    return end;
  }

  #begin(head: ParsedHead): void {
    if (head.status === 101) throw new TransportError("protocol", "an unexpected switch of protocols");
    // Interim responses: the final one follows.
    if (head.status < 200) return;
    this.#head = head;
    const isEmpty = this.#bodyless || head.status === 204 || head.status === 304 || head.body === 0;
    this.#sink.begin(head.status, head.header, true);
    if (isEmpty) this.isDone = true;
    else if (head.body === "chunked") this.#chunked = new ChunkedBody((part) => this.#sink.add(part));
    else if (head.body !== "to-end") this.#left = head.body;
  }

  #feedBody({ body }: ParsedHead, bytes: Buffer, start: number): number {
    if (this.#chunked !== undefined) {
      const end = this.#chunked.feed(bytes, start);
      this.isDone = this.#chunked.isDone;
      return end;
    }
    const end = body === "to-end" ? bytes.byteLength : Math.min(bytes.byteLength, start + this.#left);
    this.#sink.add(bytes.subarray(start, end));
    this.#left -= end - start;
    this.isDone = body !== "to-end" && this.#left === 0;
    return end;
  }
}

/** Where the empty line ends, in `bytes`; undefined if it has not arrived yet. It may have begun in earlier bytes. */
function endOfHead(before: string, bytes: Buffer, start: number): number | undefined {
  if (before !== "") {
    const overlap = before.slice(-3);
    const across = (overlap + bytes.toString("latin1", start, start + 3)).indexOf(END);
    if (across >= 0) return start + across + END.length - overlap.length;
  }
  const at = bytes.indexOf(END, start, "latin1");
  return at < 0 ? undefined : at + END.length;
}

/** The longest line, and all trailers together. The receiver bounds the bytes of the body. */
const MOST_LINE = 16 * 1024;
/** At most a chunk of 2^52 bytes. */
const SIZE = /^[0-9A-Fa-f]{1,13}(?:[ \t]*;[\t\x20-\x7e\x80-\xff]*)?$/;

class ChunkedBody {
  readonly #add: (part: Uint8Array) => void;
  #state: "size" | "bytes" | "after-bytes" | "trailer" | "done" = "size";
  #left = 0;
  #line = "";
  #trailers = 0;

  /** `add` receives the bytes of the body; they are lent. */
  constructor(add: (part: Uint8Array) => void) {
    this.#add = add;
  }

  get isDone(): boolean {
    return this.#state === "done";
  }

  /** Takes bytes from `start` on; returns where the body ended, or the length. */
  feed(bytes: Buffer, start: number): number {
    let at = start;
    while (at < bytes.byteLength && this.#state !== "done") {
      if (this.#state === "bytes") at = this.#bytes(bytes, at);
      else at = this.#lineOf(bytes, at);
    }
    return at;
  }

  #bytes(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.byteLength, at + this.#left);
    this.#add(bytes.subarray(at, end));
    this.#left -= end - at;
    if (this.#left === 0) this.#state = "after-bytes";
    return end;
  }

  #lineOf(bytes: Buffer, at: number): number {
    const newline = bytes.indexOf(10, at);
    const end = newline < 0 ? bytes.byteLength : newline + 1;
    if (this.#state === "trailer") this.#trailers += end - at;
    if (this.#line.length + end - at > MOST_LINE || this.#trailers > MOST_LINE) {
      throw new TransportError("protocol", "lines between chunks that do not end");
    }
    this.#line += bytes.toString("latin1", at, end);
    if (newline < 0) return end;
    const line = this.#line;
    this.#line = "";
    if (!line.endsWith("\r\n")) throw new TransportError("protocol", "a line between chunks without CRLF");
    this.#take(line.slice(0, -2));
    return end;
  }

  #take(line: string): void {
    if (this.#state === "size") {
      if (!SIZE.test(line)) throw new TransportError("protocol", "a chunk without a size");
      this.#left = Number.parseInt(line, 16);
      this.#state = this.#left === 0 ? "trailer" : "bytes";
    } else if (this.#state === "after-bytes") {
      if (line !== "") throw new TransportError("protocol", "a chunk that is longer than its size");
      this.#state = "size";
    } else if (line === "") this.#state = "done";
  }
}
