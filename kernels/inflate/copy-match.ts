/** Copies of matches inside the output, by whole vectors. */
import { PATTERNS, STEPS } from "./workspace";

/** How far a copy may run past its end: the caller has checked that these bytes are his. */
export const WILD: usize = 64;

/** Copies `length` bytes from `distance` bytes behind; from nearer than a vector it is a pattern that repeats itself. */
@inline
export function copyWild(workspace: usize, out: usize, distance: usize, length: usize): void {
  const end = out + length;
  let source = out - distance;
  if (distance >= 16) {
    v128.store(out, v128.load(source));
    if (length > 16) {
      out += 16;
      source += 16;
      do {
        v128.store(out, v128.load(source));
        v128.store(out, v128.load(source, 16), 16);
        out += 32;
        source += 32;
      } while (out < end);
    }
  } else {
    const pattern = i8x16.swizzle(v128.load(source), v128.load(workspace + (distance << 4), PATTERNS));
    const step = <usize>load<u8>(workspace + distance, STEPS);
    v128.store(out, pattern);
    out += step;
    while (out < end) {
      v128.store(out, pattern);
      out += step;
      v128.store(out, pattern);
      out += step;
      v128.store(out, pattern);
      out += step;
    }
  }
}
