/**
 * Codecs that put a four-byte checksum, a little-endian uint32, before or after the bytes, and verify it on every
 * decode. In numcodecs, `location` chooses the position of the first three.
 */
import { adler32 } from "../../bytes/checksum/adler32.ts";
import { crc32, crc32c } from "../../bytes/checksum/crc32.ts";
import { fletcher32 } from "../../bytes/checksum/fletcher32.ts";
import { jenkinsLookup3 } from "../../bytes/checksum/jenkins-lookup3.ts";
import { HyperslabError } from "../../errors.ts";
import type { BoundBytesToBytes, BytesToBytesCodec, BytesType } from "../codec.ts";
import { givenMember, parseNothing } from "../configuration.ts";
import { type Kernels, loadKernels } from "../kernels/kernels.ts";
import { lazyLimits } from "../lazy-limits.ts";
import { allocate } from "../pipeline/allocate.ts";

type Checksum = (bytes: Uint8Array) => number;
type ByKernel = (kernels: Kernels, bytes: Uint8Array) => number;
type Location = "start" | "end";

export const crc32cCodec: BytesToBytesCodec<Location> = placed("end", crc32c, (kernels, bytes) =>
  overPieces(kernels, bytes, 0, kernels.crc32c),
);

export const crc32Codec: BytesToBytesCodec<Location> = placed("start", crc32);

export const adler32Codec: BytesToBytesCodec<Location> = placed("start", adler32, (kernels, bytes) =>
  overPieces(kernels, bytes, 1, kernels.adler32),
);

/** As written by HDF5's filter of that name. */
export const fletcher32Codec: BytesToBytesCodec<undefined> = {
  kind: "bytes-to-bytes",
  parse: parseNothing,
  bind: async (_, type) => bindChecksum(await best(type, fletcher32, fletcher32ByKernel), "end", type),
};

function fletcher32ByKernel(kernels: Kernels, bytes: Uint8Array): number {
  const fold = (sum: number): number => (sum & 0xffff) + (sum >>> 16);
  const [first, second] = overPiecesWithState(kernels, bytes, [0, 0], kernels.fletcher32).map(fold);
  return ((second! << 16) | first!) >>> 0;
}

export interface JenkinsConfiguration {
  /** Where the hash starts. */
  readonly initval: number;
  /** Hashed before the data, but not stored. */
  readonly prefix: Uint8Array | undefined;
}

/** The checksum of HDF5's metadata. */
export const jenkinsLookup3Codec: BytesToBytesCodec<JenkinsConfiguration> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => {
    configuration.only(["initval", "prefix", "id"]);
    const prefix = givenMember(configuration, "prefix");
    return {
      initval: configuration.get("initval")?.integer(0, 2 ** 32 - 1) ?? 0,
      prefix: prefix && Uint8Array.from(prefix.items(), (item) => item.integer(0, 255)),
    };
  },
  bind: async ({ initval, prefix }, type) => {
    const plain: Checksum = (bytes) => jenkinsLookup3(bytes, initval, prefix);
    const byKernel: ByKernel = (kernels, bytes) =>
      jenkinsLookup3(bytes, initval, prefix, (whole, words) =>
        overPiecesWithState(kernels, whole, words, kernels.lookup3),
      );
    return bindChecksum(await best(type, plain, byKernel), "end", type);
  },
};

/** A codec with a `location`. */
function placed(usual: Location, plain: Checksum, byKernel?: ByKernel): BytesToBytesCodec<Location> {
  return {
    kind: "bytes-to-bytes",
    parse: (configuration) => {
      configuration.only(["location", "id"]);
      return givenMember(configuration, "location")?.oneOf<Location>(["start", "end"]) ?? usual;
    },
    bind: async (location, type) => bindChecksum(await best(type, plain, byKernel), location, type),
  };
}

async function best({ length }: BytesType, plain: Checksum, byKernel: ByKernel | undefined): Promise<Checksum> {
  return byKernel === undefined ? plain : checksumBy(await kernelsFor(length), plain, byKernel);
}

const CHECKSUM_BYTES = 4;

