/**
 * A Blosc2 chunk: after its header the offset (i32, from the chunk's start) of each block. A block is one stream, or one per
 * byte of an element: i32 length, bytes. A length of 0 is a run of zeros; a negative one, followed by a token of 1, a run of the
 * byte that it is the negative of; one as long as what it decodes to is stored uncompressed.
 */
import { HyperslabError, isHyperslabError } from "../../../errors.ts";
import type { StreamDecoders } from "../../kernels/blosc-decode.ts";
import { decodeStreamTo } from "../../kernels/blosc-stream.ts";
import type { Kernels } from "../../kernels/kernels.ts";
import { bring, deliver, within } from "../../kernels/staged.ts";
import { CHUNK_HEADER_BYTES, type ChunkHeader, parseChunkHeader, type Special } from "./chunk-header.ts";
import { type UndoFilters, undoDelta, undoFilters } from "./filters.ts";

const TOKEN_RUN = 1;

export interface Decoding {
  readonly kernels: Kernels;
  readonly decoders: StreamDecoders;
}

/** Decodes a chunk into `out`, whose length must be the chunk's. */
export function decodeChunk(decoding: Decoding, source: Uint8Array, out: Uint8Array): void {
  const header = parseChunkHeader(source);
  const { length, blockSize, chunkLength, special, isStored, typeSize } = header;
  if (length !== out.byteLength) {
    throw new HyperslabError("invalid-data", `a Blosc2 chunk decodes to ${length} bytes, expected ${out.byteLength}`);
  }
  const chunk = source.subarray(0, chunkLength);
  if (special !== undefined) {
    fillSpecial(special, typeSize, out, chunk.subarray(CHUNK_HEADER_BYTES));
  } else if (isStored) {
    if (chunkLength < CHUNK_HEADER_BYTES + length) throw broken(`${chunkLength} bytes store ${length}`);
    out.set(chunk.subarray(CHUNK_HEADER_BYTES, CHUNK_HEADER_BYTES + length));
  } else if (length > 0) {
    const undo = undoFilters(header);
    const blocks = Math.ceil(length / blockSize);
    if (chunkLength < CHUNK_HEADER_BYTES + 4 * blocks) throw broken(`${chunkLength} bytes have ${blocks} blocks`);
    for (let block = 0; block < blocks; block++) {
      within(decoding.kernels, () => decodeBlock(decoding, chunk, header, undo, block, out));
    }
  }
}

/** Fills `out` with the value of a chunk of one value. */
export function fillSpecial(special: Special, typeSize: number, out: Uint8Array, value: Uint8Array): void {
  if (special === "zeros") {
    out.fill(0);
    return;
  }
  if (special === "nan" && typeSize !== 4 && typeSize !== 8) throw broken(`it holds NaN of ${typeSize} bytes`);
  const element = special === "nan" ? notANumber(typeSize) : value.subarray(0, typeSize);
  if (element.byteLength < typeSize || out.byteLength % typeSize !== 0) {
    throw broken(`one value of ${element.byteLength} bytes fills ${out.byteLength} bytes of elements of ${typeSize}`);
  }
  for (let at = 0; at < out.byteLength; at += typeSize) out.set(element, at);
}

function notANumber(size: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(size));
  if (size === 4) view.setUint32(0, 0x7fc00000, true);
  else view.setUint32(4, 0x7ff80000, true);
  return new Uint8Array(view.buffer);
}

function decodeBlock(
  decoding: Decoding,
  chunk: Uint8Array,
  header: ChunkHeader,
  { steps, delta }: UndoFilters,
  block: number,
  out: Uint8Array,
): void {
  const { kernels } = decoding;
  const { blockSize, length: total } = header;
  const begin = block * blockSize;
  const length = Math.min(blockSize, total - begin);
  let here = kernels.memory.allocate(length);
  let other = steps.some(({ inPlace }) => !inPlace) ? kernels.memory.allocate(length) : here;
  readStreams(decoding, chunk, header, block, length, here);
  for (const { inPlace, run } of steps) {
    run(kernels, here, other, length);
    if (!inPlace) [here, other] = [other, here];
  }
  deliver(kernels, here, length, out, begin);
  if (delta !== undefined) undoDelta(out, delta, begin, length);
}

function readStreams(
  { kernels, decoders }: Decoding,
  chunk: Uint8Array,
  { isSplit, blockSize, typeSize, format }: ChunkHeader,
  block: number,
  length: number,
  target: number,
): void {
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const fail = (what: string): never => {
    throw broken(`block ${block}: ${what}`);
  };
  const count = isSplit && length === blockSize ? typeSize : 1;
  if (length % count !== 0) fail(`${length} bytes cannot be split into ${count} streams`);
  const size = length / count;
  let at = view.getInt32(CHUNK_HEADER_BYTES + 4 * block, true);
  if (at < CHUNK_HEADER_BYTES) fail(`it begins at offset ${at}`);
  for (let stream = 0; stream < count; stream++) {
    if (at > chunk.byteLength - 4) fail(`stream ${stream} lies beyond the end of the chunk`);
    const stored = view.getInt32(at, true);
    const to = target + stream * size;
    at += 4;
    if (stored <= 0) {
      if (stored < 0 && (stored < -255 || chunk[at] !== TOKEN_RUN)) fail(`stream ${stream} has the length ${stored}`);
      kernels.memory.bytes.fill(-stored, to, to + size);
      if (stored < 0) at++;
      continue;
    }
    if (stored > chunk.byteLength - at) fail(`stream ${stream} of ${stored} bytes does not fit into the chunk`);
    const bytes = chunk.subarray(at, at + stored);
    at += stored;
    if (stored === size) {
      bring(kernels, bytes, to);
      continue;
    }
    try {
      within(kernels, () => decodeStreamTo(kernels, decoders, format, bytes, to, size));
    } catch (error) {
      if (!isHyperslabError(error) || error.code !== "invalid-data") throw error;
      fail(`stream ${stream}: ${error.what}`);
    }
  }
}

function broken(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `the Blosc2 chunk is broken: ${what}`);
}
