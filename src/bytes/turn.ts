/**
 * Turns of the event loop. Work that awaits only values that are ready never lets timers, input or an abort signal run,
 * however often it awaits. Now and then it has to yield.
 */

/** Half a frame of a 60 Hz screen: a pause of this length goes unnoticed. */
export const LONGEST_TURN_MILLISECONDS = 8;

/** Runs after the current task and its microtasks. `setTimeout` would take one to four milliseconds. */
export function afterThisTurn(run: () => void): void {
  if (typeof setImmediate === "function") {
    setImmediate(run);
    return;
  }
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(undefined);
}

/**
 * For loops of many steps: called between two steps, returns a promise for the end of this turn if the turn has lasted too
 * long. A turn counts from its first step, so work that awaits other things does not pause needlessly.
 */
export function turnLimiter(): () => Promise<void> | undefined {
  let turn: Promise<void> | undefined;
  let start = 0;
  const end = (resolve: () => void): void =>
    afterThisTurn(() => {
      turn = undefined;
      resolve();
    });
  return () => {
    if (turn !== undefined) return performance.now() - start > LONGEST_TURN_MILLISECONDS ? turn : undefined;
    start = performance.now();
    turn = new Promise(end);
    return undefined;
  };
}
