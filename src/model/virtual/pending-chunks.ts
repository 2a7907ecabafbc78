/** What is known of chunks before anybody asks for them. Large files say where chunks lie in many places. */
import type { ArrayNode } from "../node.ts";
import type { Reference } from "./reference.ts";

/** Where one chunk lies. */
export interface LocatedChunk {
  readonly reference: Reference;
  /** Bit n: the array's nth bytes->bytes codec was not applied to this chunk. */
  readonly mask: number;
}

/** The chunks of an array whose references are not in the set yet. */
export interface PendingChunks {
  /** Where one chunk lies; undefined: proven absent. */
  find(coords: readonly number[]): Promise<LocatedChunk | undefined>;
  /** Adds all references to the set. Further calls do nothing. */
  load(): Promise<void>;
  /** True: they are all in the set. */
  readonly isLoaded: boolean;
}

/** An array whose elements point to values elsewhere in the file, such as texts in a heap. */
export interface IndirectArray {
  /** The array of pointers: of the same grid; references are those of the array itself. */
  readonly pointers: ArrayNode;
  /** The bytes of a chunk as the array's own codecs read them, of all pointers of that chunk in C order. */
  resolve(pointers: Uint8Array): Promise<Uint8Array>;
}
