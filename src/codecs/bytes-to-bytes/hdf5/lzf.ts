/**
 * `hdf5.lzf`: h5py's filter 32000, the format of LibLZF. A control byte below 32 is followed by that many literals and one
 * more; any other has a length in its upper three bits (7: another byte adds to it) and an offset in the rest and the next byte.
 */
import { HyperslabError } from "../../../errors.ts";
import type { BytesToBytesCodec } from "../../codec.ts";
import { allocate } from "../../pipeline/allocate.ts";
import { boundedLength } from "./decoded-length.ts";

const MOST_LITERALS = 32;
/** A reference of three bytes gives at most 264 bytes. */
const LARGEST_RATIO = 88;

export const hdf5Lzf: BytesToBytesCodec<undefined> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => {
    configuration.only([]);
  },
  bind: (_, type) => ({
    encodedLength: undefined,
    writesOut: true,
    encode,
    decode: (bytes, out) =>
      decode(bytes, out ?? allocate(boundedLength(type, bytes.byteLength * LARGEST_RATIO)), type.length),
  }),
};

/** Only literals: for chunks that were stored without this filter, and are read as if they had it. */
function encode(bytes: Uint8Array): Uint8Array {
  const runs = Math.ceil(bytes.byteLength / MOST_LITERALS);
  const out = new Uint8Array(bytes.byteLength + runs);
  for (let run = 0; run < runs; run++) {
    const part = bytes.subarray(run * MOST_LITERALS, (run + 1) * MOST_LITERALS);
    out[run * (MOST_LITERALS + 1)] = part.byteLength - 1;
    out.set(part, run * (MOST_LITERALS + 1) + 1);
  }
  return out;
}

function decode(bytes: Uint8Array, out: Uint8Array, expected: number | undefined): Uint8Array {
  const fail = (what: string, at: number): never => {
    throw new HyperslabError("invalid-data", `LZF data ${what} at byte ${at}`);
  };
  let to = 0;
  for (let at = 0; at < bytes.byteLength; ) {
    const control = bytes[at++]!;
    if (control < MOST_LITERALS) {
      const count = control + 1;
      if (at + count > bytes.byteLength) fail("end within literals", at);
      if (to + count > out.byteLength) fail("are longer than expected", at);
      out.set(bytes.subarray(at, at + count), to);
      at += count;
      to += count;
      continue;
    }
    let length = control >> 5;
    if (length === 7) length += bytes[at++] ?? fail("end within a reference", at);
    const from = to - ((control & 31) << 8) - (bytes[at++] ?? fail("end within a reference", at)) - 1;
    length += 2;
    if (from < 0) fail("refer to bytes before their start", at);
    if (to + length > out.byteLength) fail("are longer than expected", at);
    for (let index = 0; index < length; index++) out[to + index] = out[from + index]!;
    to += length;
  }
  if (expected !== undefined && to !== expected) fail(`give ${to} bytes, expected ${expected},`, bytes.byteLength);
  return to === out.byteLength ? out : out.subarray(0, to);
}
