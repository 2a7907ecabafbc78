/**
 * `bitround`: floats keep `keepbits` bits of their mantissa, rounded to nearest, ties to even; integers keep that many
 * bits from their highest set one on. Lossy; reading returns what was stored. The bits are those of numcodecs and
 * zarrs, except for NaNs: one that the rounding would turn into a number stays a NaN.
 */
import { HyperslabError } from "../../errors.ts";
import type { DataType, FixedDataType, FloatName } from "../../model/data-types/data-type.ts";
import type { ArrayToArrayCodec } from "../codec.ts";
import { type Kernels, loadKernels } from "../kernels/kernels.ts";
import { byTiles } from "../kernels/staged.ts";
import { allocate } from "../pipeline/allocate.ts";
import { fixedInput } from "../pipeline/chunk-elements.ts";
import { bindElementwise } from "./elementwise.ts";

export interface BitroundConfiguration {
  readonly keepbits: number;
}

export const bitround: ArrayToArrayCodec<BitroundConfiguration> = {
  kind: "array-to-array",
  parse: (configuration) => {
    configuration.only(["keepbits", "id"]);
    return { keepbits: configuration.required("keepbits").integer(0) };
  },
  bind: async ({ keepbits }, input) => {
    const output = fixedInput(input);
    const encode = rounding(await loadKernels(), output, keepbits);
    return bindElementwise(input, { output, identity: true, encode, decode: (bytes) => bytes });
  },
};

const MANTISSA_BITS: Partial<Record<FloatName, number>> = { float16: 10, float32: 23, float64: 52, bfloat16: 7 };

function rounding(kernels: Kernels, dataType: FixedDataType, keepbits: number): (bytes: Uint8Array) => Uint8Array {
  const mantissa = mantissaBits(dataType);
  if (mantissa !== undefined) {
    const size = dataType.kind === "complex" ? dataType.itemSize / 2 : dataType.itemSize;
    if (keepbits >= mantissa) return (bytes) => bytes;
    return (bytes) => roundFloats(kernels, bytes, size, mantissa, mantissa - keepbits);
  }
  if (isInteger(dataType)) return (bytes) => roundIntegers(bytes, dataType.itemSize, keepbits);
  throw new HyperslabError("unsupported", `elements of ${dataType.name} cannot be rounded to bits`);
}

function mantissaBits(dataType: DataType): number | undefined {
  if (dataType.kind === "float") return MANTISSA_BITS[dataType.name];
  return dataType.kind === "complex" ? MANTISSA_BITS[dataType.component] : undefined;
}

function isInteger(dataType: DataType): boolean {
  if (dataType.kind === "integer") return dataType.bits >= 8;
  return dataType.kind === "datetime" || dataType.kind === "timedelta";
}

function roundFloats(kernels: Kernels, bytes: Uint8Array, size: number, mantissa: number, dropped: number): Uint8Array {
  const rounded = allocate(bytes.byteLength);
  const count = bytes.byteLength / size;
  byTiles(kernels, { bytes, size }, { bytes: rounded, size }, count, (from, to, elements) => {
    kernels.roundBits(size, from, to, elements, mantissa, dropped);
    return true;
  });
  return rounded;
}

/** Negative integers are rounded by their unsigned bit patterns. A carry out of the type is dropped. */
function roundIntegers(bytes: Uint8Array, size: number, keepbits: number): Uint8Array {
  const out = bytes.slice();
  const view = new DataView(out.buffer);
  const most = 2n ** BigInt(8 * size) - 1n;
  for (let at = 0; at < out.byteLength; at += size) {
    const value = unsignedAt(view, at, size);
    const bits = value === 0n ? 0 : value.toString(2).length;
    if (bits <= keepbits) continue;
    const dropped = BigInt(bits - keepbits);
    let rounded = value + ((value >> dropped) & 1n) + (1n << (dropped - 1n)) - 1n;
    if (rounded > most) rounded = most;
    putUnsigned(view, at, size, (rounded >> dropped) << dropped);
  }
  return out;
}

function unsignedAt(view: DataView, at: number, size: number): bigint {
  if (size === 8) return view.getBigUint64(at, true);
  return BigInt(size === 4 ? view.getUint32(at, true) : size === 2 ? view.getUint16(at, true) : view.getUint8(at));
}

function putUnsigned(view: DataView, at: number, size: number, value: bigint): void {
  if (size === 8) view.setBigUint64(at, value, true);
  else if (size === 4) view.setUint32(at, Number(value), true);
  else if (size === 2) view.setUint16(at, Number(value), true);
  else view.setUint8(at, Number(value));
}
