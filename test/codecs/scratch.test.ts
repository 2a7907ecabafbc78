/** Scratch memory: a lease is one piece of memory from its start to its end, whatever its size. */
import { afterEach, describe, expect, it } from "vitest";
import { setLimits } from "../../src/bytes/limit.ts";
import { kernelArea } from "../../src/codecs/kernels/kernel-area.ts";
import { loadKernels } from "../../src/codecs/kernels/kernels.ts";
import { type Scratch, scratchBuffer } from "../../src/codecs/pipeline/allocate.ts";

const LIMIT = 1000;
/** Larger ones lie outside of kernel memory. */
const AREA = 3000;
const LIMITS = { tiny: false, values: { "codecs.keptScratchBytes": LIMIT, "codecs.kernelAreaBytes": AREA } };

afterEach(() => setLimits({ tiny: false, values: {} }));

const KINDS: readonly [string, () => Promise<Scratch>, readonly number[]][] = [
  ["a buffer", async () => scratchBuffer(), [LIMIT - 1, LIMIT, LIMIT + 1]],
  ["an area", async () => loadKernels().then(kernelArea), [LIMIT - 1, LIMIT, LIMIT + 1, AREA, AREA + 1]],
];

describe.each(KINDS)("%s", (_, make, lengths) => {
  it.each(lengths)("of %i bytes gives the same memory each time it is looked at", async (length) => {
    setLimits(LIMITS);
    const scratch = await make();
    for (const value of [1, 2]) {
      const lease = scratch.lease(length);
      lease.bytes.fill(value);
      expect(lease.bytes.byteLength).toBe(length);
      expect(lease.bytes.buffer).toBe(lease.bytes.buffer);
      expect(lease.bytes.every((byte) => byte === value)).toBe(true);
    }
  });

  it.each(lengths)("of %i bytes is refused to its former holder", async (length) => {
    setLimits(LIMITS);
    const scratch = await make();
    const before = scratch.lease(length);
    const after = scratch.lease(length);
    expect(() => before.bytes).toThrow("lent again");
    expect(after.bytes.byteLength).toBe(length);
  });
});

it("a buffer up to the limit is used again, a larger one is not kept", () => {
  setLimits(LIMITS);
  const scratch = scratchBuffer();
  const kept = scratch.lease(LIMIT).bytes;
  expect(scratch.holds(kept)).toBe(true);
  expect(scratch.lease(10).bytes.buffer).toBe(kept.buffer);
  const large = scratch.lease(LIMIT + 1).bytes;
  expect(scratch.holds(large)).toBe(false);
  expect(scratch.lease(LIMIT + 1).bytes.buffer).not.toBe(large.buffer);
  expect(scratch.lease(LIMIT).bytes.buffer).toBe(kept.buffer);
});
