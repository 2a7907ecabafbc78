/**
 * Writes pcodec's standalone files (layout: standalone.ts) in classic mode: differences of the cheapest order, in the
 * oldest format that has all types, which every reader since 2024 supports.
 */
import { PcoWriter } from "./bits.ts";
import { chooseBins } from "./choose-bins.ts";
import { lowWords, subtractNarrow } from "./narrow.ts";
import type { PcoType } from "./standalone.ts";
import { type ChunkPlan, writeChunk } from "./write-page.ts";

export interface PcoOptions {
  readonly level: number;
  /** Order of the differences; undefined chooses the cheapest. */
  readonly order: number | undefined;
  readonly chunkLength: number;
}

const STANDALONE = 2;
const FORMAT = 2;
/** Orders that are tried. */
const ORDERS = [0, 1, 2];

/** `ordered`: patterns in the order of the numbers. */
export function writeStandalone(ordered: BigUint64Array, type: PcoType, options: PcoOptions): Uint8Array {
  const writer = new PcoWriter();
  for (const letter of "pco!") writer.write(letter.charCodeAt(0), 8);
  writer.write(STANDALONE, 8);
  const hintBits = Math.max(ordered.length.toString(2).length, 1);
  writer.write(hintBits - 1, 6);
  writer.writeBig(BigInt(ordered.length), hintBits);
  writer.align();
  writer.write(FORMAT, 8);
  const chunks = Math.ceil(ordered.length / options.chunkLength);
  for (let chunk = 0; chunk < chunks; chunk++) {
    const start = Math.floor((chunk * ordered.length) / chunks);
    const values = ordered.subarray(start, Math.floor(((chunk + 1) * ordered.length) / chunks));
    writer.write(type.byte, 8);
    writer.write(values.length - 1, 24);
    writeChunk(writer, planChunk(values, type.width, options));
  }
  writer.write(0, 8);
  return writer.finish();
}

function planChunk(values: BigUint64Array, width: number, { level, order }: PcoOptions): ChunkPlan {
  let best: ChunkPlan | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of order === undefined ? ORDERS : [order]) {
    const { moments, differences } = takeDifferences(values, width, Math.min(candidate, values.length));
    const { variable, cost } = chooseBins(differences, width, level);
    if (best !== undefined && cost >= least) continue;
    least = cost;
    best = { moments, values: differences, variable };
  }
  return best!;
}

/** Differences are centred around the middle, where they would otherwise be at both ends. */
function takeDifferences(values: BigUint64Array, width: number, order: number) {
  const moments: bigint[] = [];
  let differences = values;
  if (order > 0 && lowWords(values, width) !== undefined) return takeNarrow(values, width, order);
  for (let round = 0; round < order; round++) {
    moments.push(differences[0]!);
    const before = differences;
    differences = before.slice(1).map((value, index) => BigInt.asUintN(width, value - before[index]!));
  }
  if (order === 0) return { moments, differences };
  const middle = 1n << BigInt(width - 1);
  return { moments, differences: differences.map((value) => BigInt.asUintN(width, value + middle)) };
}

function takeNarrow(values: BigUint64Array, width: number, order: number) {
  const moments: bigint[] = [];
  let differences = values;
  for (let round = 1; round <= order; round++) {
    moments.push(differences[0]!);
    const before = lowWords(differences, width)!;
    differences = new BigUint64Array(Math.max(differences.length - 1, 0));
    subtractNarrow(before, lowWords(differences, width)!, width, round === order ? 2 ** (width - 1) : 0);
  }
  return { moments, differences };
}
