/** GRIB2 packing 5.42: integers by adaptive entropy coding (CCSDS 121.0-B). */
import { needBytes, viewOf } from "../../../bytes/grib/message.ts";
import { HyperslabError } from "../../../errors.ts";
import { decodeAec } from "../../bytes-to-bytes/aec/decode.ts";
import type { Floats } from "../../kernels/packed/packed.ts";
import { type Scaling, scaled, scaleOf } from "./scaling.ts";
import type { Unpacker } from "./simple-packing.ts";

/** Flags of libaec, which the template keeps. */
const AEC = { signed: 1, preprocess: 8, restricted: 16, padded: 32 } as const;

export function unpackCcsds(
  template: Uint8Array,
  data: Uint8Array,
  count: number,
  scaling: Scaling,
  { kernel, isWide }: Unpacker,
): Floats {
  needBytes(template, 25, "section 5");
  const flags = template[21]!;
  const blockSize = template[22]!;
  const interval = viewOf(template).getUint16(23);
  if (blockSize < 1 || interval < 1)
    throw new HyperslabError("invalid-data", `blocks of ${blockSize} samples, ${interval} in an interval`);
  const coding = {
    bitsPerSample: template[19]!,
    blockSize,
    interval,
    signed: (flags & AEC.signed) !== 0,
    preprocess: (flags & AEC.preprocess) !== 0,
    restricted: (flags & AEC.restricted) !== 0,
    padded: (flags & AEC.padded) !== 0,
  };
  const found = kernel?.scaledSamples(data, coding, { count, isWide, scale: scaleOf(scaling) });
  return found ?? scaled(Float64Array.from(decodeAec(data, coding, count)), scaling, isWide);
}
