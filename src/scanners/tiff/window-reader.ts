/**
 * Reads a file's directories, which lie together in some files and scattered in others. Bytes that were read are kept;
 * each further request reads more than it needs, so that consecutive directories take few requests.
 */
import { ByteCursor, type Endian } from "../../bytes/source/byte-cursor.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { type ErrorPlace, HyperslabError } from "../../errors.ts";
import { scannerLimits } from "../limits.ts";

interface Window {
  readonly start: number;
  readonly bytes: Uint8Array;
}

export class WindowReader {
  readonly #source: ByteSource;
  readonly #place: ErrorPlace;
  readonly #signal: AbortSignal | undefined;
  readonly #windows: Window[] = [];
  #ahead = scannerLimits.headBytes.value;
  #size: number | undefined;

  constructor(source: ByteSource, place: ErrorPlace, signal?: AbortSignal) {
    this.#source = source;
    this.#place = place;
    this.#signal = signal;
  }

  get place(): ErrorPlace {
    return this.#place;
  }

  /** The size of the file; Infinity if it cannot be determined. */
  async size(): Promise<number> {
    this.#size ??= (await this.#source.size?.({ signal: this.#signal })) ?? Number.POSITIVE_INFINITY;
    return this.#size;
  }

  /** Exactly these bytes; `what` names them in the error if the file ends before. */
  async read(offset: number, length: number, what: string): Promise<Uint8Array> {
    const bytes = await this.readUpTo(offset, length);
    if (bytes.byteLength === length) return bytes;
    throw this.failure(`${what} takes ${length} bytes at byte ${offset}, but the file ends before that`);
  }

  async cursor(offset: number, length: number, what: string, endian: Endian): Promise<ByteCursor> {
    return new ByteCursor(await this.read(offset, length, what), { endian, base: offset, place: this.#place });
  }

  /** These bytes, or as many of them as the file has. */
  async readUpTo(offset: number, length: number): Promise<Uint8Array> {
    if (!Number.isSafeInteger(offset + length) || offset < 0 || length < 0) {
      throw this.failure(`not a range of the file: ${length} bytes at byte ${offset}`);
    }
    const known = this.#windows.find(
      ({ start, bytes }) => start <= offset && offset + length <= start + bytes.byteLength,
    );
    const window = known ?? (await this.#fetch(offset, length));
    const from = offset - window.start;
    return window.bytes.subarray(from, from + length);
  }

  failure(what: string): HyperslabError {
    return new HyperslabError("invalid-data", what, this.#place);
  }

  async #fetch(offset: number, length: number): Promise<Window> {
    const { aheadBytes, keptWindows } = scannerLimits;
    const wanted = Math.max(length, this.#ahead);
    // Never allocates for a claimed count that the file does not have; short reads need no check.
    const most = aheadBytes.isExceededBy(wanted) ? Math.max(0, (await this.size()) - offset) : wanted;
    this.#ahead = Math.min(this.#ahead * 2, aheadBytes.value);
    const range = { offset, length: Math.min(wanted, most) };
    const bytes = range.length === 0 ? new Uint8Array(0) : await this.#source.read(range, { signal: this.#signal });
    if (bytes === undefined) throw new HyperslabError("io", "the file no longer exists", this.#place);
    const window = { start: offset, bytes };
    this.#windows.push(window);
    if (keptWindows.isExceededBy(this.#windows.length)) this.#windows.shift();
    return window;
  }
}
