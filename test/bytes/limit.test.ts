/** Limits can be lowered before and after they are declared, and every comparison is heard. */
import { afterEach, describe, expect, it } from "vitest";
import { defineLimits, knownLimits, limitSettings, setLimits, watchLimits } from "../../src/bytes/limit.ts";

const before = limitSettings();
afterEach(() => {
  setLimits(before);
  watchLimits(undefined);
});

describe("limits", () => {
  const { kept } = defineLimits("limit-test", { kept: [100, 10] });

  it("compare with the value in force", () => {
    setLimits({ tiny: false, values: {} });
    expect([99, 100, 101].map(kept.isExceededBy)).toEqual([false, false, true]);
    expect([99, 100, 101].map(kept.isReachedBy)).toEqual([false, true, true]);
    expect([99, 100, 101].map(kept.cap)).toEqual([99, 100, 100]);
    setLimits({ tiny: true, values: {} });
    expect([9, 10, 11].map(kept.isExceededBy)).toEqual([false, false, true]);
    setLimits({ tiny: true, values: { "limit-test.kept": 3 } });
    expect(kept.value).toBe(3);
  });

  it("are set in rooms that are loaded later", () => {
    setLimits({ tiny: true, values: { "limit-test.named": 7 } });
    const later = defineLimits("limit-test", { named: [100, 10], unnamed: [100, 10] });
    expect([later.named.value, later.unnamed.value]).toEqual([7, 10]);
  });

  it("report to a watcher what was compared", () => {
    const heard: [string, number][] = [];
    watchLimits((limit, amount) => heard.push([limit.name, amount]));
    kept.isReachedBy(5);
    kept.cap(6);
    watchLimits(undefined);
    kept.isExceededBy(7);
    expect(heard).toEqual([
      ["limit-test.kept", 5],
      ["limit-test.kept", 6],
    ]);
    expect(knownLimits()).toContain(kept);
  });
});
