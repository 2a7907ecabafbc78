/** `HYPERSLAB_THOROUGH=1 npm test` runs every case of the longest suites; otherwise a part of each, always the same. */
export const isThorough: boolean = process.env["HYPERSLAB_THOROUGH"] === "1";

/** About `count` of the cases, spread over all of them; in a thorough run, all. */
export function some<T>(cases: readonly T[], count: number): readonly T[] {
  if (isThorough || cases.length <= count) return cases;
  const step = cases.length / count;
  return Array.from({ length: count }, (_, index) => cases[Math.floor(index * step)]!);
}
