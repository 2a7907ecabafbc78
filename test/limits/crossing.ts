/**
 * Each limit is crossed by real operations: with amounts below it, at it and above it, and right results each time. A case
 * sets its limit to `at`; without `at` the case runs once to hear which amounts it has, and again with one of them as the
 * limit.
 */
import { afterEach, describe, expect, it } from "vitest";
import { knownLimits, limitSettings, setLimits, watchLimits } from "../../src/bytes/limit.ts";

export interface LimitCase {
  readonly at?: number;
  /** Other limits that have to be low for this one to matter. */
  readonly also?: Readonly<Record<string, number>>;
  /** Sides that can be seen, if not all three: why the others cannot stands beside it. */
  readonly sides?: readonly Side[];
  /** Runs operations and checks their results. */
  run(limit: number): void | Promise<void>;
}

type Side = "below" | "at" | "above";

const ALL: readonly Side[] = ["below", "at", "above"];

/** Runs the cases of a room, by the names of its limits; one without a case fails. */
export function describeLimits(room: string, cases: Readonly<Record<string, LimitCase>>): void {
  const before = limitSettings();
  afterEach(() => {
    setLimits(before);
    watchLimits(undefined);
  });

  describe(`the limits of ${room}`, () => {
    it("have a case each", () => {
      const names = knownLimits().flatMap(({ name }) =>
        name.startsWith(`${room}.`) ? [name.slice(room.length + 1)] : [],
      );
      expect(Object.keys(cases).sort()).toEqual(names.sort());
    });

    it.each(Object.entries(cases))("%s", async (name, { at, also = {}, sides = ALL, run }) => {
      const full = `${room}.${name}`;
      const limit = at ?? middle(await heard(full, also, undefined, run));
      const amounts = await heard(full, also, limit, run);
      const seen = ALL.filter((side) => amounts.some((amount) => sideOf(amount, limit) === side));
      expect(seen, `of ${limit}, amounts ${summary(amounts)}`).toEqual(sides);
    });
  });
}

function sideOf(amount: number, limit: number): Side {
  return amount < limit ? "below" : amount === limit ? "at" : "above";
}

/** The amounts that a limit is compared with in a run. */
async function heard(
  name: string,
  also: Readonly<Record<string, number>>,
  at: number | undefined,
  run: LimitCase["run"],
): Promise<readonly number[]> {
  const amounts = new Set<number>();
  setLimits({ tiny: false, values: at === undefined ? also : { ...also, [name]: at } });
  watchLimits((limit, amount) => {
    if (limit.name === name) amounts.add(amount);
  });
  try {
    const value = knownLimits().find((limit) => limit.name === name)?.value ?? 0;
    await run(value);
  } finally {
    watchLimits(undefined);
  }
  return [...amounts].sort((a, b) => a - b);
}

function middle(amounts: readonly number[]): number {
  expect(amounts.length, `too few amounts: ${summary(amounts)}`).toBeGreaterThanOrEqual(3);
  return amounts[Math.floor(amounts.length / 2)]!;
}

function summary(amounts: readonly number[]): string {
  return amounts.length > 20 ? `${amounts.slice(0, 20).join()}...` : amounts.join();
}
