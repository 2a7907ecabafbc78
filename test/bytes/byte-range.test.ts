import { expect, test } from "vitest";
import { type ByteRange, formatRange, resolveRange } from "../../src/bytes/source/byte-range.ts";
import { memorySource } from "../../src/bytes/source/byte-source.ts";

const CASES: readonly (readonly [ByteRange, string, readonly number[]])[] = [
  [{ offset: 1, length: 2 }, "bytes=1-2", [1, 2]],
  [{ offset: 2 }, "bytes=2-", [2, 3]],
  [{ suffix: 3 }, "bytes=-3", [1, 2, 3]],
  [{ suffix: 9 }, "bytes=-9", [0, 1, 2, 3]],
  [{ offset: 3, length: 9 }, "bytes=3-11", [3]],
  [{ offset: 7, length: 2 }, "bytes=7-8", []],
  [{ offset: 7 }, "bytes=7-", []],
];

test.each(CASES)("%j", async (range, header, expected) => {
  const source = memorySource(Uint8Array.of(0, 1, 2, 3));
  expect(formatRange(range)).toBe(header);
  expect([...((await source.read(range)) ?? [])]).toEqual(expected);
  const { start, end } = resolveRange(range, 4);
  expect(end - start).toBe(expected.length);
});

test("a source in memory knows its size and gives all of itself", async () => {
  const bytes = Uint8Array.of(0, 1, 2, 3);
  expect(await memorySource(bytes).size?.()).toBe(4);
  expect(await memorySource(bytes).read()).toEqual(bytes);
});
