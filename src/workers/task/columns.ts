/**
 * The steps of a task and their files in columns, because passing a message of many small objects takes longer than
 * decoding its chunks; and where each step's elements lie in the task's buffer.
 */

import { copyOffset } from "../../bytes/source/copy-distance.ts";
import { contiguous, type Lattice } from "../../model/lattice/lattice.ts";
import { type AxisSelection, axisCount, selectionShape } from "../../model/selection/axis-selection.ts";

/**
 * The steps of a task as adjacent parts of the selection. Together they tile a box, which is the task's buffer in C
 * order: workers put the rows of many chunks in place, and one long copy is left for the main thread.
 */
export interface Box {
  readonly shape: readonly number[];
  /** Where each step begins in the box, along each axis. */
  readonly starts: Float64Array;
}

/** Without a box, the elements of the steps are consecutive, each in C order. */
export interface StepColumns {
  readonly box?: Box;
  readonly count: number;
  readonly rank: number;
  /** The selected part of each chunk, in chunk coordinates: start, step and count per axis and step. */
  readonly ranges: Float64Array;
  /** Replaces `ranges` if some axis of some step is a list. */
  readonly selections?: readonly (readonly AxisSelection[])[];
}

/** One chunk, or a part of it. */
export interface Step {
  /** In chunk coordinates. */
  readonly selection: readonly AxisSelection[];
  /** Shape of the selection. */
  readonly counts: readonly number[];
  /** The part of the buffer that holds its elements, in bytes. */
  readonly offset: number;
  readonly length: number;
  /** Its elements in that part. */
  readonly layout: Lattice;
}

/** Elements of every type are aligned. */
const ALIGNMENT = 16;
const FIRST_OFFSET = copyOffset(0, 0);

export interface PlacedSteps {
  readonly steps: readonly Step[];
  /** Their length in the buffer, in bytes. */
  readonly length: number;
}

type Chosen = readonly (readonly AxisSelection[])[];

/** Steps with their positions in a buffer: in their box, or one after another. */
export function placeSteps(chosen: Chosen, itemSize: number, box?: Box): PlacedSteps {
  return box === undefined ? placeInTurn(chosen, itemSize) : placeInBox(chosen, itemSize, box);
}

function placeInTurn(chosen: Chosen, itemSize: number): PlacedSteps {
  let end = FIRST_OFFSET;
  const steps = chosen.map((selection): Step => {
    const counts = selectionShape(selection);
    const offset = end;
    const length = counts.reduce((product, count) => product * count, itemSize);
    end += Math.ceil(length / ALIGNMENT) * ALIGNMENT;
    return { selection, counts, offset, length, layout: contiguous(counts) };
  });
  return { steps, length: end };
}

function placeInBox(chosen: Chosen, itemSize: number, { shape, starts }: Box): PlacedSteps {
  const { axes } = contiguous(shape);
  const length = shape.reduce((product, count) => product * count, itemSize);
  // Steps of one shape, as most are, share it: there may be thousands.
  let last: { readonly counts: readonly number[]; readonly axes: Lattice["axes"] } | undefined;
  const steps = chosen.map((selection, step): Step => {
    let base = 0;
    for (let axis = 0; axis < axes.length; axis++) base += starts[step * axes.length + axis]! * axes[axis]!.stride;
    if (last === undefined || selection.some((axis, i) => axisCount(axis) !== last!.counts[i])) {
      const counts = selectionShape(selection);
      last = { counts, axes: axes.map(({ stride }, i) => ({ count: counts[i]!, stride })) };
    }
    return { selection, counts: last.counts, offset: FIRST_OFFSET, length, layout: { base, axes: last.axes } };
  });
  return { steps, length: FIRST_OFFSET + length };
}

export function toColumns(steps: readonly Pick<Step, "selection">[], box?: Box): StepColumns {
  const rank = steps[0]?.selection.length ?? 0;
  const common = { count: steps.length, rank, ...(box === undefined ? {} : { box }) };
  if (steps.some(({ selection }) => selection.some((axis) => axis.kind === "list"))) {
    return { ...common, ranges: new Float64Array(), selections: steps.map(({ selection }) => selection) };
  }
  const ranges = new Float64Array(steps.length * rank * 3);
  let at = 0;
  for (const { selection } of steps) {
    for (const axis of selection) {
      if (axis.kind !== "range") continue;
      ranges[at] = axis.start;
      ranges[at + 1] = axis.step;
      ranges[at + 2] = axis.count;
      at += 3;
    }
  }
  return { ...common, ranges };
}

