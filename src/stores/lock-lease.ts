/**
 * Leases that must be renewed, for locks whose owner cannot be checked. No clocks are compared: a waiting program
 * watches the lock, and if it stayed the same for the whole lease, its owner is gone.
 */

import { sleep } from "./sleep.ts";

/** Time, in milliseconds; tests substitute their own. */
export interface LockClock {
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
  /** Runs `turn` repeatedly; returns a function that stops it. */
  every(milliseconds: number, turn: () => void): () => void;
}

export const realClock: LockClock = {
  now: () => performance.now(),
  sleep,
  every: (milliseconds, turn) => {
    const timer = setInterval(turn, milliseconds);
    // In Node: a program with nothing else to do may exit.
    if (typeof timer === "object" && "unref" in timer) timer.unref();
    return () => clearInterval(timer);
  },
};

export interface Lease {
  /** Whether it was renewed early enough that no other program can have taken it over. */
  readonly held: boolean;
  end(): void;
}

/** Renews a lock four times per lease until it ends. A failed renewal is repeated at the next turn. */
export function leaseOf(milliseconds: number, renew: () => Promise<void>, clock: LockClock = realClock): Lease {
  let renewed = clock.now();
  const isHeld = (): boolean => clock.now() - renewed < milliseconds / 2;
  const end = clock.every(milliseconds / 4, () => {
    // Past this point another program may have it, and renewing would take it away.
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
  /** Records what was found. `mark` changes when the lock is renewed; undefined if its owner is known to be alive. */
  saw(text: string | undefined, mark: string | undefined): void;
  /** The mark, if it has not changed for this many milliseconds. */
  lost(lease: number): string | undefined;
  /** Milliseconds until the next check: longer each time, and different for every waiting program. */
  pause(): number;
}

/** Pauses range between the two lengths. */
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
