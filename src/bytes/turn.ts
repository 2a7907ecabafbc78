/**
 * Turns of the event loop. Work that awaits nothing but what is there already never lets timers, input or an abort signal
 * run, however many times it awaits: now and then it has to let go.
 */

/** Half a frame of a 60 Hz screen: a pause of this length goes unnoticed. */
export const LONGEST_TURN_MILLISECONDS = 8;

/** Runs after what is running now and all that follows from it at once. `setTimeout` would take a millisecond or four. */
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
 * For loops of many steps: asked between two steps, gives the end of this turn to wait for if the turn has lasted long
 * enough. Work that waits for something of its own pauses for nothing: each turn counts from its first step.
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
