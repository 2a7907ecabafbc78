/** As zstd-damage.test.ts, with more and larger frames. */
import { expect, it } from "vitest";
import { cutFrames, flipBits } from "./zstd-damage.ts";

it("refuses larger frames wherever they are cut", () => {
  cutFrames(900);
});

it("agrees on frames with bits flipped anywhere", () => {
  expect(flipBits(2000, 23)).toBeGreaterThan(300);
});
