/** Slots: nobody's memory is used again before it was released. */
import { expect, it } from "vitest";
import { loadKernels } from "../../src/codecs/kernels/kernels.ts";
import { lentSlots } from "../../src/workers/task/task-files.ts";

it("each slot is memory of its own until it is released, and is then used again", async () => {
  const { memory } = await loadKernels({ shared: true });
  const slots = lentSlots();
  const [first, second] = [slots.take(), slots.take()];
  const leases = [first, second].map(({ area }) => area.lease(10_000));
  const bytes = leases.map((lease, i) => lease.bytes.fill(i + 1));
  expect(slots.take().number).toBe(2);
  expect(bytes.map((part) => new Set(part))).toEqual([new Set([1]), new Set([2])]);
  slots.release([second.number]);
  expect(slots.take().number).toBe(second.number);
  expect(slots.take().number).toBe(3);
  const lent = slots.lend(first, bytes[0]!);
  expect(lent).toEqual({ memory: memory.bytes.buffer, offset: bytes[0]!.byteOffset, slot: 0 });
  const there = new Uint8Array(lent!.memory, lent!.offset, 10_000);
  // The memory grows; what was lent stays where it is.
  const mark = memory.mark();
  memory.allocate(memory.bytes.byteLength);
  memory.release(mark);
  expect(new Set(there)).toEqual(new Set([1]));
  expect(leases[0]!.bytes[5]).toBe(1);
});

it("what is not in shared memory is not lent", () => {
  const slots = lentSlots();
  const slot = slots.take();
  expect(slots.lend(slot, new Uint8Array(10))).toBeUndefined();
  expect(slots.lend(slot, new Uint8Array(new SharedArrayBuffer(10)))).toBeUndefined();
});