export function fromColumns(columns: StepColumns, itemSize: number): PlacedSteps {
  const { count, rank, ranges, selections, box } = columns;
  return placeSteps(selections ?? selectionsOf(ranges, count, rank), itemSize, box);
}

/** Steps that select the same of their chunks, as those inside a selection do, share it. */
function selectionsOf(ranges: Float64Array, count: number, rank: number): Chosen {
  const width = rank * 3;
  const chosen: (readonly AxisSelection[])[] = [];
  for (let first = 0; chosen.length < count; first += width) {
    const previous = chosen.at(-1);
    let isSame = previous !== undefined;
    for (let at = first; isSame && at < first + width; at++) isSame = ranges[at] === ranges[at - width];
    chosen.push(isSame && previous !== undefined ? previous : rangesAt(ranges, first, rank));
  }
  return chosen;
}

function rangesAt(ranges: Float64Array, first: number, rank: number): readonly AxisSelection[] {
  return Array.from({ length: rank }, (_, axis): AxisSelection => {
    const at = first + axis * 3;
    return { kind: "range", start: ranges[at]!, step: ranges[at + 1]!, count: ranges[at + 2]! };
  });
}

/** A local directory, and its name in messages. */
export interface Directory {
  readonly directory: string;
  readonly location: string;
}

/** A part of a file. */
export interface FilePart {
  readonly offset: number;
  readonly length: number;
}

/** A local file, or a part of one. */
export interface FileRange extends Directory {
  /** The file, below the directory. */
  readonly key: string;
  /** All of it if undefined. */
  readonly part?: FilePart;
  /** The version of the file that the part belongs to. Undefined for any. */
  readonly version?: string | undefined;
}

/** The files of a task's steps, in order. */
export interface FileColumns {
  readonly directories: readonly Directory[];
  /** Which of the directories each file is in; undefined if all are in the first. */
  readonly indices?: Uint32Array;
  readonly keys: readonly string[];
  /** Offset and length of each; the length is -1 for a whole file. Undefined if all files are whole. */
  readonly parts?: Float64Array;
  /** Versions that files must have, by the number of the directory and the key; see `versionAt`. */
  readonly versions?: ReadonlyMap<string, string>;
}

export function toFileColumns(files: readonly FileRange[]): FileColumns {
  const directories: Directory[] = [];
  const known = new Map<string, number>();
  const indices = new Uint32Array(files.length);
  const keys: string[] = [];
  const versions = new Map<string, string>();
  let parts: Float64Array | undefined;
  let last = -1;
  for (const [i, { directory, location, key, part, version }] of files.entries()) {
    // Nearly all lie in the same directory as the previous one.
    if (directories[last]?.directory !== directory) {
      last = known.get(directory) ?? directories.push({ directory, location }) - 1;
      known.set(directory, last);
    }
    indices[i] = last;
    keys.push(key);
    if (version !== undefined) versions.set(fileName(last, key), version);
    if (part === undefined) continue;
    parts ??= new Float64Array(2 * files.length).fill(-1);
    parts[2 * i] = part.offset;
    parts[2 * i + 1] = part.length;
  }
  return {
    directories,
    keys,
    ...(directories.length > 1 && { indices }),
    ...(parts && { parts }),
    ...(versions.size > 0 && { versions }),
  };
}

function fileName(directory: number, key: string): string {
  return `${directory}\0${key}`;
}

/** The version that the file of a step must have; undefined for any. */
export function versionAt({ versions, indices, keys }: FileColumns, step: number): string | undefined {
  return versions?.get(fileName(indices?.[step] ?? 0, keys[step]!));
}

/** The part of a file that holds a step; undefined for all of it. */
export function partAt({ parts }: FileColumns, step: number): FilePart | undefined {
  if (parts === undefined || parts[2 * step + 1]! < 0) return undefined;
  return { offset: parts[2 * step]!, length: parts[2 * step + 1]! };
}
