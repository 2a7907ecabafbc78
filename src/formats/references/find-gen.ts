/**
 * Regular references as `gen` entries: those of one file that fill a box of chunks, are equally long, and whose offsets
 * grow by the same step along each dimension, as those of uncompressed arrays do.
 */
import type { KeyPattern } from "../../model/virtual/pattern-rows.ts";
import { formatLimits } from "../limits.ts";

export interface FoundGen {
  readonly key: string;
  readonly url: string;
  readonly offset: string;
  readonly length: string;
  readonly dimensions: Readonly<Record<string, { readonly start?: number; readonly stop: number }>>;
}

export interface RegularRows {
  readonly gens: readonly FoundGen[];
  /** 1 for each row that a `gen` entry generates. */
  readonly isMade: Uint8Array;
}

/** `spell` returns the spelling of a URL by its number; undefined if it has braces, which would be evaluated. */
export function findGen(pattern: KeyPattern, spell: (url: number) => string | undefined): RegularRows {
  const isMade = new Uint8Array(pattern.length);
  const gens: FoundGen[] = [];
  if (/[{}]/.test(pattern.name)) return { gens, isMade };
  for (const [url, rows] of rowsByUrl(pattern)) {
    const spelled = formatLimits.regularReferences.isReachedBy(rows.length) ? spell(url) : undefined;
    const box = spelled === undefined ? undefined : boxOf(pattern, rows);
    if (spelled === undefined || box === undefined) continue;
    for (const row of rows) isMade[row] = 1;
    gens.push(genOf(pattern, spelled, box));
  }
  return { gens, isMade };
}

function rowsByUrl(pattern: KeyPattern): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, number[]>();
  for (let index = 0; index < pattern.length; index++) {
    const row = pattern.row(index);
    if (row?.kind !== "range") continue;
    const group = groups.get(row.url);
    if (group === undefined) groups.set(row.url, [index]);
    else group.push(index);
  }
  return groups;
}

interface Box {
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** The offset of the lowest chunk, and what is added per chunk along each dimension. */
  readonly offset: number;
  readonly steps: readonly number[];
  readonly length: number;
}

function boxOf(pattern: KeyPattern, rows: readonly number[]): Box | undefined {
  const { rank } = pattern;
  const low = Array.from(pattern.coords(rows[0]!));
  const high = [...low];
  for (const row of rows) {
    const coords = pattern.coords(row);
    for (let axis = 0; axis < rank; axis++) {
      low[axis] = Math.min(low[axis]!, coords[axis]!);
      high[axis] = Math.max(high[axis]!, coords[axis]!);
    }
  }
  // Rows have distinct positions, so as many as there are positions fill the box.
  if (low.reduce((product, from, axis) => product * (high[axis]! - from + 1), 1) !== rows.length) return undefined;
  const first = targetAt(pattern, rows, low);
  if (first === undefined) return undefined;
  const steps = low.map((from, axis) => {
    if (high[axis] === from) return 0;
    const next = targetAt(
      pattern,
      rows,
      low.map((at, other) => (other === axis ? at + 1 : at)),
    );
    return next === undefined ? Number.NaN : next.offset - first.offset;
  });
  const isRegular = rows.every((row) => {
    const found = pattern.row(row);
    if (found?.kind !== "range" || found.length !== first.length) return false;
    const coords = pattern.coords(row);
    let offset = first.offset;
    for (let axis = 0; axis < rank; axis++) offset += steps[axis]! * (coords[axis]! - low[axis]!);
    return offset === found.offset;
  });
  return isRegular ? { low, high, offset: first.offset, steps, length: first.length } : undefined;
}

function targetAt(
  pattern: KeyPattern,
  rows: readonly number[],
  position: readonly number[],
): { readonly offset: number; readonly length: number } | undefined {
  const index = rows.find((row) => {
    const coords = pattern.coords(row);
    return position.every((at, axis) => coords[axis] === at);
  });
  const row = index === undefined ? undefined : pattern.row(index);
  return row?.kind === "range" ? row : undefined;
}

function genOf({ name, separators, rank }: KeyPattern, url: string, box: Box): FoundGen {
  const dimensions: Record<string, { readonly start?: number; readonly stop: number }> = {};
  let key = name;
  // Where the grid begins, far before the box, an offset may be beyond what a double holds exactly.
  let constant = BigInt(box.offset);
  let terms = "";
  for (let axis = 0; axis < rank; axis++) {
    const [low, high, step] = [box.low[axis]!, box.high[axis]!, box.steps[axis]!];
    if (axis > 0) key += separators[axis - 1];
    if (low === high) key += low;
    else {
      const variable = `i${axis}`;
      dimensions[variable] = { ...(low > 0 && { start: low }), stop: high + 1 };
      key += `{{${variable}}}`;
      constant -= BigInt(step) * BigInt(low);
      if (step !== 0) terms += ` ${step < 0 ? "-" : "+"} ${variable} * ${Math.abs(step)}`;
    }
  }
  // A minus directly after the braces would be mistaken for a mark.
  const offset = terms === "" ? String(box.offset) : `{{${constant < 0 ? `0 - ${-constant}` : constant}${terms}}}`;
  return { key, url, offset, length: String(box.length), dimensions };
}
