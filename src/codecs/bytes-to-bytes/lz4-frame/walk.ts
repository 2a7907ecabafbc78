/**
 * Consecutive LZ4 frames; all numbers little-endian:
 *
 *   frame      u32 0x184d2204, flags, block size, [u64 content size], [u32 dictionary], u8 header checksum, blocks,
 *              u32 0, [u32 content checksum]
 *   flags      bits 6-7 version 1, 5 blocks are independent, 4 block checksums, 3 content size, 2 content checksum,
 *              0 dictionary
 *   block      u32 size (bit 31: stored uncompressed), bytes, [u32 checksum of these]
 *   skippable  u32 0x184d2a50 .. 5f, u32 size, bytes that are ignored
 *   legacy     u32 0x184c2102, then u32 size and bytes of each block of 8 MiB, to the end or the next frame
 *
 * Checksums are XXH32; that of the header is the second byte of one.
 */

import { xxh32 } from "../../../bytes/checksum/xxh32.ts";
import { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { HyperslabError } from "../../../errors.ts";

export const MAGIC = 0x184d2204;
const LEGACY_MAGIC = 0x184c2102;
const SKIPPABLE = 0x184d2a5;
const LEGACY_BLOCK = 8 * 2 ** 20;
export const STORED: number = 2 ** 31;

export const FLAG = {
  version: 0x40,
  independent: 0x20,
  blockChecksum: 0x10,
  contentSize: 0x08,
  contentChecksum: 0x04,
  dictionary: 0x01,
} as const;
const VERSION_BITS = 0xc0;
const RESERVED_FLAGS = 0x02;
const RESERVED_BLOCK = 0x8f;

export interface Frame {
  /** Whether blocks may refer to previous ones. */
  readonly linked: boolean;
  /** The most bytes that a block decodes to. */
  readonly largestBlock: number;
  readonly contentSize: number | undefined;
}

export interface Block {
  /** The offset and number of its bytes. */
  readonly at: number;
  readonly size: number;
  readonly stored: boolean;
  readonly checksum: number | undefined;
}

export interface FrameVisitor {
  begin(frame: Frame): void;
  block(block: Block, frame: Frame): void;
  end(frame: Frame, contentChecksum: number | undefined): void;
}

/** Bytes per block, by its number in a frame. */
export function largestBlock(id: number): number {
  return 2 ** (8 + 2 * id);
}

/** Visits every block of every frame. Anything incomplete is `invalid-data`. */
export function walkFrames(bytes: Uint8Array, visitor: FrameVisitor): void {
  const cursor = new ByteCursor(bytes);
  do {
    const magic = cursor.u32();
    if (magic >>> 4 === SKIPPABLE) cursor.skip(cursor.u32());
    else if (magic === LEGACY_MAGIC) walkLegacy(cursor, visitor);
    else if (magic === MAGIC) walkFrame(bytes, cursor, visitor);
    else cursor.fail("no LZ4 frame", 4);
  } while (cursor.remaining > 0);
}

function walkFrame(bytes: Uint8Array, cursor: ByteCursor, visitor: FrameVisitor): void {
  const start = cursor.offset;
  const flags = cursor.u8();
  const sizes = cursor.u8();
  if ((flags & VERSION_BITS) !== FLAG.version || (flags & RESERVED_FLAGS) !== 0 || (sizes & RESERVED_BLOCK) !== 0) {
    cursor.fail("an LZ4 frame of an unknown version", 2);
  }
  const id = sizes >> 4;
  if (id < 4) cursor.fail(`an LZ4 frame with blocks of the unknown size ${id}`, 1);
  const contentSize = (flags & FLAG.contentSize) === 0 ? undefined : cursor.u64Number();
  if ((flags & FLAG.dictionary) !== 0) {
    throw new HyperslabError(
      "unsupported",
      `the LZ4 frame needs the dictionary ${cursor.u32()}, which it does not hold`,
      {
        hint: "Re-encode the data without a dictionary.",
      },
    );
  }
  checkSum("the header of an LZ4 frame", (xxh32(bytes.subarray(start, cursor.offset)) >>> 8) & 0xff, cursor.u8());
  const frame: Frame = {
    linked: (flags & FLAG.independent) === 0,
    largestBlock: largestBlock(id),
    contentSize,
  };
  visitor.begin(frame);
  for (let word = cursor.u32(); word !== 0; word = cursor.u32()) {
    const size = word % STORED;
    const block = takeBlock(cursor, size, word >= STORED, frame.largestBlock);
    visitor.block({ ...block, checksum: (flags & FLAG.blockChecksum) === 0 ? undefined : cursor.u32() }, frame);
  }
  visitor.end(frame, (flags & FLAG.contentChecksum) === 0 ? undefined : cursor.u32());
}

function walkLegacy(cursor: ByteCursor, visitor: FrameVisitor): void {
  const frame: Frame = { linked: false, largestBlock: LEGACY_BLOCK, contentSize: undefined };
  visitor.begin(frame);
  while (cursor.remaining > 0) {
    const size = cursor.u32();
    if (isMagic(size)) {
      cursor.offset -= 4;
      break;
    }
    // Nothing is stored uncompressed, so blocks may become slightly longer.
    visitor.block(
      { ...takeBlock(cursor, size, false, LEGACY_BLOCK + LEGACY_BLOCK / 255 + 16), checksum: undefined },
      frame,
    );
  }
  visitor.end(frame, undefined);
}

function isMagic(word: number): boolean {
  return word === MAGIC || word === LEGACY_MAGIC || word >>> 4 === SKIPPABLE;
}

function takeBlock(cursor: ByteCursor, size: number, stored: boolean, most: number): Omit<Block, "checksum"> {
  if (size > most) cursor.fail(`an LZ4 block of ${size} bytes, at most ${Math.floor(most)} are allowed,`, 4);
  const at = cursor.offset;
  cursor.skip(size);
  return { at, size, stored };
}

/** Refuses data that does not match its stored checksum. */
export function checkSum(what: string, computed: number, stored: number): void {
  if (computed === stored) return;
  const sums = `stored 0x${stored.toString(16)}, computed 0x${computed.toString(16)}`;
  throw new HyperslabError("invalid-data", `the checksum of ${what} does not match: ${sums}`);
}
