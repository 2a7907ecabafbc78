// What all starters of servers need: a port, patience, and a second attempt.
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** How many folders and ports are tried before giving up. */
const STARTS = 3;

/**
 * Retries a failed start with another folder and another port: a port may be taken by another program between being
 * found and being used. `start` cleans up when it fails.
 */
export async function startPatiently(what, start) {
  const errors = [];
  while (errors.length < STARTS) {
    try {
      return await start();
    } catch (error) {
      errors.push(error);
    }
  }
  throw new AggregateError(errors, `${what} did not start, ${STARTS} times; at last: ${errors.at(-1).message}`);
}

/** Repeats a failing action until it succeeds or the time is up; then throws its last error. */
export async function patiently(action, milliseconds) {
  const end = Date.now() + milliseconds;
  for (;;) {
    try {
      return await action();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(200);
    }
  }
}

/**
 * A port of the loopback interface that was free a moment ago, from below those that systems hand out
 * (Linux from 32768 on, others from 49152): in between, only another call of this could take it.
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    if (await isFree(port)) return port;
  }
}

async function isFree(port) {
  const server = createServer();
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
  } catch {
    return false;
  }
  await new Promise((resolve) => server.close(resolve));
  return true;
}

/** Ends a child at once, if it has not ended, and waits until it is gone. */
export async function ended(child, signal = "SIGKILL") {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exit = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await exit;
}
