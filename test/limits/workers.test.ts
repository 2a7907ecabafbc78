import { expect, vi } from "vitest";
import { planFetches } from "../../src/codecs/pipeline/fetch-plan.ts";
import { touchAhead } from "../../src/workers/pool/fresh-memory.ts";
import { pageWorkerCount } from "../../src/workers/pool/page-workers.ts";
import { COALESCE } from "../../src/workers/task/messages.ts";
import "../../src/workers/limits.ts";
import { workerLimits } from "../../src/workers/limits.ts";
import { giveBack, takeBuffer } from "../../src/workers/pool/spare-buffers.ts";
import { rememberedFiles } from "../../src/workers/task/remembered-files.ts";
import { describeLimits } from "./crossing.ts";
import { around, samples } from "./samples.ts";

/** Parts of one object that lie apart, read as the plan says. */
function parts(gaps: readonly number[], coalesce: Parameters<typeof planFetches>[1]): number {
  const object = samples(1000);
  let offset = 0;
  const requests = gaps.map((gap) => {
    const request = { offset: offset + gap, length: 10 };
    offset += gap + 10;
    return request;
  });
  const plan = planFetches(requests, coalesce);
  const fetched = plan.reads.map((range) => {
    const { offset: start, length = 0 } = range as { offset: number; length?: number };
    return object.subarray(start, start + length);
  });
  expect(plan.answers(fetched)).toEqual(requests.map(({ offset: at }) => object.subarray(at, at + 10)));
  return plan.reads.length;
}

async function touched(length: number): Promise<void> {
  const memory = new Uint8Array(length);
  const fresh = touchAhead(memory);
  for (let at = 0; at < length; at += 50) {
    const end = Math.min(length, at + 50);
    await fresh.ready(end);
    memory.set(samples(end - at), at);
  }
  await fresh.stop();
  expect(memory).toEqual(Uint8Array.from({ length }, (_, i) => samples(50)[i % 50]!));
}

describeLimits("workers", {
  fileGapBytes: {
    at: 20,
    run: () => {
      const coalesce = { gap: workerLimits.fileGapBytes, cap: Number.POSITIVE_INFINITY };
      expect(parts([0, 19, 20, 21, 300], coalesce)).toBe(workerLimits.fileGapBytes.value === 20 ? 3 : 1);
    },
  },
  freshBytes: {
    at: 400,
    also: { "workers.freshPieceBytes": 64 },
    run: async (limit) => {
      for (const length of around(limit)) await touched(length);
    },
  },
  freshPieceBytes: {
    at: 100,
    also: { "workers.freshBytes": 1 },
    // Pieces have this length; nothing is compared with it.
    sides: [],
    run: async (limit) => {
      for (const length of [...around(limit), 5 * limit + 3]) await touched(length);
    },
  },
  spareBytes: {
    at: 300,
    run: () => {
      const buffers = [100, 100, 100, 100].map((length) => takeBuffer(length));
      for (const [i, buffer] of buffers.entries()) new Uint8Array(buffer).fill(i);
      for (const buffer of buffers) giveBack(buffer);
      const again = [1, 2, 3, 4].map(() => takeBuffer(100));
      expect(new Set(again).size).toBe(4);
      expect(again.filter((buffer) => buffers.includes(buffer)).length).toBe(3);
    },
  },
  mergedReadBytes: {
    at: 30,
    run: () => {
      expect(parts([0, 0, 0, 0, 0, 0, 0], COALESCE)).toBe(3);
      expect(parts([0, 0], COALESCE)).toBe(1);
    },
  },
  rememberedBytes: {
    at: 2000,
    run: (limit) => {
      for (const bytes of around(limit)) {
        const files = rememberedFiles();
        const set = (name: string, length: number): void => files.of(name, "1")!.set("index", samples(length));
        const isKept = (name: string): boolean => files.of(name, "1")!.get("index") !== undefined;
        // Each file counts as 500 bytes and its name.
        set("a", 200);
        set("b", bytes - 200 - 2 * 501);
        expect([isKept("b"), isKept("a")]).toEqual([true, bytes <= limit]);
      }
    },
  },
  pageWorkers: {
    at: 3,
    run: () => {
      const count = (cores: number): number => {
        vi.stubGlobal("navigator", { hardwareConcurrency: cores });
        return pageWorkerCount();
      };
      expect([1, 3, 4, 5, 64].map(count)).toEqual([1, 2, 3, 3, 3]);
      vi.unstubAllGlobals();
    },
  },
});
