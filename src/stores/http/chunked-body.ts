/** The chunked transfer coding, taken off as it arrives: `size[;extension] CRLF bytes CRLF ... 0 CRLF trailers CRLF`. */
import { TransportError } from "./transport.ts";

/** The longest line, and all trailers together. Bytes of the body are bounded by those who take them. */
const MOST_LINE = 16 * 1024;
/** A chunk of 2^52 bytes. */
const SIZE = /^[0-9A-Fa-f]{1,13}(?:[ \t]*;[\t\x20-\x7e\x80-\xff]*)?$/;

export class ChunkedBody {
  readonly #add: (part: Uint8Array) => void;
  #state: "size" | "bytes" | "after-bytes" | "trailer" | "done" = "size";
  #left = 0;
  #line = "";
  #trailers = 0;

  /** `add` is handed the bytes of the body; they are lent. */
  constructor(add: (part: Uint8Array) => void) {
    this.#add = add;
  }

  get isDone(): boolean {
    return this.#state === "done";
  }

  /** Takes bytes from `start` on; gives where the body ended, or the length. */
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
    if (!line.endsWith("\r\n")) throw new TransportError("protocol", "a line between chunks that ends as none does");
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
