/** A part of a byte object. `suffix` counts from the end; an absent range means the whole object. */
export type ByteRange =
  | { readonly offset: number; readonly length: number }
  /** From `offset` to the end. */
  | { readonly offset: number; readonly length?: undefined }
  /** The last `suffix` bytes (all of them if the object is shorter). */
  | { readonly suffix: number };

/** The range as an absolute half-open interval, clipped to an object of `size` bytes. */
export function resolveRange(
  range: ByteRange | undefined,
  size: number,
): { readonly start: number; readonly end: number } {
  if (range === undefined) return { start: 0, end: size };
  if ("suffix" in range) return { start: Math.max(0, size - range.suffix), end: size };
  const start = Math.min(range.offset, size);
  return { start, end: range.length === undefined ? size : Math.min(size, range.offset + range.length) };
}

/** `bytes=0-99`, `bytes=100-`, `bytes=-8`: the spelling of HTTP Range headers and error messages. */
export function formatRange(range: ByteRange): string {
  if ("suffix" in range) return `bytes=-${range.suffix}`;
  return `bytes=${range.offset}-${range.length === undefined ? "" : range.offset + range.length - 1}`;
}
