/**
 * Decodes frames as their bytes arrive: for files that are larger than memory. Only as much output is kept as matches
 * may reach (the window), plus one piece.
 */
import { HyperslabError } from "../../../../errors.ts";
import { lazyLimits } from "../../../lazy-limits.ts";
import { allocate } from "../../../pipeline/allocate.ts";
import { ZSTD_ERRORS, zstdError } from "../../zstd/errors.ts";
import { type BlockState, newBlockState } from "./decode-block.ts";
import { BLOCKS, decodeOneBlock } from "./decode-frames.ts";
import type { Output } from "./frame-decoder.ts";
import { type FrameHeader, isSkippable, readBlockHeader, readFrameHeader, readMagic } from "./frame-header.ts";
import { xxh64Stream } from "./xxh64.ts";

/** Bytes of the longest header of a frame, and of a block. */
const FRAME_HEADER = 18;
const BLOCK_HEADER = 3;
/** No block is longer: its size has 21 bits. */
const LONGEST_BLOCK = 2 ** 21;

/** The content of all frames, in pieces that are valid until the next one is requested. */
export async function* decodeZstdStream(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  const input = new Input(source[Symbol.asyncIterator]());
  // There is at least one frame.
  for (let isFirst = true; (await input.fill(FRAME_HEADER)) > 0 || isFirst; isFirst = false) {
    if (isSkippable(readMagic(input.bytes, input.at))) {
      await input.need(8);
      const length = new DataView(input.bytes.buffer, input.bytes.byteOffset + input.at + 4).getUint32(0, true);
      await input.skip(8 + length);
      continue;
    }
    const header = readFrameHeader(input.bytes, input.at);
    if (lazyLimits.streamedWindowBytes.isExceededBy(header.window)) throw largeWindow(header.window);
    input.at = header.end;
    yield* decodeBlocks(input, header);
  }
}

function largeWindow(window: number): HyperslabError {
  const most = lazyLimits.streamedWindowBytes.value;
  return new HyperslabError("unsupported", `the zstd frame needs a window of ${window} bytes, more than ${most}`, {
    hint: "Compress the file again without `--long`.",
  });
}

async function* decodeBlocks(input: Input, header: FrameHeader): AsyncGenerator<Uint8Array, undefined> {
  const { window, contentSize, checksum } = header;
  const room = contentSize === undefined ? window : Math.min(window, contentSize);
  const bytes = allocate(room + LONGEST_BLOCK + lazyLimits.streamedPieceBytes.value);
  const output: Output = { bytes, length: 0, limit: bytes.byteLength };
  const hash = xxh64Stream();
  let state: BlockState = newBlockState(0);
  let [total, told] = [0, 0];
  /** What was decoded and not yet returned. */
  const piece = (): Uint8Array => {
    const found = output.bytes.subarray(told, output.length);
    total += found.byteLength;
    told = output.length;
    if (checksum) hash.add(found);
    return found;
  };
  for (let last = false; !last; ) {
    await input.need(BLOCK_HEADER);
    await input.need(BLOCK_HEADER + storedSize(input));
    const block = readBlockHeader(input.bytes, input.at);
    decodeOneBlock(input.bytes, input.at + BLOCK_HEADER, header, block, state, output, BLOCKS);
    input.at = block.end;
    last = block.last;
    if (last || output.limit - output.length < LONGEST_BLOCK) {
      yield piece();
      const moved = Math.max(0, output.length - room);
      output.bytes.copyWithin(0, moved, output.length);
      output.length -= moved;
      told -= moved;
      state = { ...state, frameStart: 0, reach: 0 };
    }
  }
  if (contentSize !== undefined && contentSize !== total) throw zstdError(ZSTD_ERRORS.wrongContentSize);
  if (!checksum) return;
  await input.need(4);
  const stored = new DataView(input.bytes.buffer, input.bytes.byteOffset + input.at, 4).getUint32(0, true);
  if (stored !== hash.end().low) throw zstdError(ZSTD_ERRORS.wrongChecksum);
  input.at += 4;
}

/** Bytes of the block whose header is next. */
function storedSize({ bytes, at }: Input): number {
  const header = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
  return ((header >> 1) & 3) === 1 ? 1 : header >> 3;
}

/** Bytes that arrive in pieces; those in use are in one array. */
class Input {
  readonly #source: AsyncIterator<Uint8Array>;
  bytes: Uint8Array = new Uint8Array(0);
  at = 0;

  constructor(source: AsyncIterator<Uint8Array>) {
    this.#source = source;
  }

  /** Fetches up to `count` bytes from here on, and returns how many there are. */
  async fill(count: number): Promise<number> {
    while (this.bytes.byteLength - this.at < count) {
      const { value, done } = await this.#source.next();
      if (done === true) break;
      const rest = this.bytes.subarray(this.at);
      const joined = new Uint8Array(rest.byteLength + value.byteLength);
      joined.set(rest);
      joined.set(value, rest.byteLength);
      this.bytes = joined;
      this.at = 0;
    }
    return Math.min(count, this.bytes.byteLength - this.at);
  }

  async need(count: number): Promise<void> {
    if ((await this.fill(count)) < count) throw zstdError(ZSTD_ERRORS.truncated);
  }

  async skip(count: number): Promise<void> {
    for (let left = count; left > 0; ) {
      if ((await this.fill(1)) === 0) throw zstdError(ZSTD_ERRORS.truncated);
      const passed = Math.min(left, this.bytes.byteLength - this.at);
      this.at += passed;
      left -= passed;
    }
  }
}
