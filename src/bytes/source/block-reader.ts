/**
 * Reads small structures scattered in a file, through aligned blocks that are kept: bytes near earlier ones need no
 * request. A read past the end of the file is `invalid-data`.
 */
import { type ErrorPlace, HyperslabError } from "../../errors.ts";
import { ByteCursor, type Endian } from "./byte-cursor.ts";
import type { ByteSource } from "./byte-source.ts";

export interface BlockReaderOptions {
  /** Where the file is, for messages. */
  readonly place: ErrorPlace;
  readonly signal?: AbortSignal | undefined;
  /** Bytes per block; a power of two. Longer reads are made in one request. */
  readonly blockBytes?: number | undefined;
  /** If true, each request reads more blocks the more requests there were, so that scattered structures take few. */
  readonly readAhead?: boolean | undefined;
  /** The most blocks that are kept; the least recently used are dropped first. */
  readonly mostBlocks?: number | undefined;
}

/** A request of this size costs about as much as a smaller one; 64 KiB contains most headers whole. */
const BLOCK_BYTES = 64 * 1024;
const MOST_BLOCKS = 256;
/** Read-ahead: the request count from which reads grow, and their length in blocks. Twelve requests take less than 6 MiB. */
const AHEAD: readonly (readonly [number, number])[] = [
  [0, 1],
  [4, 4],
  [8, 16],
];

export class BlockReader {
  readonly #source: ByteSource;
  readonly #options: BlockReaderOptions;
  readonly #blockBytes: number;
  readonly #blocks = new Map<number, Promise<Uint8Array>>();
  #requests = 0;

  constructor(source: ByteSource, options: BlockReaderOptions) {
    this.#source = source;
    this.#options = options;
    this.#blockBytes = options.blockBytes ?? BLOCK_BYTES;
  }

  /** The size of the file. */
  async size(): Promise<number> {
    const { place, signal } = this.#options;
    const size = await this.#source.size?.({ signal });
    if (size !== undefined) return size;
    throw new HyperslabError("unsupported", "the size of the file cannot be determined", place);
  }

  /** Exactly these bytes. They may be shared, so they must not be changed. */
  async read(offset: number, length: number): Promise<Uint8Array> {
    const bytes = await this.readUpTo(offset, length);
    if (bytes.byteLength === length) return bytes;
    throw this.#failure(
      `expected ${length} bytes at byte ${offset}, but the file ends at ${offset + bytes.byteLength}`,
    );
  }

  /** These bytes, or those of them that lie before the end of the file. */
  async readUpTo(offset: number, length: number): Promise<Uint8Array> {
    if (!Number.isSafeInteger(offset) || offset < 0 || !Number.isSafeInteger(length) || length < 0) {
      throw this.#failure(`not a range of the file: ${length} bytes at byte ${offset}`);
    }
    if (length === 0) return new Uint8Array(0);
    const first = Math.floor(offset / this.#blockBytes);
    const last = Math.floor((offset + length - 1) / this.#blockBytes);
    // Two blocks are joined; a longer read is one request, unless it is all there.
    if (last - first > 1) return this.#fetch(offset, length);
    const start = offset - first * this.#blockBytes;
    const block = await this.#block(first);
    if (first === last || block.byteLength < this.#blockBytes) return block.subarray(start, start + length);
    const next = await this.#block(last);
    const bytes = new Uint8Array(Math.min(length, this.#blockBytes - start + next.byteLength));
    bytes.set(block.subarray(start));
    bytes.set(next.subarray(0, bytes.byteLength - (this.#blockBytes - start)), this.#blockBytes - start);
    return bytes;
  }

  /** A cursor over exactly these bytes, whose messages count from the start of the file. */
  async cursor(offset: number, length: number, endian: Endian = "little"): Promise<ByteCursor> {
    const { place } = this.#options;
    return new ByteCursor(await this.read(offset, length), { endian, base: offset, place });
  }

  #block(index: number): Promise<Uint8Array> {
    const known = this.#blocks.get(index);
    // Used last, so dropped last.
    if (known !== undefined) this.#blocks.delete(index);
    if (known === undefined) return this.#fetchBlocks(index);
    this.#blocks.set(index, known);
    return known;
  }

  /** The block, along with its neighbours that are read ahead. */
  #fetchBlocks(index: number): Promise<Uint8Array> {
    const ahead = this.#options.readAhead === true ? AHEAD.findLast(([after]) => this.#requests >= after)![1] : 1;
    this.#requests += 1;
    const size = this.#blockBytes;
    // Aligned, so that bytes shortly before are included; known blocks end it.
    let first = index - (index % ahead);
    const wanted = first + ahead;
    while (first < index && this.#isKnown(first, index)) first += 1;
    let end = index + 1;
    while (end < wanted && !this.#blocks.has(end)) end += 1;
    const run = this.#fetch(first * size, (end - first) * size);
    for (let at = first; at < end; at++) {
      const start = (at - first) * size;
      const block = run.then((bytes) => (ahead === 1 ? bytes : bytes.slice(start, start + size)));
      block.catch(() => this.#blocks.delete(at));
      this.#blocks.set(at, block);
    }
    const most = this.#options.mostBlocks ?? MOST_BLOCKS;
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= Math.max(most, end - first)) break;
      if (oldest !== index) this.#blocks.delete(oldest);
    }
    return this.#blocks.get(index)!;
  }

  /** Returns whether any block from here up to the wanted one is known. */
  #isKnown(from: number, to: number): boolean {
    for (let at = from; at < to; at++) if (this.#blocks.has(at)) return true;
    return false;
  }

  async #fetch(offset: number, length: number): Promise<Uint8Array> {
    const { signal, place } = this.#options;
    const bytes = await this.#source.read({ offset, length }, { signal });
    if (bytes !== undefined) return bytes;
    throw new HyperslabError("io", "the file no longer exists", place);
  }

  #failure(what: string): HyperslabError {
    return new HyperslabError("invalid-data", what, this.#options.place);
  }
}
