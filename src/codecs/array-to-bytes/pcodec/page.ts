/**
 * A page: for each variable its state and four states of tANS, then batches of up to 256 numbers: for each variable the
 * bins of all its values, then all offsets within them.
 */
import { HyperslabError } from "../../../errors.ts";
import { type AnsTable, ansTable } from "./ans-table.ts";
import type { PcoReader } from "./bit-reader.ts";
import { undoDelta } from "./deltas.ts";
import { joinLatents } from "./join.ts";
import { type ChunkMetadata, type LatentVariable, type PcoDelta, secondaryDelta, stateLengthOf } from "./metadata.ts";

export const BATCH = 256;
export const INTERLEAVED = 4;

interface VariableReader {
  readonly variable: LatentVariable;
  readonly table: AnsTable;
  readonly state: BigUint64Array;
  readonly states: number[];
  /** Values before differences are undone. */
  readonly values: BigUint64Array;
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
  const states = Array.from({ length: INTERLEAVED }, () => reader.read(sizeLog));
  const table = ansTable(sizeLog, bins.length === 0 ? [1 << sizeLog] : weights);
  return { variable, table, state, states, values: new BigUint64Array(length), read: 0 };
}

function readBatch(reader: PcoReader, stream: VariableReader): void {
  const { variable, table, states, values } = stream;
  const { bins, width } = variable;
  const count = Math.min(BATCH, values.length - stream.read);
  const symbols = new Uint16Array(Math.max(count, 0));
  for (let i = 0; i < count; i++) {
    const state = states[i % INTERLEAVED]!;
    symbols[i] = table.symbols[state]!;
    states[i % INTERLEAVED] = table.bases[state]! + reader.read(table.bits[state]!);
  }
  for (let i = 0; i < count; i++) {
    const { lower, offsetBits } = bins[symbols[i]!]!;
    values[stream.read + i] = BigInt.asUintN(width, lower + reader.readBig(offsetBits));
  }
  stream.read += Math.max(count, 0);
}
