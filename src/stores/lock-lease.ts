/**
 * Rights that have to be renewed, for locks whose owner cannot be asked whether it still lives. No clocks are compared: who
 * waits watches the lock, and one that stayed the same for the whole lease has lost its owner.
 */

import { sleep } from "./sleep.ts";

/** Time, in milliseconds; tests have one of their own. */
export interface LockClock {
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
  /** Runs `turn` again and again; gives what ends that. */
  every(milliseconds: number, turn: () => void): () => void;
}

export const realClock: LockClock = {
  now: () => performance.now(),
  sleep,
  every: (milliseconds, turn) => {
    const timer = setInterval(turn, milliseconds);
    // In Node: a program that has nothing else to do may end.
    if (typeof timer === "object" && "unref" in timer) timer.unref();
    return () => clearInterval(timer);
  },
};

export interface Lease {
  /** Was it renewed early enough that no other program can have taken it over? */
  readonly held: boolean;
  end(): void;
}

/** Renews a lock four times per lease until it ends. A failed renewal is tried again at the next turn. */
export function leaseOf(milliseconds: number, renew: () => Promise<void>, clock: LockClock = realClock): Lease {
  let renewed = clock.now();
  const isHeld = (): boolean => clock.now() - renewed < milliseconds / 2;
  const end = clock.every(milliseconds / 4, () => {
    // Past this point someone else may have it; to renew it would take it from them.
    if (!isHeld()) return;
    const started = clock.now();
    renew().then(
      () => {
        renewed = started;
      },
      () => {},
    );
  });
  return {
    get held() {
      return isHeld();
    },
    end,
  };
}

export interface WaitingTurns {
  /** Milliseconds since the lock last changed hands. */
  readonly waited: number;
  /** Remembers what was found. `mark` changes when the lock is renewed; undefined: its owner is known to live. */
  saw(text: string | undefined, mark: string | undefined): void;
  /** The mark that has not changed for this many milliseconds. */
  lost(lease: number): string | undefined;
  /** Milliseconds until the next look: longer from turn to turn, and different for every waiting program. */
  pause(): number;
}

/** Pauses between the two lengths. */
export function waitingTurns(shortest: number, longest: number, clock: LockClock = realClock): WaitingTurns {
  let text: string | undefined;
  let since = clock.now();
  let mark: string | undefined;
  let marked = clock.now();
  let pause = shortest / 2;
  return {
    get waited() {
      return clock.now() - since;
    },
    saw: (nextText, nextMark) => {
      const now = clock.now();
      if (nextText !== text) [text, since, pause] = [nextText, now, shortest / 2];
      if (nextMark !== mark) [mark, marked] = [nextMark, now];
    },
    lost: (lease) => (mark !== undefined && clock.now() - marked >= lease ? mark : undefined),
    pause: () => {
      pause = Math.min(pause * 2, longest);
      return pause * (0.5 + Math.random() / 2);
    },
  };
}
