/**
 * Index files beside GRIB files on servers: wgrib2's `x.grib2.idx`, and ECMWF's `x.index`.
 *
 *     1:0:d=2020010100:TMP:2 m above ground:anl:
 *     {"param": "2t", "step": "0", "_offset": 0, "_length": 664512}
 *
 * Only the offsets of messages are taken from an index: the heads of messages are requested ahead of time, several at
 * once, and read and checked as without an index. A stale index costs some requests, but never changes the result.
 */
import type { BlockReader } from "../../bytes/source/block-reader.ts";
import { decodeUtf8 } from "../../bytes/text/utf8.ts";
import { isHyperslabError } from "../../errors.ts";
import { scannerLimits } from "../limits.ts";
import type { ScanInput } from "../scanner.ts";

export interface MessageIndex {
  /** The name of the index file. */
  readonly name: string;
  /** Where messages begin, in order. */
  readonly offsets: readonly number[];
}

/** Returns undefined if there is no index, or if the file is local or too small to look for one. */
export async function indexOf(
  { name, openSource, signal }: Pick<ScanInput, "name" | "openSource" | "signal">,
  size: number,
): Promise<MessageIndex | undefined> {
  if (openSource === undefined || name === "" || !scannerLimits.indexedFileBytes.isReachedBy(size)) return undefined;
  for (const beside of [`${name}.idx`, name.replace(/(?:\.[^.]*)?$/, ".index")]) {
    try {
      const source = await openSource(beside);
      // In a local file, heads are read as fast as an index.
      if ("path" in source) return undefined;
      const bytes = await source.read({ offset: 0, length: scannerLimits.indexBytes.value + 1 }, { signal });
      if (bytes === undefined || scannerLimits.indexBytes.isExceededBy(bytes.byteLength)) continue;
      const offsets = offsetsIn(decodeUtf8(bytes));
      if (offsets !== undefined && offsets.length > 1) return { name: beside, offsets };
    } catch (error) {
      // An index that cannot be read counts as missing.
      if (!isHyperslabError(error)) throw error;
    }
  }
  return undefined;
}

/** Returns undefined if it is not an index. */
export function offsetsIn(text: string): readonly number[] | undefined {
  const offsets = new Set<number>();
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    // Fields of one message have the same offset: `3.1:5000:`, `3.2:5000:`.
    const found = /^\d+(?:\.\d+)?:(\d+):/.exec(line)?.[1] ?? /^\{.*"_offset"\s*:\s*(\d+)/.exec(line)?.[1];
    if (found === undefined) return undefined;
    offsets.add(Number(found));
  }
  return [...offsets].sort((a, b) => a - b);
}

/** Follows a scan with the help of an index. */
export class IndexedHeads {
  readonly #reader: BlockReader;
  readonly #index: MessageIndex | undefined;
  #asked = 0;
  #met = 0;
  #wrong: string | undefined;

  constructor(reader: BlockReader, index: MessageIndex | undefined) {
    this.#reader = reader;
    this.#index = index;
  }

  /** Requests the heads of the next messages. */
  ask(): void {
    const { offsets = [] } = this.#index ?? {};
    while (
      this.#wrong === undefined &&
      this.#asked < offsets.length &&
      !scannerLimits.headsAhead.isReachedBy(this.#asked - this.#met)
    ) {
      // A failure is reported when the head is read.
      this.#reader.readUpTo(offsets[this.#asked]!, 1).catch(() => {});
      this.#asked += 1;
    }
  }

  /** Records a message found at this byte. */
  meet(offset: number): void {
    if (this.#index === undefined || this.#wrong !== undefined) return;
    const expected = this.#index.offsets[this.#met];
    if (expected === offset) this.#met += 1;
    else this.#wrong = `has byte ${expected ?? "none"} where a message begins at byte ${offset}`;
    this.ask();
  }

  /** What is wrong with the index, after all messages were found. */
  get problem(): string | undefined {
    const { name, offsets = [] } = this.#index ?? {};
    const extra = offsets[this.#met];
    const wrong =
      this.#wrong ?? (extra === undefined ? undefined : `has a message at byte ${extra}, which the file does not have`);
    return wrong && `the index ${name} does not fit the file, and was not used: it ${wrong}`;
  }
}
