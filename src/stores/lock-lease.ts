/**
 * Rights that have to be renewed, for locks whose owner cannot be asked whether it still lives. No clocks are compared: who
 * waits watches the lock, and one that stayed the same for the whole lease belongs to nobody any more.
 */

export interface Lease {
  /** Was it renewed early enough that nobody can have taken it over? */
  readonly held: boolean;
  end(): void;
}

/** Renews a lock four times per lease until it ends. A failed renewal is tried again at the next turn. */
export function leaseOf(milliseconds: number, renew: () => Promise<void>): Lease {
  let renewed = performance.now();
  const isHeld = (): boolean => performance.now() - renewed < milliseconds / 2;
  const timer = setInterval(() => {
    // Past this point someone else may have it; to renew it would take it from them.
    if (!isHeld()) return;
    const started = performance.now();
    renew().then(
      () => {
        renewed = started;
      },
      () => {},
    );
  }, milliseconds / 4);
  // In Node: a program that has nothing else to do may end.
  if (typeof timer === "object" && "unref" in timer) timer.unref();
  return {
    get held() {
      return isHeld();
    },
    end: () => clearInterval(timer),
  };
}

export interface WaitingTurns {
  /** Milliseconds since the lock last changed hands. */
  readonly waited: number;
  /** Remembers what was found. `mark` changes when the lock is renewed; undefined: its owner is known to live. */
  saw(text: string | undefined, mark: string | undefined): void;
  /** The mark that has not changed for this many milliseconds. */
  lost(lease: number): string | undefined;
  /** Milliseconds until the next look: longer from turn to turn, and never the same for all who wait. */
  pause(): number;
}

export function waitingTurns({ shortest, longest }: { shortest: number; longest: number }): WaitingTurns {
  let text: string | undefined;
  let since = performance.now();
  let mark: string | undefined;
  let marked = performance.now();
  let pause = shortest / 2;
  return {
    get waited() {
      return performance.now() - since;
    },
    saw: (nextText, nextMark) => {
      const now = performance.now();
      if (nextText !== text) [text, since, pause] = [nextText, now, shortest / 2];
      if (nextMark !== mark) [mark, marked] = [nextMark, now];
    },
    lost: (lease) => (mark !== undefined && performance.now() - marked >= lease ? mark : undefined),
    pause: () => {
      pause = Math.min(pause * 2, longest);
      return pause * (0.5 + Math.random() / 2);
    },
  };
}
