/**
 * The metadata before the numbers of a pcodec chunk: how numbers are composed of latent variables (mode), how those are
 * differenced (delta), and for each variable its bins: weight, lower bound, bits of the offset within.
 */
import { HyperslabError } from "../../../errors.ts";
import type { PcoReader } from "./bits.ts";

export type PcoMode =
  | { readonly kind: "classic" }
  | { readonly kind: "int-mult" | "float-mult"; readonly base: bigint }
  | { readonly kind: "float-quant"; readonly bits: number }
  | { readonly kind: "dictionary"; readonly values: BigUint64Array };

export type PcoDelta =
  | { readonly kind: "none" }
  | { readonly kind: "consecutive"; readonly order: number; readonly secondary: boolean }
  | { readonly kind: "lookback"; readonly window: number; readonly stateLength: number; readonly secondary: boolean }
  | {
      readonly kind: "convolution";
      readonly shift: number;
      readonly bias: bigint;
      readonly weights: readonly bigint[];
    };

export interface PcoBin {
  readonly lower: bigint;
  readonly offsetBits: number;
}

export interface LatentVariable {
  /** Bits of its values. */
  readonly width: number;
  readonly sizeLog: number;
  readonly weights: readonly number[];
  readonly bins: readonly PcoBin[];
}

export interface ChunkMetadata {
  readonly mode: PcoMode;
  readonly delta: PcoDelta;
  /** How far back the differences of a lookback reach. */
  readonly lookbacks: LatentVariable | undefined;
  readonly primary: LatentVariable;
  readonly secondary: LatentVariable | undefined;
}

const MAX_SIZE_LOG = 14;
/** The first format that distinguishes kinds of deltas. */
const DELTA_KINDS = 3;

export function readChunkMetadata(reader: PcoReader, version: number, width: number, isFloat: boolean): ChunkMetadata {
  const mode = readMode(reader, width);
  checkMode(mode, version, width, isFloat);
  const delta = readDelta(reader, version);
  const lookbacks = delta.kind === "lookback" ? readVariable(reader, 32) : undefined;
  const primary = readVariable(reader, mode.kind === "dictionary" ? 32 : width);
  const isSplit = mode.kind !== "classic" && mode.kind !== "dictionary";
  const secondary = isSplit ? readVariable(reader, width) : undefined;
  reader.align();
  return { mode, delta, lookbacks, primary, secondary };
}

function readMode(reader: PcoReader, width: number): PcoMode {
  const kind = reader.read(4);
  if (kind === 0) return { kind: "classic" };
  if (kind === 1 || kind === 2) return { kind: kind === 1 ? "int-mult" : "float-mult", base: reader.readBig(width) };
  if (kind === 3) return { kind: "float-quant", bits: reader.read(8) };
  if (kind !== 4) throw new HyperslabError("unsupported", `pcodec: mode ${kind}`);
  const length = reader.read(25);
  reader.align();
  if ((length * width) / 8 > reader.remaining)
    throw invalid(`a dictionary of ${length} values, more than there are bytes`);
  return { kind: "dictionary", values: BigUint64Array.from({ length }, () => reader.readBig(width)) };
}

const MANTISSA_BITS: Readonly<Record<number, number>> = { 16: 10, 32: 23, 64: 52 };

function checkMode(mode: PcoMode, version: number, width: number, isFloat: boolean): void {
  if (mode.kind === "int-mult" && (isFloat || version === 0 || mode.base === 0n)) throw invalid("a mode for integers");
  if (mode.kind === "float-mult" && !isFloat) throw invalid("a mode for floats");
  if (mode.kind === "float-quant" && !(isFloat && mode.bits >= 1 && mode.bits <= MANTISSA_BITS[width]!)) {
    throw invalid(`floats of ${width} bits quantized by ${mode.bits}`);
  }
}

function readDelta(reader: PcoReader, version: number): PcoDelta {
  const kind = version < DELTA_KINDS ? 1 : reader.read(4);
  if (kind === 0) return { kind: "none" };
  if (kind === 1) {
    const order = reader.read(3);
    if (order === 0 && version < DELTA_KINDS) return { kind: "none" };
    if (order === 0) throw invalid("differences of order 0");
    return { kind: "consecutive", order, secondary: version >= DELTA_KINDS && reader.read(1) === 1 };
  }
  if (kind === 2) {
    const window = 2 ** (1 + reader.read(5));
    const stateLength = 2 ** reader.read(4);
    if (stateLength > window) throw invalid("more values known than differences may refer to");
    return { kind: "lookback", window, stateLength, secondary: reader.read(1) === 1 };
  }
  if (kind !== 3) throw new HyperslabError("unsupported", `pcodec: delta encoding ${kind}`);
  const shift = reader.read(5);
  const bias = BigInt.asIntN(64, reader.readBig(64) ^ (1n << 63n));
  const order = 1 + reader.read(5);
  const weights = Array.from({ length: order }, () => BigInt.asIntN(32, reader.readBig(32) ^ (1n << 31n)));
  return { kind: "convolution", shift, bias, weights };
}

/** Values that a page stores before the differences of a variable. */
export function stateLengthOf(delta: PcoDelta): number {
  if (delta.kind === "consecutive") return delta.order;
  if (delta.kind === "lookback") return delta.stateLength;
  return delta.kind === "convolution" ? delta.weights.length : 0;
}

/** The delta encoding of the secondary variable. */
export function secondaryDelta(delta: PcoDelta): PcoDelta {
  return "secondary" in delta && delta.secondary ? delta : { kind: "none" };
}

function readVariable(reader: PcoReader, width: number): LatentVariable {
  const sizeLog = reader.read(4);
  const count = reader.read(15);
  if (sizeLog > MAX_SIZE_LOG || count > 1 << sizeLog || (count === 1 && sizeLog > 0)) {
    throw invalid(`${count} bins in a table of 2^${sizeLog}`);
  }
  const offsetSize = Math.log2(width) + 1;
  const weights: number[] = [];
  const bins = Array.from({ length: count }, (): PcoBin => {
    weights.push(reader.read(sizeLog) + 1);
    const lower = reader.readBig(width);
    const offsetBits = reader.read(offsetSize);
    if (offsetBits > width) throw invalid(`offsets of ${offsetBits} bits in values of ${width}`);
    return { lower, offsetBits };
  });
  return { width, sizeLog, weights, bins };
}

function invalid(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `pcodec: ${what}`);
}
