import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ByteRange } from "../../src/bytes/source/byte-range.ts";
import { isHyperslabError } from "../../src/errors.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { checkVersion } from "../../src/stores/object-version.ts";
import type { ObjectVersion, Store } from "../../src/stores/store.ts";
import { withCoalescing } from "../../src/stores/wrappers/with-coalescing.ts";
import { withTrace } from "../../src/stores/wrappers/with-trace.ts";
import { pattern } from "../contracts/store-contract.ts";
import { hasTinyLimits } from "../usual-limits.ts";

const MIB = 1024 * 1024;

function counted(value: Uint8Array): { readonly store: Store; readonly ranges: (ByteRange | undefined)[] } {
  const ranges: (ByteRange | undefined)[] = [];
  const store = withTrace(
    memoryStore([
      ["a", value],
      ["b", value],
    ]),
    (request) => ranges.push(request.range),
  );
  return { store, ranges };
}

describe("what is merged", () => {
  const value = pattern(4 * MIB);
  test.each([
    [
      "touching parts",
      [
        [0, 10],
        [10, 10],
        [20, 10],
      ],
      [[0, 30]],
    ],
    [
      "parts in any order",
      [
        [20, 10],
        [0, 10],
        [10, 10],
      ],
      [[0, 30]],
    ],
    [
      "overlapping and equal parts",
      [
        [0, 20],
        [10, 20],
        [10, 20],
        [12, 2],
      ],
      [[0, 30]],
    ],
    [
      "parts up to 64 KiB apart",
      [
        [0, 10],
        [10 + 65536, 10],
      ],
      [[0, 20 + 65536]],
    ],
    [
      "not parts further apart",
      [
        [0, 10],
        [11 + 65536, 10],
      ],
      [
        [0, 10],
        [11 + 65536, 10],
      ],
    ],
    [
      "up to 1 MiB",
      [
        [0, MIB / 2],
        [MIB / 2, MIB / 2],
        [MIB, 10],
      ],
      [
        [0, MIB],
        [MIB, 10],
      ],
    ],
    [
      "not long parts",
      [
        [0, 2 * MIB],
        [2 * MIB, 10],
      ],
      [
        [0, 2 * MIB],
        [2 * MIB, 10],
      ],
    ],
  ])("%s", async (_, asked, read) => {
    const { store, ranges } = counted(value);
    const merging = withCoalescing(store);
    const parts = await Promise.all(
      asked.map(([offset = 0, length = 0]) => merging.get("a", { range: { offset, length } })),
    );
    asked.forEach(([offset = 0, length = 0], i) => {
      expect(Buffer.compare(parts[i]!, value.subarray(offset, offset + length))).toBe(0);
    });
    const sorted = ranges.sort((x, y) => ("offset" in x! && "offset" in y! ? x.offset - y.offset : 0));
    if (!hasTinyLimits) expect(sorted).toEqual(read.map(([offset, length]) => ({ offset, length })));
  });

  test("parts of other objects, other forms and later turns are not", async () => {
    const { store, ranges } = counted(pattern(100));
    const merging = withCoalescing(store);
    const range = { offset: 0, length: 5 };
    await Promise.all([
      merging.get("a", { range }),
      merging.get("b", { range }),
      merging.get("a", { range: { suffix: 5 } }),
      merging.get("a", { range: { offset: 5 } }),
      merging.get("a"),
    ]);
    await merging.get("a", { range });
    expect(ranges).toHaveLength(6);
  });

  test("a window waits for later ones", async () => {
    const { store, ranges } = counted(pattern(100));
    const merging = withCoalescing(store, { window: 30 });
    const first = merging.get("a", { range: { offset: 0, length: 5 } });
    await new Promise((resolve) => setTimeout(resolve, 5));
    const second = merging.get("a", { range: { offset: 5, length: 5 } });
    await Promise.all([first, second]);
    expect(ranges).toEqual([{ offset: 0, length: 10 }]);
  });

  test("gap and cap can be set, and make sense", async () => {
    const { store, ranges } = counted(pattern(100));
    const merging = withCoalescing(store, { gap: 0, cap: 20 });
    const get = (offset: number): Promise<unknown> => merging.get("a", { range: { offset, length: 10 } });
    await Promise.all([get(0), get(10), get(21), get(31)]);
    expect(ranges).toHaveLength(2);
    expect(() => withCoalescing(store, { gap: -1 })).toThrow("0 or more");
  });
});

