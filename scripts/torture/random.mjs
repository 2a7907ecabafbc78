// Draws of a scenario, all from one seed.
import { randomOf } from "../fuzz/random.mjs";

/** Which case of which scenario: scenarios with the same seed draw different things. */
export function drawsOf(scenario, seed) {
  let hash = 0;
  for (const letter of scenario) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0;
  const random = randomOf(seed, hash >>> 1);
  /** An integer from `low` to `high`, both included. */
  const between = (low, high) => low + random.below(high - low + 1);
  /** True in `percent` of 100 draws. */
  const often = (percent) => random.below(100) < percent;
  const shuffled = (list) => {
    const copy = [...list];
    for (let i = copy.length - 1; i > 0; i--) {
      const j = random.below(i + 1);
      [copy[i], copy[j]] = [copy[j], copy[i]];
    }
    return copy;
  };
  const bytes = (count) => {
    const drawn = Buffer.alloc(count);
    for (let i = 0; i < count; i++) drawn[i] = random.bits() & 0xff;
    return drawn;
  };
  return { ...random, between, often, shuffled, bytes };
}
