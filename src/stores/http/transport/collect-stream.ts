/**
 * Collects the data of a platform stream. If the body's length is known, the stream fills memory of that length (if it
 * is a byte stream); otherwise it provides its own pieces, which are copied together.
 */

import { storeLimits } from "../../limits.ts";
import { allocateBody, BodyBuffer } from "./body-buffer.ts";

/**
 * The body, at most `most` bytes; fewer than `promised` if the stream ends early. `expectMore` is called before waiting
 * for each piece.
 */
export async function collectStream(
  stream: ReadableStream<Uint8Array>,
  most: number,
  promised: number | undefined,
  expectMore: () => void,
): Promise<Uint8Array> {
  const body = new BodyBuffer(most, promised);
  const filler = promised === undefined ? undefined : fillerOf(stream, Math.min(promised, most));
  if (filler !== undefined) {
    const ended = await fill(filler.reader, filler.memory, body, expectMore);
    if (ended) return body.finish();
    filler.reader.releaseLock();
  }
  const reader = stream.getReader();
  try {
    for (;;) {
      expectMore();
      const { done, value } = await reader.read();
      if (done) return body.finish();
      body.add(value);
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error;
  }
}

interface Filler {
  readonly reader: ReadableStreamBYOBReader;
  readonly memory: Uint8Array<ArrayBuffer>;
}

/** Undefined if the stream does not accept memory, or the length is too large to trust. */
function fillerOf(stream: ReadableStream<Uint8Array>, length: number): Filler | undefined {
  if (!storeLimits.filledBodyBytes.isReachedBy(length)) return undefined;
  if (storeLimits.trustedBodyBytes.isExceededBy(length)) return undefined;
  const memory = allocateBody(length);
  try {
    return { reader: stream.getReader({ mode: "byob" }), memory };
  } catch {
    return undefined;
  }
}

/**
 * Fills memory and adds it to the body; returns whether the stream ended. The stream detaches the memory and returns it
 * with each piece.
 */
async function fill(
  reader: ReadableStreamBYOBReader,
  memory: Uint8Array<ArrayBuffer>,
  body: BodyBuffer,
  expectMore: () => void,
): Promise<boolean> {
  const { byteOffset: start, byteLength } = memory;
  let rest = memory;
  let length = 0;
  try {
    while (length < byteLength) {
      expectMore();
      const { done, value } = await reader.read(rest);
      if (done) {
        if (value !== undefined) body.add(new Uint8Array(value.buffer, start, length));
        return true;
      }
      length += value.byteLength;
      rest = new Uint8Array(value.buffer, start + length, byteLength - length);
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error;
  }
  body.add(new Uint8Array(rest.buffer, start, length));
  return false;
}
