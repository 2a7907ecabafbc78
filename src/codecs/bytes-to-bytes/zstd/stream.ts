/** Zstandard files of any length, in pieces. Short ones are decoded as a whole, which is faster. */
import { joinBytes } from "../../../bytes/source/join-bytes.ts";
import { lazyLimits } from "../../lazy-limits.ts";
import { zstdEngine } from "./engine.ts";
import { findFrames } from "./frame.ts";

/** The content of the file in `blocks`. Each piece is valid until the next one is requested. */
export async function* zstdBlocks(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  const iterator = blocks[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  let stored = 0;
  let ended = false;
  while (!ended && !lazyLimits.gatheredZstdBytes.isExceededBy(stored)) {
    const { value, done } = await iterator.next();
    if (done === true) ended = true;
    else {
      parts.push(value.slice());
      stored += value.byteLength;
    }
  }
  const bytes = ended ? joinBytes(parts) : undefined;
  const length = bytes && statedLength(bytes);
  if (bytes !== undefined && length !== undefined && !lazyLimits.wholeZstdBytes.isExceededBy(length)) {
    yield (await zstdEngine()).decompress(bytes, { length, elementSize: 1, maxLength: length });
    return;
  }
  const { decodeZstdStream } = await import("../../kernels/plain/zstd/stream.ts");
  yield* decodeZstdStream(followed(parts, iterator));
}

/** The total decoded length according to all frames; undefined if one does not state it. */
function statedLength(bytes: Uint8Array): number | undefined {
  let sum = 0;
  for (const { contentSize } of findFrames(bytes)) sum += contentSize ?? Number.NaN;
  return Number.isNaN(sum) ? undefined : sum;
}

async function* followed(
  parts: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, undefined> {
  yield* parts;
  for (;;) {
    const { value, done } = await rest.next();
    if (done === true) return;
    yield value;
  }
}
