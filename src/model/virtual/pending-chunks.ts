/** What is known about chunks before they are requested. Large files record the positions of chunks in many places. */
import type { ArrayNode } from "../node.ts";
import type { Reference } from "./reference.ts";

/** Where one chunk lies. */
export interface LocatedChunk {
  readonly reference: Reference;
  /** Bit n is set if the array's nth bytes->bytes codec was not applied to this chunk. */
  readonly mask: number;
}

/** The chunks of an array whose references are not in the set yet. */
export interface PendingChunks {
  /** Where one chunk lies; undefined if it is proven absent. */
  find(coords: readonly number[]): Promise<LocatedChunk | undefined>;
  /** Adds all references to the set. Further calls do nothing. */
  load(): Promise<void>;
  /** True if they are all in the set. */
  readonly isLoaded: boolean;
}

/**
 * Chunks of one array at equal distances in the scanned file: one per index along the first dimension, whole along the
 * others.
 */
export interface SpacedChunks {
  /** The first byte of the first chunk, and the bytes of each. */
  readonly offset: number;
  readonly length: number;
  /** Bytes from one chunk to the next. */
  readonly step: number;
  /** The number of chunks in the file; the array may have more. */
  readonly count: number;
}

/** An array whose elements point to values elsewhere in the file, such as strings in a heap. */
export interface IndirectArray {
  /** The array of pointers, on the same grid; its references are those of the array itself. */
  readonly pointers: ArrayNode;
  /** The bytes of a chunk as the array's own codecs read them, from all pointers of that chunk in C order. */
  resolve(pointers: Uint8Array): Promise<Uint8Array>;
}
