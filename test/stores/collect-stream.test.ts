/** Bodies by streams that take memory to fill and by streams that do not: whole, short, longer than promised, broken. */
import { describe, expect, test } from "vitest";
import { collectStream } from "../../src/stores/http/transport/collect-stream.ts";
import { TransportError } from "../../src/stores/http/transport/transport.ts";

const LENGTH = 200_000;
const PIECE = 30_000;
const value = Uint8Array.from({ length: LENGTH }, (_, i) => (i * 7) ^ (i >> 8));

interface Made {
  readonly stream: ReadableStream<Uint8Array>;
  /** Bytes that were written into the reader's memory, and whether it went away. */
  readonly state: { filled: number; cancelled: boolean };
}

/** A stream of the value, piece by piece. `broken`: it fails behind the last one. */
function streamOf(type: "bytes" | undefined, broken = false): Made {
  const state = { filled: 0, cancelled: false };
  const cancel = () => {
    state.cancelled = true;
  };
  let at = 0;
  const nextPiece = () => value.slice(at, (at = Math.min(LENGTH, at + PIECE)));
  const finish = (close: () => void) => {
    if (broken) throw new Error("the connection was reset");
    close();
  };
  if (type === undefined) {
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) =>
      at < LENGTH ? controller.enqueue(nextPiece()) : finish(() => controller.close());
    return { stream: new ReadableStream<Uint8Array>({ pull, cancel }), state };
  }
  const pull = (controller: ReadableByteStreamController) => {
    const { byobRequest } = controller;
    if (at >= LENGTH) {
      finish(() => controller.close());
      byobRequest?.respond(0);
    } else if (byobRequest === null) {
      controller.enqueue(nextPiece());
    } else {
      const { buffer, byteOffset, byteLength } = byobRequest.view!;
      const count = Math.min(PIECE, byteLength, LENGTH - at);
      new Uint8Array(buffer, byteOffset, count).set(value.subarray(at, at + count));
      at += count;
      state.filled += count;
      byobRequest.respond(count);
    }
  };
  return { stream: new ReadableStream({ type, pull, cancel }), state };
}

describe.each(["bytes", undefined] as const)("a stream of type %s", (type) => {
  test.each([undefined, 0, 100, 100_000, LENGTH, LENGTH + 5000])("with %s bytes promised", async (promised) => {
    let asked = 0;
    const { stream, state } = streamOf(type);
    const body = await collectStream(stream, 2 * LENGTH, promised, () => asked++);
    expect(Buffer.compare(body, value)).toBe(0);
    // Each piece is waited for by itself, so that one that does not come is noticed.
    expect(asked).toBeGreaterThanOrEqual(Math.ceil(LENGTH / PIECE));
    expect(state.filled).toBe(
      type === "bytes" && promised !== undefined && promised >= 2 ** 16 ? Math.min(promised, LENGTH) : 0,
    );
  });

  test("is left where it holds more than there may be", async () => {
    for (const promised of [undefined, 100_000]) {
      const { stream, state } = streamOf(type);
      await expect(collectStream(stream, 150_000, promised, () => {})).rejects.toBeInstanceOf(TransportError);
      expect(state.cancelled).toBe(true);
    }
  });

  test("that breaks is an error, and nothing of it is given", async () => {
    for (const promised of [undefined, LENGTH, LENGTH + 1]) {
      const { stream } = streamOf(type, true);
      await expect(collectStream(stream, 2 * LENGTH, promised, () => {})).rejects.toThrow("the connection was reset");
    }
  });
});

test("a length that is not trusted is not allocated", async () => {
  const { stream, state } = streamOf("bytes");
  const body = await collectStream(stream, 2 ** 40, 2 ** 39, () => {});
  expect(body.byteLength).toBe(LENGTH);
  expect(state.filled).toBe(0);
});
