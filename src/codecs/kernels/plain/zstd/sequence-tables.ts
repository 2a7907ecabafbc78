/** The three tables of a block's sequences (RFC 8878, 3.1.1.3.2.1): predefined, of one code, described, or as before. */
import { ZSTD_ERRORS, zstdError } from "../../zstd/errors.ts";
import { type Distribution, readDistribution, type States, spreadStates } from "./finite-states.ts";

export interface SequenceTable extends States {
  readonly log: number;
  /** Smallest value and extra bits, by state. */
  readonly smallest: Uint32Array;
  readonly extra: Uint8Array;
}

/** Where a table comes from. */
export type TableMode = "predefined" | "one code" | "described" | "as before";

type Tables = readonly [SequenceTable, SequenceTable, SequenceTable];

/** A kind of codes. */
interface Kind {
  readonly smallest: readonly number[];
  readonly extra: readonly number[];
  readonly maxLog: number;
  readonly predefined: Pick<Distribution, "counts" | "log">;
}

function kind(first: number, extra: readonly number[], maxLog: number, counts: readonly number[], log: number): Kind {
  const smallest: number[] = [];
  let next = first;
  for (const bits of extra) {
    smallest.push(next);
    next += 2 ** bits;
  }
  return { smallest, extra, maxLog, predefined: { counts, log } };
}

const repeat = (value: number, times: number): number[] => Array.from({ length: times }, () => value);

let kinds: readonly [Kind, Kind, Kind] | undefined;

/** Lengths of literals, offsets, lengths of matches; with the predefined distributions of RFC 8878, 3.1.1.3.2.2. */
function sequenceKinds(): readonly [Kind, Kind, Kind] {
  kinds ??= [
    kind(
      0,
      [...repeat(0, 16), 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
      9,
      [4, 3, ...repeat(2, 11), 1, 1, 1, ...repeat(2, 9), 3, 2, ...repeat(1, 5), ...repeat(-1, 4)],
      6,
    ),
    kind(
      1,
      Array.from({ length: 32 }, (_, code) => code),
      8,
      [...repeat(1, 6), 2, 2, 2, ...repeat(1, 15), ...repeat(-1, 5)],
      5,
    ),
    kind(
      3,
      [...repeat(0, 32), 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
      9,
      [1, 4, 3, ...repeat(2, 6), ...repeat(1, 37), ...repeat(-1, 7)],
      6,
    ),
  ];
  return kinds;
}

/** Reads the tables after the number of sequences. `before` are the tables of the last block that had any. */
export function readSequenceTables(
  bytes: Uint8Array,
  at: number,
  end: number,
  before: Tables | undefined,
  modeOf: readonly TableMode[],
): { readonly tables: Tables; readonly end: number } {
  if (at >= end) throw bad();
  const modes = bytes[at]!;
  if ((modes & 3) !== 0) throw bad();
  const [literals, offsets, matches] = sequenceKinds();
  const first = readTable(bytes, at + 1, end, modeOf[modes >> 6]!, literals, before?.[0]);
  const second = readTable(bytes, first.end, end, modeOf[(modes >> 4) & 3]!, offsets, before?.[1]);
  const third = readTable(bytes, second.end, end, modeOf[(modes >> 2) & 3]!, matches, before?.[2]);
  return { tables: [first.table, second.table, third.table], end: third.end };
}

/** The tables of a dictionary (RFC 8878, 5), each described: offsets, lengths of matches, lengths of literals. */
export function readDictionaryTables(bytes: Uint8Array, at: number): { readonly tables: Tables; readonly end: number } {
  const [literals, offsets, matches] = sequenceKinds();
  const first = readTable(bytes, at, bytes.byteLength, "described", offsets, undefined);
  const second = readTable(bytes, first.end, bytes.byteLength, "described", matches, undefined);
  const third = readTable(bytes, second.end, bytes.byteLength, "described", literals, undefined);
  return { tables: [third.table, first.table, second.table], end: third.end };
}

function bad(): Error {
  return zstdError(ZSTD_ERRORS.badSequenceTable);
}

function readTable(
  bytes: Uint8Array,
  at: number,
  end: number,
  mode: TableMode,
  own: Kind,
  before: SequenceTable | undefined,
): { readonly table: SequenceTable; readonly end: number } {
  if (mode === "predefined") return { table: tableOf(own, own.predefined), end: at };
  if (mode === "one code") {
    const code = at < end ? bytes[at]! : own.extra.length;
    if (code >= own.extra.length) throw bad();
    const counts = own.extra.map((_, i) => (i === code ? 1 : 0));
    return { table: tableOf(own, { counts, log: 0 }), end: at + 1 };
  }
  if (mode === "described") {
    const distribution = readDistribution(bytes, at, end, own.extra.length, own.maxLog);
    if (distribution === undefined) throw bad();
    return { table: tableOf(own, distribution), end: distribution.end };
  }
  if (before === undefined) throw bad();
  return { table: before, end: at };
}

function tableOf(own: Kind, distribution: Pick<Distribution, "counts" | "log">): SequenceTable {
  const states = spreadStates(distribution);
  const codes = Array.from(states.symbols);
  return {
    ...states,
    log: distribution.log,
    smallest: Uint32Array.from(codes, (code) => own.smallest[code]!),
    extra: Uint8Array.from(codes, (code) => own.extra[code]!),
  };
}
