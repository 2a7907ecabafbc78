/**
 * A page: for each variable its state and four tANS states, then batches of up to 256 numbers: for each variable the
 * bins of all its values, then all offsets within them.
 */
import { HyperslabError } from "../../../errors.ts";
import { type AnsTable, ansTable } from "./ans-table.ts";
import type { PcoReader } from "./bits.ts";
import { undoDelta } from "./deltas.ts";
import { joinLatents } from "./join.ts";
import { type ChunkMetadata, type LatentVariable, type PcoDelta, secondaryDelta, stateLengthOf } from "./metadata.ts";
import { lowWords, type NarrowBins, narrowBins } from "./narrow.ts";

export const BATCH = 256;
export const INTERLEAVED = 4;

interface VariableReader {
  readonly variable: LatentVariable;
  readonly table: AnsTable;
  readonly state: BigUint64Array;
  readonly states: Uint16Array;
  /** Values before differences are undone. */
  readonly values: BigUint64Array;
  /** Their low words and the corresponding bins, if values are narrow enough. */
  readonly words: Uint32Array | undefined;
  readonly narrow: NarrowBins;
  /** The bins of a batch. */
  readonly symbols: Uint16Array;
  read: number;
}

/** The numbers of a page, as patterns in the order of the numbers. */
export function readPage(reader: PcoReader, metadata: ChunkMetadata, width: number, count: number): BigUint64Array {
  const { mode, delta, lookbacks, primary, secondary } = metadata;
  const none: PcoDelta = { kind: "none" };
  const body = Math.max(count - stateLengthOf(delta), 0);
  const secondaryKind = secondaryDelta(delta);
  const looking = lookbacks && startVariable(reader, lookbacks, none, body);
  const first = startVariable(reader, primary, delta, body);
  const second = secondary && startVariable(reader, secondary, secondaryKind, count - stateLengthOf(secondaryKind));
  reader.align();
  for (let at = 0; at < count; at += BATCH) {
    for (const variable of [looking, first, second]) if (variable !== undefined) readBatch(reader, variable);
  }
  reader.align();
  const finish = (variable: VariableReader, kind: PcoDelta): BigUint64Array =>
    undoDelta(kind, variable.state, variable.values, looking?.values, variable.variable.width, count);
  return joinLatents(mode, finish(first, delta), second && finish(second, secondaryKind), width);
}

function startVariable(reader: PcoReader, variable: LatentVariable, delta: PcoDelta, count: number): VariableReader {
  const { width, sizeLog, weights, bins } = variable;
  const length = Math.max(count, 0);
  if (bins.length === 0 && length > 0)
    throw new HyperslabError("invalid-data", `pcodec: ${length} values without bins`);
  const state = BigUint64Array.from({ length: stateLengthOf(delta) }, () => reader.readBig(width));
  const states = Uint16Array.from({ length: INTERLEAVED }, () => reader.read(sizeLog));
  const table = ansTable(sizeLog, bins.length === 0 ? [1 << sizeLog] : weights);
  const values = new BigUint64Array(length);
  const words = lowWords(values, width);
  const narrow = narrowBins(words === undefined ? [] : bins);
  return { variable, table, state, states, values, words, narrow, symbols: new Uint16Array(BATCH), read: 0 };
}

function readBatch(reader: PcoReader, stream: VariableReader): void {
  const { variable, table, states, values, symbols, words, narrow, read } = stream;
  const count = Math.max(Math.min(BATCH, values.length - read), 0);
  reader.symbols(table, states, symbols, count);
  if (words !== undefined) reader.offsets(symbols, narrow, variable.width, words, read, count);
  else readWide(reader, stream, count);
  stream.read += count;
}

function readWide(reader: PcoReader, { variable, values, symbols, read }: VariableReader, count: number): void {
  const { bins, width } = variable;
  for (let i = 0; i < count; i++) {
    const { lower, offsetBits } = bins[symbols[i]!]!;
    values[read + i] = BigInt.asUintN(width, lower + reader.readBig(offsetBits));
  }
}
