/** The limits of this room that pages load with the core; the others are in lazy-limits.ts. See bytes/limit.ts. */
import { defineLimits, type Limit } from "../bytes/limit.ts";

const MIB = 1024 * 1024;

type Name = "keptScratchBytes" | "kernelAreaBytes" | "mergedReadBytes" | "unknownLengthBytes";

export const codecLimits: Readonly<Record<Name, Limit>> = defineLimits("codecs", {
  /** Larger scratch buffers are not kept between chunks, so that an idle pipeline holds little. */
  keptScratchBytes: [64 * MIB, 256],
  /** Larger chunks stay outside kernel memory, which never shrinks. */
  kernelAreaBytes: [32 * MIB, 512],
  /** One request this large keeps a connection busy for long enough; more would only cost memory. */
  mergedReadBytes: [16 * MIB, 128],
  /** The most that a decoder may produce if the length is not known in advance (variable-length types). */
  unknownLengthBytes: [2 ** 30, 2 ** 30],
});
