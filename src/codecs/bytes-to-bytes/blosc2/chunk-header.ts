/**
 * The header of a Blosc2 chunk, little-endian:
 *
 *   0 version | 1 version of the inner codec | 2 flags | 3 type size
 *   4 decoded length i32 | 8 block size i32 | 12 chunk length i32, with this header
 *   16 filters (6) | 22 user codec | 23 its setting | 24 settings of the filters (6) | 30 flags | 31 Blosc2 flags
 *
 * Flags at 2: bits 0 and 2 together mean that the header has 32 bytes; bit 1 stored uncompressed, bit 4 blocks are not
 * split, bits 5 to 7 the codec. Blosc2 flags: bit 0 dictionary, bit 3 lazy, bits 4 to 6 a chunk of one value, bit 7
 * instrumented.
 */
import { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { HyperslabError } from "../../../errors.ts";

export const CHUNK_HEADER_BYTES = 32;
const OLDEST_VERSION = 3;
/** Chunks of version 6 have blocks of variable length. */
const NEWEST_VERSION = 5;
const EXTENDED = 5;
const FLAG_STORED = 2;
const FLAG_NOT_SPLIT = 16;
const FLAG_DICTIONARY = 1;
const FLAG_LAZY = 8;
const FLAG_INSTRUMENTED = 128;
const FILTER_SLOTS = 6;

/** By number; LZ4-HC writes LZ4. */
const FORMATS = ["blosclz", "lz4", undefined, "zlib", "zstd"] as const;
export type Blosc2Format = Exclude<(typeof FORMATS)[number], undefined>;

/** The contents of a chunk of one value, by number. Values that were never set are read as zeros. */
const SPECIALS = [undefined, "zeros", "nan", "value", "zeros"] as const;
export type Special = Exclude<(typeof SPECIALS)[number], undefined>;

/** Codecs that are plug-ins of the library, by number. */
const USER_CODECS: ReadonlyMap<number, string> = new Map([
  [32, "NDLZ"],
  [33, "ZFP with accuracy"],
  [34, "ZFP with precision"],
  [35, "ZFP with rate"],
  [36, "OpenHTJ2K"],
  [37, "Grok"],
]);
const USER_FORMAT = 6;

export interface Filter {
  readonly code: number;
  readonly setting: number;
}

export interface ChunkHeader {
  readonly typeSize: number;
  /** Decoded length. */
  readonly length: number;
  readonly blockSize: number;
  /** With this header. */
  readonly chunkLength: number;
  readonly format: Blosc2Format;
  /** In the order of encoding. */
  readonly filters: readonly Filter[];
  readonly isStored: boolean;
  readonly isSplit: boolean;
  readonly special: Special | undefined;
}

export function parseChunkHeader(bytes: Uint8Array): ChunkHeader {
  const cursor = new ByteCursor(bytes);
  const version = cursor.u8();
  cursor.skip(1);
  const flags = cursor.u8();
  if (version < OLDEST_VERSION || (flags & EXTENDED) !== EXTENDED) {
    cursor.at(0).fail(`not a Blosc2 chunk (version ${version}, flags ${flags})`);
  }
  if (version > NEWEST_VERSION) throw unsupported(`version ${version}, with blocks of variable length`);
  const typeSize = cursor.u8();
  const length = cursor.i32();
  const blockSize = cursor.i32();
  const chunkLength = cursor.i32();
  const codes = cursor.bytes(FILTER_SLOTS);
  const user = cursor.u8();
  cursor.skip(1);
  const settings = cursor.bytes(FILTER_SLOTS);
  cursor.skip(1);
  const flags2 = cursor.u8();
  if (chunkLength < CHUNK_HEADER_BYTES || chunkLength > bytes.byteLength) {
    cursor.at(12).fail(`a Blosc2 chunk of ${chunkLength} bytes, where ${bytes.byteLength} are`);
  }
  if (length < 0 || blockSize < 0 || (length > 0 && (blockSize === 0 || blockSize > length))) {
    cursor.at(4).fail(`a Blosc2 chunk of ${length} bytes in blocks of ${blockSize}`);
  }
  if (typeSize === 0) cursor.at(3).fail("a Blosc2 chunk with a type size of 0");
  const special = (flags2 >> 4) & 7;
  const header = {
    typeSize,
    length,
    blockSize,
    chunkLength,
    filters: Array.from(codes, (code, index) => ({ code, setting: settings[index]! })),
    isStored: (flags & FLAG_STORED) !== 0,
    isSplit: (flags & FLAG_NOT_SPLIT) === 0,
    special: SPECIALS[special],
  };
  if (special !== 0 && header.special === undefined) cursor.at(31).fail(`the unknown special value ${special}`);
  // Codec and filters do not apply to these.
  if (header.special !== undefined || header.isStored) return { ...header, format: "blosclz" };
  if ((flags2 & FLAG_LAZY) !== 0) throw unsupported("the flag of a lazy chunk");
  if ((flags2 & FLAG_DICTIONARY) !== 0) throw unsupported("a dictionary");
  if ((flags2 & FLAG_INSTRUMENTED) !== 0) throw unsupported("an instrumented codec");
  const code = flags >> 5;
  const format = FORMATS[code];
  if (format === undefined) {
    throw unsupported(code === USER_FORMAT ? `the codec ${USER_CODECS.get(user) ?? user}` : `the codec number ${code}`);
  }
  return { ...header, format };
}

export function unsupported(what: string): HyperslabError {
  return new HyperslabError("unsupported", `the Blosc2 chunk has ${what}, which is not supported`);
}
