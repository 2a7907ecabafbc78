/**
 * `hdf5.scaleoffset`: HDF5's filter 6. Integers minus their minimum, or floats times a power of ten minus theirs, in as
 * few bits as possible:
 *
 *     0 bits of a value u32 | 4 size of the least value u8 | 5 least value, 8 bytes | 21 values, highest bit first
 *
 * With a fill value, all ones stand for it. If the bits are as many as a value has, the values are stored unchanged.
 */
import { HyperslabError } from "../../../errors.ts";
import { reverseGroups } from "../../../model/values/numeric-array.ts";
import type { BytesToBytesCodec } from "../../codec.ts";
import { allocate } from "../../pipeline/allocate.ts";
import { PackedReader } from "./bit-stream.ts";

export interface ScaleOffsetConfiguration {
  readonly size: number;
  readonly kind: "integer" | "float";
  /** The power of ten of floats. */
  readonly decimals: number;
  readonly isBig: boolean;
  /** The bits of the fill value, lowest byte first. */
  readonly fill: readonly number[] | undefined;
}

const HEAD_BYTES = 21;

export const hdf5ScaleOffset: BytesToBytesCodec<ScaleOffsetConfiguration> = {
  kind: "bytes-to-bytes",
  parse: (configuration) => {
    configuration.only(["size", "kind", "decimals", "endian", "fill"]);
    return {
      size: configuration.required("size").integer(1, 8),
      kind: configuration.required("kind").oneOf(["integer", "float"]),
      decimals: configuration.required("decimals").integer(-1000, 1000),
      isBig: configuration.required("endian").oneOf(["little", "big"]) === "big",
      fill: configuration
        .get("fill")
        ?.items()
        .map((item) => item.integer(0, 255)),
    };
  },
  bind: (configuration, { length }) => {
    if (length === undefined) throw new HyperslabError("unsupported", "values of unknown length cannot be scaled");
    return {
      encodedLength: undefined,
      encode: (bytes) => {
        const { size, isBig } = configuration;
        const out = new Uint8Array(HEAD_BYTES + bytes.byteLength);
        out[0] = size * 8;
        out[4] = 8;
        out.set(bytes, HEAD_BYTES);
        if (isBig) reverseGroups(out.subarray(HEAD_BYTES), size);
        return out;
      },
      decode: (bytes) => decode(configuration, bytes, length),
    };
  },
};

function decode(configuration: ScaleOffsetConfiguration, bytes: Uint8Array, length: number): Uint8Array {
  const { size, kind, decimals, isBig, fill } = configuration;
  const count = length / size;
  if (bytes.byteLength < HEAD_BYTES) {
    throw new HyperslabError("invalid-data", `${bytes.byteLength} bytes are shorter than the head of scaled values`);
  }
  const head = new DataView(bytes.buffer, bytes.byteOffset, HEAD_BYTES);
  const bits = head.getUint32(0, true);
  if (bits > size * 8) throw new HyperslabError("invalid-data", `${bits} bits for values of ${size} bytes`);
  // HDF5 counts the byte after the last whole one of packed bits even if it contains no bits.
  const packed = HEAD_BYTES + (count * bits) / 8;
  const most = bits === size * 8 ? packed : Math.floor(packed) + 1;
  if (bytes.byteLength < Math.ceil(packed) || bytes.byteLength > most) {
    throw new HyperslabError("invalid-data", `${bytes.byteLength} bytes are stored, scaled values take ${most}`);
  }
  const out = allocate(length);
  out.fill(0);
  if (bits === size * 8) {
    out.set(bytes.subarray(HEAD_BYTES, HEAD_BYTES + length));
  } else {
    const reader = new PackedReader(bytes, HEAD_BYTES);
    if (bits > 0) for (let index = 0; index < count; index++) reader.read(bits, out, index * size, 0);
    const least = bytes.slice(5, 13);
    const view = new DataView(out.buffer, out.byteOffset, length);
    const mark = fill === undefined ? undefined : (1n << BigInt(bits)) - 1n;
    if (kind === "float") scaleFloats(view, size, decimals, least, mark, fill ?? []);
    else shiftIntegers(view, size, least, mark, fill ?? []);
  }
  if (isBig) reverseGroups(out, size);
  return out;
}

function shiftIntegers(
  view: DataView,
  size: number,
  least: Uint8Array,
  mark: bigint | undefined,
  fill: readonly number[],
): void {
  const start = new DataView(least.buffer).getBigInt64(0, true);
  const filling = integerOf(fill);
  for (let at = 0; at < view.byteLength; at += size) {
    const stored = readInteger(view, at, size);
    writeInteger(view, at, size, stored === mark ? filling : stored + start);
  }
}

function scaleFloats(
  view: DataView,
  size: number,
  decimals: number,
  least: Uint8Array,
  mark: bigint | undefined,
  fill: readonly number[],
): void {
  const start = new DataView(least.buffer);
  const isSingle = size === 4;
  if (size !== 4 && size !== 8) throw new HyperslabError("unsupported", `scaled floats of ${size} bytes`);
  const min = isSingle ? start.getFloat32(0, true) : start.getFloat64(0, true);
  const power = isSingle ? Math.fround(10 ** decimals) : 10 ** decimals;
  for (let at = 0; at < view.byteLength; at += size) {
    const stored = readInteger(view, at, size);
    if (stored === mark) writeInteger(view, at, size, integerOf(fill));
    // Each step is rounded as in C.
    else if (isSingle)
      view.setFloat32(at, Math.fround(Math.fround(Number(BigInt.asIntN(32, stored))) / power) + min, true);
    else view.setFloat64(at, Number(BigInt.asIntN(64, stored)) / power + min, true);
  }
}

function integerOf(bytes: readonly number[]): bigint {
  return bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

function readInteger(view: DataView, at: number, size: number): bigint {
  if (size === 8) return view.getBigUint64(at, true);
  return BigInt(size === 1 ? view.getUint8(at) : size === 2 ? view.getUint16(at, true) : view.getUint32(at, true));
}

function writeInteger(view: DataView, at: number, size: number, value: bigint): void {
  if (size === 8) view.setBigUint64(at, BigInt.asUintN(64, value), true);
  else if (size === 4) view.setUint32(at, Number(BigInt.asUintN(32, value)), true);
  else if (size === 2) view.setUint16(at, Number(BigInt.asUintN(16, value)), true);
  else view.setUint8(at, Number(BigInt.asUintN(8, value)));
}
