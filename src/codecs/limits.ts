/** The limits of this room; see bytes/limit.ts. */
import { defineLimits, type Limit } from "../bytes/limit.ts";

const MIB = 1024 * 1024;

type Name = "keptScratchBytes";

export const codecLimits: Readonly<Record<Name, Limit>> = defineLimits("codecs", {
  /** Scratch buffers over this are not kept between chunks, so that an idle pipeline holds little. */
  keptScratchBytes: [64 * MIB, 256],
});
