/** Single chunks of Bloscpack files: a Blosc frame, followed by its checksum. */

import { parseBloscHead, parseBloscHeader } from "../../../bytes/blosc/frame-header.ts";
import type { FrameOptions } from "../../../bytes/blosc/options.ts";
import { computeChecksum, type FastAdler32 } from "../../../bytes/checksum/digest.ts";
import { type ChecksumName, checksumSize, compareChecksum } from "../../../bytes/checksum/named-checksum.ts";
import { HyperslabError } from "../../../errors.ts";
import { checkRatio, loadStreamCodecs } from "../../bytes-to-bytes/blosc.ts";
import { decodeBloscBytes } from "../../kernels/blosc-decode.ts";
import { encodeBlosc, encodeBloscBlocks } from "../../kernels/blosc-encode.ts";
import { type Kernels, loadKernels } from "../../kernels/kernels.ts";
import { stage, within } from "../../kernels/staged.ts";
import { lazyLimits } from "../../lazy-limits.ts";

export interface FrameCodec {
  /** A frame and its checksum; they lie in `out`, which may overlap `bytes`, if that has room for them. */
  encode(bytes: Uint8Array, choice: FrameOptions, out?: Uint8Array): Uint8Array;
  /** Returns the frame; refuses one that does not decode to `length` bytes, is truncated, or has a different checksum. */
  check(stored: Uint8Array, checksum: ChecksumName, length: number): Uint8Array;
  /** Verifies the checksum and decodes the whole frame into `out`, which has its decoded length. */
  decode(stored: Uint8Array, checksum: ChecksumName, out: Uint8Array): void;
  /** Decodes bytes `from` to `to` of a frame. */
  decodePart(frame: Uint8Array, from: number, to: number, out: Uint8Array): void;
}

/** The codec over the kernels of this realm. */
export async function loadFrameCodec(): Promise<FrameCodec> {
  const kernels = await loadKernels();
  const { decoders, encoders } = await loadStreamCodecs(kernels);
  const adler32 = fastAdler32(kernels);
  return {
    encode: (bytes, choice, out) => {
      const { blockSize = 0, checksum } = choice;
      const options = { ...choice, blockSize: 0 };
      const frame =
        blockSize === 0
          ? encodeBlosc(kernels, bytes, options, encoders, out)
          : encodeBloscBlocks(kernels, bytes, options, encoders, blockSize, out);
      return withChecksum(frame, computeChecksum(checksum, frame, adler32), out);
    },
    check: (stored, checksum, length) => checkFrame(stored, checksum, length, adler32),
    decode: (stored, checksum, out) => {
      const frame = checkFrame(stored, checksum, out.byteLength, adler32);
      decodeBloscBytes(kernels, frame, 0, out.byteLength, out, decoders);
    },
    decodePart: (frame, from, to, out) => decodeBloscBytes(kernels, frame, from, to, out, decoders),
  };
}

function checkFrame(stored: Uint8Array, checksum: ChecksumName, length: number, adler32: FastAdler32): Uint8Array {
  const { frameLength } = parseBloscHead(stored);
  const end = frameLength + checksumSize(checksum);
  if (end > stored.byteLength) {
    const what = `it is truncated, or overlaps the next one: ${stored.byteLength} bytes of ${end}`;
    throw new HyperslabError("invalid-data", what);
  }
  const frame = stored.subarray(0, frameLength);
  compareChecksum(checksum, computeChecksum(checksum, frame, adler32), stored.subarray(frameLength, end), "the chunk");
  const header = parseBloscHeader(frame);
  checkRatio(header);
  if (header.length === length) return frame;
  const what = `its Blosc frame holds ${header.length} bytes, the header of the file says ${length}`;
  throw new HyperslabError("invalid-data", what);
}

function withChecksum(frame: Uint8Array, digest: Uint8Array, out: Uint8Array | undefined): Uint8Array {
  if (digest.byteLength === 0) return frame;
  const length = frame.byteLength + digest.byteLength;
  const stored = out !== undefined && out.byteLength >= length ? out.subarray(0, length) : new Uint8Array(length);
  stored.set(frame);
  stored.set(digest, frame.byteLength);
  return stored;
}

/** Adler-32 by the kernels. */
function fastAdler32(kernels: Kernels): (bytes: Uint8Array) => number {
  return (bytes) => {
    let sum = 1;
    for (let at = 0; at < bytes.byteLength; at += lazyLimits.summedBytes.value) {
      const part = bytes.subarray(at, at + lazyLimits.summedBytes.cap(bytes.byteLength - at));
      sum = within(kernels, () => kernels.adler32(stage(kernels, part), part.byteLength, sum) >>> 0);
    }
    return sum;
  };
}
