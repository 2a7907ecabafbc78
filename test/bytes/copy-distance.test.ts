import fc from "fast-check";
import { expect, it } from "vitest";
import { COPY_SLACK_BYTES, copyOffset } from "../../src/bytes/source/copy-distance.ts";

it("keeps the target away from where copying is slow, aligned, and within the slack", () => {
  fc.assert(
    fc.property(fc.nat(2 ** 31), fc.nat(2 ** 40), (least, position) => {
      const offset = copyOffset(least, position);
      expect(offset % 16).toBe(0);
      expect(offset).toBeGreaterThanOrEqual(least);
      expect(offset - least).toBeLessThan(COPY_SLACK_BYTES);
      // Large buffers begin 16 bytes into a page; copies are slow at distances of 1 to 31 bytes.
      const distance = (((offset + 16 - position) % 4096) + 4096) % 4096;
      expect(distance === 0 || distance > 31).toBe(true);
    }),
  );
});
