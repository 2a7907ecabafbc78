/** Sends a response over a Node connection: piece by piece, no faster than the client reads. */
import type { ServerResponse } from "node:http";
import { byteRoom } from "../../../bytes/source/byte-room.ts";
import { operationLimits } from "../../limits.ts";
import type { ServeAnswer, ValueBody } from "../answer.ts";

/** Resolves to the number of bytes sent. If a value fails midway, the connection is cut, because a short body is an error. */
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
    // Called once the system has the bytes. Those of a failed connection are left to the garbage collector.
    const sent = (error?: Error | null): void => {
      if (error === undefined || error === null) room.give(piece);
    };
    // Until something was read, a failure can still be reported as a status.
    if (at === start) response.writeHead(status, headers);
    at = next;
    if (at === end) response.end(piece, sent);
    else if (!response.write(piece, sent)) await drained(response, signal);
  }
  return end - start;
}

/** Memory of pieces that were sent, to be reused. */
const room = byteRoom();

/** Waits until the client has read what was written. */
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
