import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryTarget } from "../../src/bytes/source/byte-target.ts";

test("memory that is written in place is what a plain array would be", async () => {
  const place = fc.nat(200_000);
  const write = fc.record({ offset: place, length: fc.nat(70_000), value: fc.integer({ min: 1, max: 255 }) });
  const steps = fc.array(fc.oneof(write, fc.record({ size: place })), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(steps, fc.record({ offset: place, length: fc.nat(300_000) }), async (changes, range) => {
      const target = memoryTarget();
      const plain = new Uint8Array(300_000);
      let length = 0;
      for (const change of changes) {
        if ("size" in change) {
          await target.truncate(change.size);
          plain.fill(0, change.size);
          length = change.size;
        } else {
          const half = new Uint8Array(change.length).fill(change.value);
          await target.write(change.offset, [half, half.subarray(0, 3)]);
          const end = change.offset + change.length + Math.min(3, change.length);
          plain.fill(change.value, change.offset, end);
          length = Math.max(length, end);
        }
      }
      expect(await target.size()).toBe(length);
      expect(Buffer.compare(target.bytes(), plain.subarray(0, length))).toBe(0);
      const part = plain.subarray(Math.min(range.offset, length), Math.min(range.offset + range.length, length));
      expect(Buffer.compare((await target.read(range))!, part)).toBe(0);
    }),
    { numRuns: 60 },
  );
});

test("gaps take no memory", async () => {
  const target = memoryTarget();
  const before = process.memoryUsage().arrayBuffers;
  await target.write(2 ** 40, [new Uint8Array(10)]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1e6);
  expect(await target.size()).toBe(2 ** 40 + 10);
  expect(await target.read({ offset: 2 ** 39, length: 4 })).toEqual(new Uint8Array(4));
});
