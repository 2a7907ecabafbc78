import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ByteRange, resolveRange } from "../../src/bytes/source/byte-range.ts";
import { memorySource } from "../../src/bytes/source/byte-source.ts";
import type { Reads } from "../../src/codecs/codec.ts";
import { driveAsync, driveMemory, driveSync, together } from "../../src/codecs/pipeline/drive.ts";
import { planFetches } from "../../src/codecs/pipeline/fetch-plan.ts";
import { countingSource } from "./counting-source.ts";

const object = Uint8Array.from({ length: 100 }, (_, index) => index);

/** Asks for each list of ranges in turn; gives all answers. */
function* asking(...rounds: (ByteRange | undefined)[][]): Reads<(number[] | undefined)[]> {
  const found: (number[] | undefined)[] = [];
  for (const round of rounds) {
    for (const answer of yield round) found.push(answer === undefined ? undefined : Array.from(answer));
  }
  return found;
}

function sliced(range: ByteRange | undefined): number[] {
  const { start, end } = resolveRange(range, object.byteLength);
  return Array.from(object.subarray(start, end));
}

const anyRange: fc.Arbitrary<ByteRange | undefined> = fc.oneof(
  fc.record({ offset: fc.nat(120), length: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ offset: fc.nat(120) }),
  fc.record({ suffix: fc.integer({ min: 1, max: 120 }) }),
  fc.constant(undefined),
);

describe("drivers", () => {
  test("give every request its bytes, however the reads are merged", async () => {
    const anyRounds = fc.array(fc.array(anyRange, { maxLength: 6 }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(anyRounds, fc.nat(30), fc.integer({ min: 1, max: 60 }), async (rounds, gap, cap) => {
        const expected = rounds.flat().map(sliced);
        expect(await driveAsync(asking(...rounds), memorySource(object), { coalesce: { gap, cap } })).toEqual(expected);
        expect(await driveAsync(asking(...rounds), memorySource(object))).toEqual(expected);
        expect(driveMemory(asking(...rounds), object)).toEqual(expected);
      }),
    );
  });

  test("answer an absent object with nothing", async () => {
    const rounds = [[undefined, { offset: 3, length: 2 }], [{ suffix: 4 }]];
    expect(await driveAsync(asking(...rounds), countingSource(undefined))).toEqual([undefined, undefined, undefined]);
    expect(driveMemory(asking(...rounds), undefined)).toEqual([undefined, undefined, undefined]);
  });

  test("read synchronously what they are given a reader for", () => {
    const seen: (ByteRange | undefined)[] = [];
    const found = driveSync(asking([{ offset: 1, length: 2 }], [undefined]), (range) => {
      seen.push(range);
      return Uint8Array.of(seen.length);
    });
    expect(found).toEqual([[1], [2]]);
    expect(seen).toEqual([{ offset: 1, length: 2 }, undefined]);
  });

  test("start the reads of one round at once", async () => {
    let open = 0;
    let most = 0;
    const source = {
      read: async () => {
        most = Math.max(most, ++open);
        await new Promise((resolve) => setTimeout(resolve, 1));
        open--;
        return object;
      },
    };
    await driveAsync(asking([{ offset: 0, length: 1 }, { offset: 50, length: 1 }, { suffix: 2 }]), source);
    expect(most).toBe(3);
  });

  test("stop when aborted, before and between reads", async () => {
    const gone = AbortSignal.abort(new Error("enough"));
    const source = countingSource(object);
    await expect(driveAsync(asking([undefined]), source, { signal: gone })).rejects.toThrow("enough");
    expect(source.takeReads()).toEqual([]);
    const controller = new AbortController();
    const aborting = {
      read: async () => {
        controller.abort(new Error("later"));
        return object;
      },
    };
    await expect(driveAsync(asking([undefined], [undefined]), aborting, { signal: controller.signal })).rejects.toThrow(
      "later",
    );
  });

  test("hand on what a source throws", async () => {
    const source = { read: async () => Promise.reject(new Error("no network")) };
    await expect(driveAsync(asking([undefined]), source)).rejects.toThrow("no network");
  });
});

describe("merging of reads", () => {
  const plan = (requests: (ByteRange | undefined)[], gap = 0, cap = 1000) => planFetches(requests, { gap, cap }).reads;
  const at = (offset: number, length: number) => ({ offset, length });

  test("joins ranges that touch or overlap, in any order", () => {
    expect(plan([at(10, 5), at(0, 10), at(12, 2)])).toEqual([at(0, 15)]);
    expect(plan([at(10, 5), at(0, 9)])).toEqual([at(0, 9), at(10, 5)]);
  });

  test("bridges gaps up to the given length", () => {
    expect(plan([at(0, 10), at(14, 6)], 4)).toEqual([at(0, 20)]);
    expect(plan([at(0, 10), at(14, 6)], 3)).toEqual([at(0, 10), at(14, 6)]);
  });

  test("stops at the cap, but never cuts a request", () => {
    expect(plan([at(0, 10), at(10, 10), at(20, 10)], 0, 20)).toEqual([at(0, 20), at(20, 10)]);
    expect(plan([at(0, 50), at(10, 10), at(50, 10)], 0, 20)).toEqual([at(0, 50), at(50, 10)]);
  });

  test("reads nothing beside the whole object", () => {
    expect(plan([at(0, 10), undefined, { suffix: 5 }])).toEqual([undefined]);
  });

  test("leaves open ends and suffixes alone", () => {
    expect(plan([{ suffix: 5 }, at(0, 1), { offset: 3 }])).toEqual([{ suffix: 5 }, { offset: 3 }, at(0, 1)]);
  });
});

describe("decoders in step", () => {
  test("ask together for what each needs next, and get their own results", () => {
    const reads = together([
      asking([at(0), at(1)], [at(2)]),
      asking(),
      asking([at(3)]),
      asking([at(4)], [at(5)], [at(6)]),
    ]);
    const rounds: number[] = [];
    let step = reads.next();
    while (step.done !== true) {
      rounds.push(step.value.length);
      step = reads.next(step.value.map((range) => Uint8Array.from(sliced(range))));
    }
    expect(rounds).toEqual([4, 2, 1]);
    expect(step.value).toEqual([[[0], [1], [2]], [], [[3]], [[4], [5], [6]]]);
  });

  test("need nothing when there are none", () => {
    expect(driveMemory(together([]), undefined)).toEqual([]);
  });

  const at = (offset: number): ByteRange => ({ offset, length: 1 });
});
