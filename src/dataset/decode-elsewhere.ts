/** Decoding off the page's own thread, in browsers, where it pays. What does it is loaded when first needed. */
import type { ByteSource } from "../bytes/byte-source.ts";
import type { ObjectMemo, Pipeline } from "../codecs/codec.ts";
import type { Chunk } from "../model/chunk.ts";
import type { ChunkStep } from "../model/chunk-plan.ts";
import type { ArrayHandle } from "./array-handle.ts";
import type { TransferOptions } from "./options.ts";

/** Reads of fewer bytes are decoded in the page; see docs/performance.md for how it was measured. */
const LEAST_BYTES = 2 * 1024 * 1024;

/** Decodes one step from a source into a view. False: the chunk is absent. */
export type DecodeStep = (
  pipeline: Pipeline,
  step: ChunkStep,
  view: Chunk,
  source: ByteSource,
  memo: ObjectMemo | undefined,
) => Promise<boolean>;

/** How to decode a read of so many bytes elsewhere; undefined: better here. Node has no such workers, but its own. */
export async function decodeElsewhere(
  handle: ArrayHandle,
  bytes: number,
  options: TransferOptions,
): Promise<DecodeStep | undefined> {
  if (bytes < LEAST_BYTES || options.workers === false || typeof Worker !== "function") return undefined;
  return (await import("./browser-decode.ts")).stepDecoder(handle, options);
}
