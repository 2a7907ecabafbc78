/**
 * `hdf5.blosc2`: HDF5's filter 32026. A chunk of HDF5 is a contiguous Blosc2 frame (frame.ts), which holds consecutive
 * chunks (chunk-header.ts), or those of an array (b2nd.ts). A Blosc2 chunk without a frame is also read.
 */
import { HyperslabError } from "../../../errors.ts";
import type { BytesToBytesCodec, BytesType } from "../../codec.ts";
import { checkDecoded, tooLong } from "../../growing-buffer.ts";
import { loadKernels } from "../../kernels/kernels.ts";
import { allocate } from "../../pipeline/allocate.ts";
import { loadStreamCodecs } from "../blosc.ts";
import { type B2nd, parseB2nd, placeChunk, product } from "./b2nd.ts";
import { CHUNK_HEADER_BYTES, parseChunkHeader } from "./chunk-header.ts";
import { type Decoding, decodeChunk, fillSpecial } from "./decode-chunk.ts";
import { type Blosc2Frame, chunkPlace, isFrame, offsetsLength, parseFrame } from "./frame.ts";

/** A chunk of an array may be this much larger than its part inside the array: padding of up to twice along some axes. */
const MOST_PADDING = 64;

export const hdf5Blosc2: BytesToBytesCodec<undefined> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => {
    configuration.only([]);
  },
  bind: async (_, type) => {
    const kernels = await loadKernels();
    const { decoders } = await loadStreamCodecs(kernels);
    return {
      encodedLength: undefined,
      writesOut: true,
      encode,
      decode: (bytes, out) => decode({ kernels, decoders }, bytes, type, out),
    };
  },
};

/** A chunk without compression: for chunks that were stored without this filter, and are read as if they had it. */
function encode(bytes: Uint8Array): Uint8Array {
  const length = bytes.byteLength;
  const out = new Uint8Array(CHUNK_HEADER_BYTES + length);
  const view = new DataView(out.buffer);
  out.set([5, 1, 0b0001_0111, 1]);
  view.setInt32(4, length, true);
  view.setInt32(8, length, true);
  view.setInt32(12, out.byteLength, true);
  out.set(bytes, CHUNK_HEADER_BYTES);
  return out;
}

function decode(decoding: Decoding, bytes: Uint8Array, type: BytesType, out: Uint8Array | undefined): Uint8Array {
  const room = (length: number): Uint8Array => {
    checkDecoded(type, length);
    if (type.length === undefined && length > type.maxLength) throw tooLong(type.maxLength);
    return out ?? allocate(length);
  };
  if (!isFrame(bytes)) {
    const decoded = room(parseChunkHeader(bytes).length);
    decodeChunk(decoding, bytes, decoded);
    return decoded;
  }
  const frame = parseFrame(bytes);
  const layer = frame.metalayers.get("b2nd");
  if (layer === undefined) {
    const decoded = room(frame.length);
    eachChunk(decoding, frame, (index, read) => {
      const begin = index * frame.chunkSize;
      read(decoded.subarray(begin, Math.min(begin + frame.chunkSize, frame.length)));
    });
    return decoded;
  }
  const array = parseB2nd(layer);
  const decoded = room(product(array.shape) * frame.typeSize);
  decodeArray(decoding, frame, array, decoded);
  return decoded;
}

function decodeArray(decoding: Decoding, frame: Blosc2Frame, array: B2nd, decoded: Uint8Array): void {
  const { typeSize, length, chunkSize, chunkCount } = frame;
  const padded = product(array.blocks) * product(array.blockShape) * typeSize;
  if (decoded.byteLength === 0) return;
  if (padded !== chunkSize || chunkCount !== product(array.chunks) || length !== chunkCount * chunkSize) {
    throw new HyperslabError(
      "invalid-data",
      `a Blosc2 frame has ${chunkCount} chunks of ${chunkSize} bytes, but its array of shape [${array.shape.join(", ")}] needs ${product(array.chunks)} of ${padded}`,
    );
  }
  if (chunkSize > MOST_PADDING * decoded.byteLength) {
    throw new HyperslabError(
      "invalid-data",
      `a Blosc2 frame has chunks of ${chunkSize} bytes, too large for an array of ${decoded.byteLength}`,
    );
  }
  const chunk = allocate(chunkSize);
  eachChunk(decoding, frame, (index, read) => {
    read(chunk);
    placeChunk(array, typeSize, index, chunk, decoded);
  });
}

/** Calls for each chunk; `read` decodes it. */
function eachChunk(
  decoding: Decoding,
  frame: Blosc2Frame,
  visit: (index: number, read: (out: Uint8Array) => void) => void,
): void {
  const { body, offsetsAt, chunkCount, typeSize } = frame;
  if (chunkCount === 0) return;
  const index = body.subarray(offsetsAt);
  // The offsets are a chunk: its length is checked before memory is allocated for them.
  if (parseChunkHeader(index).length !== offsetsLength(frame)) {
    throw new HyperslabError("invalid-data", `the offsets of a Blosc2 frame do not fit its ${chunkCount} chunks`);
  }
  const offsets = allocate(offsetsLength(frame));
  decodeChunk(decoding, index, offsets);
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    const place = chunkPlace(offsets, chunk);
    visit(chunk, (out) => {
      if (typeof place === "number") decodeChunk(decoding, body.subarray(place, offsetsAt), out);
      else fillSpecial(place, typeSize, out, new Uint8Array(0));
    });
  }
}
