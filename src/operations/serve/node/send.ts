/** Sends the description of a response over a connection of Node: piece by piece, no faster than the client takes it. */
import type { ServerResponse } from "node:http";
import { byteRoom } from "../../../bytes/source/byte-room.ts";
import { operationLimits } from "../../limits.ts";
import type { ServeAnswer, ValueBody } from "../answer.ts";

/** Resolves to the bytes that were sent. A value that fails on the way cuts the connection: a short body is an error. */
export async function send(response: ServerResponse, answer: ServeAnswer, signal: AbortSignal): Promise<number> {
  const { status, headers, body } = answer;
  if (body === undefined || body instanceof Uint8Array) {
    response.writeHead(status, headers).end(body);
    return body?.byteLength ?? 0;
  }
  try {
    return await sendValue(response, answer, body, signal);
  } finally {
    body.value.close();
  }
}

async function sendValue(
  response: ServerResponse,
  { status, headers }: ServeAnswer,
  { value, start, end }: ValueBody,
  signal: AbortSignal,
): Promise<number> {
  const most = value.atOnce === true ? end - start : operationLimits.sentPieceBytes.value;
  for (let at = start; at < end; ) {
    const next = Math.min(end, at + most);
    const piece = await value.read(at, next, { signal, room });
    // Once the system has the bytes. Those of a connection that fails are left to the garbage collector.
    const sent = (error?: Error | null): void => {
      if (error === undefined || error === null) room.give(piece);
    };
    // Until something was read, a failure can still be told by its status.
    if (at === start) response.writeHead(status, headers);
    at = next;
    if (at === end) response.end(piece, sent);
    else if (!response.write(piece, sent)) await drained(response, signal);
  }
  return end - start;
}

/** Memory of pieces that were sent, for the next ones. */
const room = byteRoom();

/** Waits until the client has taken what was written. */
function drained(response: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      signal.removeEventListener("abort", failed);
      resolve();
    };
    const failed = (): void => {
      response.off("drain", done);
      reject(signal.reason);
    };
    if (signal.aborted) return failed();
    response.once("drain", done);
    signal.addEventListener("abort", failed, { once: true });
  });
}
