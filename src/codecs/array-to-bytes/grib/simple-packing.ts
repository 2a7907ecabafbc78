/** Integers of one width (GRIB2 packing 5.0, and most of edition 1), scaled. */
import type { Floats, PackedKernel } from "../../kernels/packed/packed.ts";
import { unpackIntegers } from "./bits.ts";
import type { Inflate } from "./png.ts";
import { type Scaling, scaled, scaleOf } from "./scaling.ts";

/** What unpacking needs, and the form of the result. */
export interface Unpacker {
  readonly inflate: Inflate;
  /** Undefined if there is no WebAssembly. It gives the same values as the code in TypeScript. */
  readonly kernel: PackedKernel | undefined;
  /** float64 instead of float32. */
  readonly isWide: boolean;
}

/** From the first byte of `data` on; too few bytes are `invalid-data`. */
export function unpackSimple(
  data: Uint8Array,
  bits: number,
  count: number,
  scaling: Scaling,
  { kernel, isWide }: Unpacker,
): Floats {
  const found = kernel?.simple(data, bits, { count, isWide, scale: scaleOf(scaling) });
  return found ?? scaled(unpackIntegers(data, 0, bits, count), scaling, isWide);
}
