/** Decodes LZ4 frames (framing: walk.ts) inside kernel memory, where linked blocks find the previous ones. */
import { xxh32 } from "../../../bytes/checksum/xxh32.ts";
import { HyperslabError } from "../../../errors.ts";
import type { BytesType } from "../../codec.ts";
import { checkDecoded, tooLong } from "../../growing-buffer.ts";
import type { Kernels } from "../../kernels/kernels.ts";
import { deliver, stage } from "../../kernels/staged.ts";
import { allocate } from "../../pipeline/allocate.ts";
import { type Block, checkSum, type Frame, walkFrames } from "./walk.ts";

/** The most bytes that one byte of a block can decode to. */
const LARGEST_RATIO = 255;

/** The content of all frames. Allocates kernel memory, which the caller frees. */
export function decodeFrames(kernels: Kernels, bytes: Uint8Array, type: BytesType, out?: Uint8Array): Uint8Array {
  const { memory } = kernels;
  const room = type.length ?? Math.min(type.maxLength, mostOf(bytes));
  const source = stage(kernels, bytes);
  const target = memory.allocate(room);
  let done = 0;
  let frameStart = 0;
  walkFrames(bytes, {
    begin: ({ contentSize = 0 }) => {
      frameStart = done;
      if (contentSize > room - done) throw wrongLength(type, done + contentSize, room);
    },
    block: (block, frame) => {
      const stored = bytes.subarray(block.at, block.at + block.size);
      if (block.checksum !== undefined) checkSum("an LZ4 block", xxh32(stored), block.checksum);
      done += decodeBlock(kernels, source, target + done, block, frame, room - done, done - frameStart);
    },
    end: ({ contentSize }, contentChecksum) => {
      const found = done - frameStart;
      if (contentSize !== undefined && contentSize !== found) {
        throw new HyperslabError("invalid-data", `the LZ4 frame holds ${found} bytes, its header says ${contentSize}`);
      }
      if (contentChecksum === undefined) return;
      const content = memory.bytes.subarray(target + frameStart, target + done);
      checkSum("an LZ4 frame's content", xxh32(content), contentChecksum);
    },
  });
  checkDecoded(type, done);
  const decoded = out ?? allocate(done);
  deliver(kernels, target, done, decoded, 0);
  return decoded;
}

/** The most bytes that frames can decode to. */
function mostOf(bytes: Uint8Array): number {
  let most = 0;
  walkFrames(bytes, {
    begin: () => {},
    block: ({ size, stored }, frame) => {
      most += stored ? size : Math.min(frame.largestBlock, size * LARGEST_RATIO);
    },
    end: () => {},
  });
  return most;
}

/** Decodes a block to `target`, and returns the decoded length. */
function decodeBlock(
  kernels: Kernels,
  source: number,
  target: number,
  { at, size, stored }: Block,
  { linked, largestBlock }: Frame,
  room: number,
  before: number,
): number {
  if (stored) {
    if (size > room) throw tooLong(room);
    kernels.copy(target, source + at, size);
    return size;
  }
  const most = Math.min(room, largestBlock);
  const found = kernels.lz4DecodeLinked(source + at, size, target, most, linked ? before : 0);
  if (found >= 0) return found;
  const why = most === room ? `, or decodes to more than the ${room} bytes that are left` : "";
  throw new HyperslabError("invalid-data", `the LZ4 block of ${size} bytes at byte ${at} is corrupt${why}`);
}

function wrongLength({ length }: BytesType, found: number, room: number): HyperslabError {
  if (length === undefined) return tooLong(room);
  return new HyperslabError("invalid-data", `decodes to ${found} bytes or more, expected ${length}`);
}
