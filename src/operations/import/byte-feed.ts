/** Bytes that arrive in pieces of any length, consumed in the lengths that a reader needs. */
import { joinBytes } from "../../bytes/source/join-bytes.ts";

/** Sources from which values can be imported. Only as much as is needed is held in memory. */
export type ImportInput = Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

export interface ByteFeed {
  /** The next bytes: as many as requested, or fewer at the end. */
  take(length: number): Promise<Uint8Array>;
  /** The next piece as it arrives; undefined at the end. */
  piece(): Promise<Uint8Array | undefined>;
  /** Stops reading. */
  close(): Promise<void>;
}

export function byteFeed(input: ImportInput): ByteFeed {
  const pieces = piecesOf(input)[Symbol.asyncIterator]();
  let held: Uint8Array | undefined;
  const piece = async (): Promise<Uint8Array | undefined> => {
    if (held !== undefined) {
      const given = held;
      held = undefined;
      return given;
    }
    for (;;) {
      const { done, value } = await pieces.next();
      if (done === true) return undefined;
      if (value.byteLength > 0) return value;
    }
  };
  const take = async (length: number): Promise<Uint8Array> => {
    const parts: Uint8Array[] = [];
    let missing = length;
    while (missing > 0) {
      const next = await piece();
      if (next === undefined) break;
      if (next.byteLength > missing) held = next.subarray(missing);
      const part = next.subarray(0, missing);
      parts.push(part);
      missing -= part.byteLength;
    }
    return parts.length === 1 ? parts[0]! : joinBytes(parts);
  };
  return {
    take,
    piece,
    close: async () => {
      await pieces.return?.();
    },
  };
}

/** All remaining bytes. */
export async function takeAll(feed: ByteFeed): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let piece = await feed.piece(); piece !== undefined; piece = await feed.piece()) {
    parts.push(piece);
  }
  return parts.length === 1 ? parts[0]! : joinBytes(parts);
}

async function* piecesOf(input: ImportInput): AsyncGenerator<Uint8Array, void, undefined> {
  if (input instanceof Uint8Array) yield input;
  else if (input instanceof Blob) yield* streamPieces(input.stream());
  else if (input instanceof ReadableStream) yield* streamPieces(input);
  else yield* input;
}

/** Uses a reader, because not every browser iterates over streams. */
async function* streamPieces(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
