/** What is selected along one dimension, normalised: inside bounds, no negative indices, count known. */
export type AxisSelection =
  /** start, start + step, ...: `count` of them. `step` is never 0 and may be negative. */
  | { readonly kind: "range"; readonly start: number; readonly step: number; readonly count: number }
  /** These indices, in this order; repeats allowed. */
  | { readonly kind: "list"; readonly indices: readonly number[] };
