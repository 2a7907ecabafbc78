/** Every golden frame, damaged in many ways: an error of ours or the right length, never anything else. */
import { describe, expect, it } from "vitest";
import { isHyperslabError } from "../../src/errors.ts";
import { bindBlosc, bloscFrames, bytesType, oldFrames } from "./blosc-fixtures.ts";
import { random, variants } from "./kernels/guarded.ts";

describe.each(variants)("%s", (_, load) => {
  it.each([1, 2])("survives damage anywhere, seed %i", async (seed) => {
    const next = random(seed);
    for (const frame of [...bloscFrames, ...oldFrames]) {
      if (frame.length === 0) continue;
      const bound = await bindBlosc(load, {}, bytesType(frame.length));
      const runs = Math.max(2, Math.min(60, Math.floor(200_000 / frame.length)));
      for (let run = 0; run < runs; run++) {
        const end = run % 5 === 0 ? next() % frame.bytes.byteLength : frame.bytes.byteLength;
        const damaged = frame.bytes.slice(0, end);
        const reach = Math.max(1, run % 2 === 0 ? Math.min(80, end) : end);
        for (let i = next() % 4; i >= 0 && end > 0; i--) {
          if (next() % 3 === 0) damaged[next() % reach] = [0, 1, 127, 128, 255][next() % 5]!;
          else damaged[next() % reach]! ^= 1 << (next() % 8);
        }
        try {
          expect(bound.decode(damaged).byteLength).toBe(frame.length);
        } catch (error) {
          if (!isHyperslabError(error)) throw error;
        }
      }
    }
  });
});
