/**
 * Latent variables to numbers: unchanged; a multiple of a base plus a remainder; a multiple of a float plus units in
 * the last place; upper and lower bits of a float; an index into a list.
 */
import { HyperslabError } from "../../../errors.ts";
import { decodeFloat, encodeFloat } from "../../../model/data-types/small-float.ts";
import type { PcoMode } from "./metadata.ts";
import { joinMultiples, joinQuantized, joinSingles, lowWords } from "./narrow.ts";

/** Patterns in the order of the numbers, which `patternsOf` turns into the numbers' bits. */
export function joinLatents(
  mode: PcoMode,
  primary: BigUint64Array,
  secondary: BigUint64Array | undefined,
  width: number,
): BigUint64Array {
  if (joinNarrow(mode, primary, secondary, width)) return primary;
  switch (mode.kind) {
    case "classic":
      return primary;
    case "dictionary":
      return primary.map((index) => mode.values[Number(index)] ?? outside(index, mode.values.length));
    case "int-mult":
      return primary.map((multiple, i) => BigInt.asUintN(width, multiple * mode.base + secondary![i]!));
    case "float-quant":
      return quantized(mode.bits, primary, secondary!, width);
    case "float-mult":
      return multiplied(mode.base, primary, secondary!, width);
  }
}

/** The same with numbers, in place; returns whether that was possible. */
function joinNarrow(
  mode: PcoMode,
  primary: BigUint64Array,
  secondary: BigUint64Array | undefined,
  width: number,
): boolean {
  const words = lowWords(primary, width);
  const others = secondary && lowWords(secondary, width);
  if (words === undefined || others === undefined) return false;
  if (mode.kind === "int-mult") joinMultiples(words, others, mode.base, width);
  else if (mode.kind === "float-quant") joinQuantized(words, others, mode.bits, width);
  else if (mode.kind === "float-mult" && width === 32) joinSingles(words, others, factorOf(mode.base, width));
  else return false;
  return true;
}

function factorOf(base: bigint, width: number): number {
  const factor = floatsOf(width).value(fromOrdered(base, width));
  if (Number.isFinite(factor) && factor !== 0) return factor;
  throw new HyperslabError("invalid-data", `pcodec: a base of ${factor}`);
}

function outside(index: bigint, length: number): never {
  throw new HyperslabError("invalid-data", `pcodec: value ${index} of a dictionary of ${length}`);
}

function quantized(bits: number, primary: BigUint64Array, secondary: BigUint64Array, width: number): BigUint64Array {
  const shift = BigInt(bits);
  const most = (1n << shift) - 1n;
  const positive = 1n << (BigInt(width - 1) - shift);
  return primary.map((upper, i) => {
    const lower = upper >= positive ? secondary[i]! : most - secondary[i]!;
    return BigInt.asUintN(width, (upper << shift) + lower);
  });
}

function multiplied(base: bigint, primary: BigUint64Array, secondary: BigUint64Array, width: number): BigUint64Array {
  const floats = floatsOf(width);
  const middle = 1n << BigInt(width - 1);
  const factor = factorOf(base, width);
  return primary.map((multiple, i) => {
    const bits = wholeFloat(multiple, width, floats);
    const value = floats.value(bits);
    // A NaN is not multiplied, so its payload is kept; it is made quiet, as processors do.
    const product = Number.isNaN(value) ? bits | floats.quiet : floats.bits(value * factor);
    return BigInt.asUintN(width, toOrdered(product, width) + secondary[i]! + middle);
  });
}

/** The bits of an integer's float. Beyond the point where every float is an integer, floats are counted one by one. */
function wholeFloat(latent: bigint, width: number, floats: Floats): bigint {
  const middle = 1n << BigInt(width - 1);
  const magnitude = latent >= middle ? latent - middle : middle - 1n - latent;
  const sign = latent >= middle ? 0n : middle;
  const greatest = 1n << BigInt(floats.digits);
  if (magnitude < greatest) return floats.bits(Number(magnitude)) | sign;
  return BigInt.asUintN(width - 1, floats.bits(Number(greatest)) + (magnitude - greatest)) | sign;
}

interface Floats {
  /** Bits of the mantissa, including the implied one. */
  readonly digits: number;
  readonly quiet: bigint;
  value(bits: bigint): number;
  /** Rounds to the type. */
  bits(value: number): bigint;
}

function floatsOf(width: number): Floats {
  const view = new DataView(new ArrayBuffer(8));
  if (width === 16) {
    return {
      digits: 11,
      quiet: 0x0200n,
      value: (bits) => decodeFloat("float16", Number(bits)),
      bits: (value) => BigInt(encodeFloat("float16", value)),
    };
  }
  if (width === 32) {
    return {
      digits: 24,
      quiet: 0x00400000n,
      value: (bits) => {
        view.setUint32(0, Number(bits));
        return view.getFloat32(0);
      },
      bits: (value) => {
        view.setFloat32(0, value);
        return BigInt(view.getUint32(0));
      },
    };
  }
  return {
    digits: 53,
    quiet: 0x0008000000000000n,
    value: (bits) => {
      view.setBigUint64(0, bits);
      return view.getFloat64(0);
    },
    bits: (value) => {
      view.setFloat64(0, value);
      return view.getBigUint64(0);
    },
  };
}

/** The patterns of floats increase with their values once the sign bit is flipped, or all bits of a negative one. */
export function fromOrdered(ordered: bigint, width: number): bigint {
  const sign = 1n << BigInt(width - 1);
  return (ordered & sign) !== 0n ? ordered ^ sign : BigInt.asUintN(width, ~ordered);
}

export function toOrdered(bits: bigint, width: number): bigint {
  const sign = 1n << BigInt(width - 1);
  return (bits & sign) !== 0n ? BigInt.asUintN(width, ~bits) : bits ^ sign;
}
