/**
 * Positions of the rows of one page, in little memory if they follow each other: runs along one axis each, as the chunks of
 * a grid come in order. Positions without an order stay as they are.
 */

export class PackedPositions {
  readonly #rank: number;
  /** The positions of all rows, or of the first row of each run. */
  readonly #coords: Uint32Array;
  /** The first row of each run; undefined if the positions of all rows are kept. */
  readonly #starts: Uint32Array | undefined;
  /** The axis of each run. */
  readonly #axes: Uint8Array;
  /** The run of the row that was read last. */
  #last = 0;

  constructor(rank: number, coords: Uint32Array) {
    this.#rank = rank;
    const { starts, axes } = runsOf(rank, coords);
    const isShorter = starts.length * (rank + 2) < coords.length / 2;
    this.#axes = isShorter ? Uint8Array.from(axes) : new Uint8Array(0);
    this.#starts = isShorter ? Uint32Array.from(starts) : undefined;
    this.#coords = isShorter ? new Uint32Array(starts.length * rank) : coords;
    if (!isShorter) return;
    for (const [run, row] of starts.entries()) {
      this.#coords.set(coords.subarray(row * rank, (row + 1) * rank), run * rank);
    }
  }

  /** Copies the position of a row. */
  read(row: number, into: Uint32Array | number[]): void {
    const run = this.#starts === undefined ? row : this.#runOf(row, this.#starts);
    const from = run * this.#rank;
    for (let axis = 0; axis < this.#rank; axis++) into[axis] = this.#coords[from + axis]!;
    if (this.#starts !== undefined) into[this.#axes[run]!]! += row - this.#starts[run]!;
  }

  #runOf(row: number, starts: Uint32Array): number {
    // Rows are mostly read in order.
    for (let run = this.#last; run < this.#last + 2 && run < starts.length; run++) {
      if (starts[run]! <= row && row < (starts[run + 1] ?? Number.POSITIVE_INFINITY)) return (this.#last = run);
    }
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (starts[middle]! <= row) low = middle;
      else high = middle;
    }
    return (this.#last = low);
  }
}

/** Rows whose positions differ only along one axis, by one from row to row. */
function runsOf(rank: number, coords: Uint32Array): { readonly starts: number[]; readonly axes: number[] } {
  const starts: number[] = [];
  const axes: number[] = [];
  const count = rank === 0 ? 0 : coords.length / rank;
  let length = 0;
  for (let row = 0; row < count; row++) {
    const axis = row === 0 ? undefined : stepAxis(rank, coords, row);
    const run = axes.length - 1;
    if (axis !== undefined && (length === 1 || axes[run] === axis)) {
      axes[run] = axis;
      length += 1;
      continue;
    }
    starts.push(row);
    axes.push(0);
    length = 1;
  }
  return { starts, axes };
}

/** The axis along which a row follows the one before; undefined if they differ in another way. */
function stepAxis(rank: number, coords: Uint32Array, row: number): number | undefined {
  const at = row * rank;
  let found: number | undefined;
  for (let axis = 0; axis < rank; axis++) {
    const by = coords[at + axis]! - coords[at - rank + axis]!;
    if (by === 0) continue;
    if (by !== 1 || found !== undefined) return undefined;
    found = axis;
  }
  return found;
}