function bindChecksum(checksum: Checksum, location: Location, { length }: BytesType): BoundBytesToBytes {
  return {
    encodedLength: length === undefined ? undefined : length + CHECKSUM_BYTES,
    encode: (bytes) => {
      const encoded = allocate(bytes.byteLength + CHECKSUM_BYTES);
      encoded.set(bytes, location === "start" ? CHECKSUM_BYTES : 0);
      new DataView(encoded.buffer).setUint32(location === "start" ? 0 : bytes.byteLength, checksum(bytes), true);
      return encoded;
    },
    decode: (bytes) => {
      const size = bytes.byteLength - CHECKSUM_BYTES;
      if (size < 0 || (length !== undefined && size !== length)) {
        const expected = length === undefined ? `at least ${CHECKSUM_BYTES}` : length + CHECKSUM_BYTES;
        throw new HyperslabError("invalid-data", `${bytes.byteLength} bytes are stored, expected ${expected}`);
      }
      const start = location === "start" ? CHECKSUM_BYTES : 0;
      const decoded = bytes.subarray(start, start + size);
      const stored = new DataView(bytes.buffer, bytes.byteOffset).getUint32(location === "start" ? 0 : size, true);
      const computed = checksum(decoded);
      if (stored === computed) return decoded;
      const what = `checksum mismatch: stored ${hexadecimal(stored)}, computed ${hexadecimal(computed)}`;
      throw new HyperslabError("invalid-data", what);
    },
  };
}

function hexadecimal(value: number): string {
  return `0x${value.toString(16).padStart(8, "0")}`;
}

// Checksums of bytes outside kernel memory: copied in piece by piece, so that each piece is read from a cache nearby.

const STATE_BYTES = 16;

/** True if a kernel is faster for bytes of this length. Plain kernels never are. */
function pays(kernels: Kernels | undefined, length: number): kernels is Kernels {
  return kernels?.variant === "wasm" && lazyLimits.kernelSumBytes.isReachedBy(length);
}

/** The checksum by the fastest available method. `plain` is the same in TypeScript. */
function checksumBy(
  kernels: Kernels | undefined,
  plain: (bytes: Uint8Array) => number,
  byKernel: (kernels: Kernels, bytes: Uint8Array) => number,
): (bytes: Uint8Array) => number {
  return (bytes) => (pays(kernels, bytes.byteLength) ? byKernel(kernels, bytes) : plain(bytes));
}

/** Runs `step` over all bytes with a piece in memory, its length, and the previous result. */
function overPieces(
  { memory }: Kernels,
  bytes: Uint8Array,
  initial: number,
  step: (pointer: number, length: number, value: number) => number,
): number {
  const mark = memory.mark();
  const own = memory.locate(bytes);
  let value = initial;
  try {
    const piece = lazyLimits.sumPieceBytes.cap(bytes.byteLength);
    const pointer = own ?? memory.allocate(piece);
    for (let at = 0; at < bytes.byteLength; at += piece) {
      const length = Math.min(piece, bytes.byteLength - at);
      if (own === undefined) memory.bytes.set(bytes.subarray(at, at + length), pointer);
      value = step(own === undefined ? pointer : own + at, length, value);
    }
  } finally {
    memory.release(mark);
  }
  return value;
}

/** Runs `step` over all bytes with a state of up to four words in memory, and returns the final words. */
function overPiecesWithState(
  kernels: Kernels,
  bytes: Uint8Array,
  initial: readonly number[],
  step: (pointer: number, length: number, state: number) => void,
): readonly number[] {
  const { memory } = kernels;
  const mark = memory.mark();
  try {
    const state = memory.allocate(STATE_BYTES);
    const before = new DataView(memory.bytes.buffer, memory.bytes.byteOffset + state, STATE_BYTES);
    for (const [index, word] of initial.entries()) before.setUint32(4 * index, word, true);
    overPieces(kernels, bytes, 0, (pointer, length) => {
      step(pointer, length, state);
      return 0;
    });
    const after = new DataView(memory.bytes.buffer, memory.bytes.byteOffset + state, STATE_BYTES);
    return initial.map((_, index) => after.getUint32(4 * index, true));
  } finally {
    memory.release(mark);
  }
}

/** The kernels, if checksums of `length` bytes (undefined for any number) may be worth loading them. */
async function kernelsFor(length: number | undefined): Promise<Kernels | undefined> {
  return length === undefined || lazyLimits.loadedSumBytes.isReachedBy(length) ? loadKernels() : undefined;
}
