/**
 * Maps positions in a grid to rows, without a key per row. Rows in the order of the grid that fill it need no table, a
 * well-filled grid has one entry per position, and any other is searched by bisection.
 */

/** The most positions per row that a table may have. */
const SPARSEST_TABLE = 4;

/** The row at the position in `coords` from `from` on (default 0). */
type FindRow = (coords: ArrayLike<number>, from?: number) => number | undefined;

export class PositionIndex {
  readonly rank: number;
  #coords: Uint32Array;
  #length = 0;
  #find: FindRow | undefined;

  constructor(rank: number) {
    this.rank = rank;
    this.#coords = new Uint32Array(4 * Math.max(1, rank));
  }

  /** Adds the position of the next row. */
  push(coords: ArrayLike<number>, from = 0): void {
    const start = this.#length * this.rank;
    if (start + this.rank > this.#coords.length) {
      this.#coords = grown(this.#coords, this.rank);
    }
    for (let axis = 0; axis < this.rank; axis++) this.#coords[start + axis] = coords[from + axis]!;
    this.#length += 1;
    this.#find = undefined;
  }

  /** Adds the positions of the next `count` rows. */
  pushAll(coords: Uint32Array, count: number): void {
    const start = this.#length * this.rank;
    const added = count * this.rank;
    while (start + added > this.#coords.length) {
      this.#coords = grown(this.#coords, this.rank);
    }
    this.#coords.set(coords.subarray(0, added), start);
    this.#length += count;
    this.#find = undefined;
  }

  /** The last row at a position; undefined if there is none. */
  find(coords: ArrayLike<number>): number | undefined {
    this.#find ??= this.#makeFind();
    return this.#find(coords);
  }

  /** Returns whether no later row is at the same position. */
  isLast(row: number): boolean {
    this.#find ??= this.#makeFind();
    return this.#find(this.#coords, row * this.rank) === row;
  }

  /** The position of a row. */
  coords(row: number): Uint32Array {
    return this.#coords.subarray(row * this.rank, (row + 1) * this.rank);
  }

  #makeFind(): FindRow {
    const extents = this.#extents();
    const positions = extents.reduce((product, extent) => product * extent, 1);
    const length = this.#length;
    if (!(positions <= Number.MAX_SAFE_INTEGER)) return this.#findByBisection();
    const numberOf = (coords: ArrayLike<number>, from = 0): number | undefined => {
      let number = 0;
      for (let axis = 0; axis < extents.length; axis++) {
        const coord = coords[from + axis]!;
        if (!(coord < extents[axis]!)) return undefined;
        number = number * extents[axis]! + coord;
      }
      return number;
    };
    if (positions === length && this.#isInOrder(numberOf)) return numberOf;
    if (positions > Math.max(1024, SPARSEST_TABLE * length)) return this.#findByBisection();
    // One more than the row, so that 0 marks a position without one.
    const rows = new Uint32Array(positions);
    for (let row = 0; row < length; row++) rows[numberOf(this.#coords, row * this.rank)!] = row + 1;
    return (coords, from) => {
      const number = numberOf(coords, from);
      const row = number === undefined ? 0 : rows[number]!;
      return row === 0 ? undefined : row - 1;
    };
  }

  #extents(): number[] {
    const extents = new Array<number>(this.rank).fill(0);
    for (let row = 0; row < this.#length; row++) {
      for (let axis = 0; axis < this.rank; axis++) {
        extents[axis] = Math.max(extents[axis]!, this.#coords[row * this.rank + axis]! + 1);
      }
    }
    return extents;
  }

  #isInOrder(numberOf: FindRow): boolean {
    for (let row = 0; row < this.#length; row++) if (numberOf(this.#coords, row * this.rank) !== row) return false;
    return true;
  }

  #findByBisection(): FindRow {
    const order = new Uint32Array(this.#length);
    for (let row = 0; row < order.length; row++) order[row] = row;
    // Of equal positions, the later row comes last, and counts.
    order.sort((a, b) => this.#compare(this.#coords, a * this.rank, b) || a - b);
    return (coords, from = 0) => {
      let [low, high] = [0, order.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (this.#compare(coords, from, order[middle]!) < 0) high = middle;
        else low = middle + 1;
      }
      return low > 0 && this.#compare(coords, from, order[low - 1]!) === 0 ? order[low - 1]! : undefined;
    };
  }

  #compare(coords: ArrayLike<number>, from: number, row: number): number {
    for (let axis = 0; axis < this.rank; axis++) {
      const difference = coords[from + axis]! - this.#coords[row * this.rank + axis]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }
}

const FIRST_CAPACITY = 16;

/** Doubling up to a million numbers, then by half: what is not used stays small. */
function grown(coords: Uint32Array, rank: number): Uint32Array {
  const { length } = coords;
  const capacity = Math.max(FIRST_CAPACITY, length < 1 << 20 ? length * 2 : length + (length >>> 1));
  const more = new Uint32Array(capacity + rank);
  more.set(coords);
  return more;
}