test("any parts come back as they are, whatever is merged", async () => {
  const value = pattern(2000);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(2200), fc.nat(300)), { maxLength: 20 }),
      fc.nat(100),
      fc.integer({ min: 1, max: 700 }),
      async (asked, gap, cap) => {
        const merging = withCoalescing(memoryStore([["a", value]]), { gap, cap });
        const parts = await Promise.all(
          asked.map(([offset, length]) => merging.get("a", { range: { offset, length } })),
        );
        expect(parts).toEqual(asked.map(([offset, length]) => value.slice(offset, offset + length)));
      },
    ),
    { numRuns: 200 },
  );
});

test("absence and failure reach every caller", async () => {
  const absent = withCoalescing(memoryStore());
  const get = (store: Store, offset: number): Promise<unknown> => store.get("a", { range: { offset, length: 1 } });
  expect(await Promise.all([get(absent, 0), get(absent, 1)])).toEqual([undefined, undefined]);
  const failure = new Error("broken");
  const broken = withCoalescing({ location: "x", get: () => Promise.reject(failure) });
  const outcomes = await Promise.allSettled([get(broken, 0), get(broken, 1), get(broken, MIB)]);
  expect(outcomes.map((outcome) => outcome.status === "rejected" && outcome.reason)).toEqual([
    failure,
    failure,
    failure,
  ]);
});

describe("aborts", () => {
  /** A store whose reads wait until they are let go, or aborted. */
  function waiting(): { readonly store: Store; readonly signals: AbortSignal[]; release(): void } {
    const signals: AbortSignal[] = [];
    const held: (() => void)[] = [];
    const get: Store["get"] = (_, options) =>
      new Promise((resolve, reject) => {
        signals.push(options!.signal!);
        options?.signal?.addEventListener("abort", () => reject(options.signal?.reason));
        held.push(() => resolve(new Uint8Array(10).fill(7)));
      });
    return { store: { location: "x", get }, signals, release: () => held.forEach((run) => void run()) };
  }
  const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

  test("one caller's stops neither the read nor the others; the last one's stops the read", async () => {
    const { store, signals, release } = waiting();
    const merging = withCoalescing(store);
    const controllers = [new AbortController(), new AbortController()] as const;
    const [first, second] = controllers.map(({ signal }, i) =>
      merging.get("a", { range: { offset: i, length: 1 }, signal }).catch((error: unknown) => error),
    );
    await expect.poll(() => signals.length).toBe(1);
    controllers[0].abort("first");
    expect(await first).toBe("first");
    expect(signals[0]?.aborted).toBe(false);
    release();
    expect(await second).toEqual(Uint8Array.of(7));

    const again = controllers.map(() => new AbortController());
    const all = again.map(({ signal }, i) => merging.get("a", { range: { offset: i, length: 1 }, signal }));
    const settled = Promise.allSettled(all);
    await turn();
    for (const [i, controller] of again.entries()) controller.abort(i);
    expect((await settled).map((outcome) => outcome.status === "rejected" && outcome.reason)).toEqual([0, 1]);
    expect(signals[1]?.aborted).toBe(true);
  });

  test("what is given up before it is sent is not sent", async () => {
    const { store, signals } = waiting();
    const merging = withCoalescing(store, { window: 10 });
    const controller = new AbortController();
    const { signal } = controller;
    const parts = [0, 1].map((offset) => merging.get("a", { range: { offset, length: 1 }, signal }));
    const settled = Promise.allSettled(parts);
    controller.abort("early");
    expect((await settled).map((outcome) => outcome.status)).toEqual(["rejected", "rejected"]);
    expect(signals).toHaveLength(0);
  });
});

test("merged parts are of the version that each caller is tied to, or an error for that caller", async () => {
  let current = "1";
  const store: Store = {
    location: "x",
    get: async (key, options) => {
      checkVersion(options?.version, current, { key });
      return new Uint8Array(100);
    },
  };
  const merging = withCoalescing(store);
  const mine: ObjectVersion = {};
  await merging.get("a", { range: { offset: 0, length: 1 }, version: mine });
  current = "2";
  const yours: ObjectVersion = {};
  const [old, young] = await Promise.allSettled([
    merging.get("a", { range: { offset: 0, length: 1 }, version: mine }),
    merging.get("a", { range: { offset: 1, length: 1 }, version: yours }),
  ]);
  expect(old.status === "rejected" && isHyperslabError(old.reason, "invalid-data")).toBe(true);
  expect(young.status).toBe("fulfilled");
  expect(yours.validator).toBe("2");
});
