/**
 * Maps positions in a grid to rows, without a key per row. Rows in the order of the grid that fill it need no table, a
 * well-filled grid has one entry per position, and any other is searched by bisection.
 */

import { modelLimits } from "../../limits.ts";
import { PackedPositions } from "./packed-positions.ts";

/** The most positions per row that a table may have. */
const SPARSEST_TABLE = 4;

type FindRow = (coords: ArrayLike<number>) => number | undefined;

export class PositionIndex {
  readonly rank: number;
  readonly #pageRows: number = modelLimits.pageRows.value;
  readonly #full: PackedPositions[] = [];
  /** Positions of the rows after those of full pages. */
  #coords: Uint32Array;
  #used = 0;
  readonly #own: Uint32Array;
  #find: FindRow | undefined;

  constructor(rank: number) {
    this.rank = rank;
    this.#coords = new Uint32Array(4 * Math.max(1, rank));
    this.#own = new Uint32Array(rank);
  }

  get length(): number {
    return this.#full.length * this.#pageRows + this.#used;
  }

  /** Adds the position of the next row. */
  push(coords: ArrayLike<number>, from = 0): void {
    const start = this.#used * this.rank;
    if (start + this.rank > this.#coords.length) this.#grow();
    for (let axis = 0; axis < this.rank; axis++) this.#coords[start + axis] = coords[from + axis]!;
    this.#added(1);
  }

  /** Adds the positions of the next `count` rows. */
  pushAll(coords: Uint32Array, count: number): void {
    const { rank } = this;
    for (let done = 0; done < count; ) {
      const end = Math.min(count, done + this.#pageRows - this.#used);
      const start = this.#used * rank;
      while (start + (end - done) * rank > this.#coords.length) this.#grow();
      this.#coords.set(coords.subarray(done * rank, end * rank), start);
      this.#added(end - done);
      done = end;
    }
  }

  /** The last row at a position; undefined if there is none. */
  find(coords: ArrayLike<number>): number | undefined {
    this.#find ??= this.#makeFind();
    return this.#find(coords);
  }

  /** Returns whether no later row is at the same position. */
  isLast(row: number): boolean {
    this.#find ??= this.#makeFind();
    return this.#find(this.#read(row)) === row;
  }

  /** Copies the position of a row into `into`, and returns that. */
  read<To extends Uint32Array | number[]>(row: number, into: To): To {
    const page = Math.floor(row / this.#pageRows);
    const at = row - page * this.#pageRows;
    const full = this.#full[page];
    if (full !== undefined) full.read(at, into);
    else for (let axis = 0; axis < this.rank; axis++) into[axis] = this.#coords[at * this.rank + axis]!;
    return into;
  }

  #read(row: number): Uint32Array {
    return this.read(row, this.#own);
  }

  #added(count: number): void {
    this.#find = undefined;
    this.#used += count;
    if (!modelLimits.pageRows.isReachedBy(this.#used)) return;
    this.#full.push(new PackedPositions(this.rank, this.#coords.slice(0, this.#used * this.rank)));
    this.#used = 0;
  }

  /** Doubles the room, up to that of a page. */
  #grow(): void {
    const more = new Uint32Array(Math.min(this.#pageRows * this.rank, 2 * this.#coords.length));
    more.set(this.#coords);
    this.#coords = more;
  }

  #makeFind(): FindRow {
    const extents = this.#extents();
    const positions = extents.reduce((product, extent) => product * extent, 1);
    const { length } = this;
    if (!(positions <= Number.MAX_SAFE_INTEGER)) return this.#findByBisection();
    const numberOf = (coords: ArrayLike<number>): number | undefined => {
      let number = 0;
      for (let axis = 0; axis < extents.length; axis++) {
        const coord = coords[axis]!;
        if (!(coord < extents[axis]!)) return undefined;
        number = number * extents[axis]! + coord;
      }
      return number;
    };
    if (positions === length && this.#isInOrder(numberOf)) return numberOf;
    if (positions > Math.max(1024, SPARSEST_TABLE * length)) return this.#findByBisection();
    // One more than the row, so that 0 marks a position without one.
    const rows = new Uint32Array(positions);
    for (let row = 0; row < length; row++) rows[numberOf(this.#read(row))!] = row + 1;
    return (coords) => {
      const number = numberOf(coords);
      const row = number === undefined ? 0 : rows[number]!;
      return row === 0 ? undefined : row - 1;
    };
  }

  #extents(): number[] {
    const extents = new Array<number>(this.rank).fill(0);
    for (let row = 0; row < this.length; row++) {
      const coords = this.#read(row);
      for (let axis = 0; axis < this.rank; axis++) extents[axis] = Math.max(extents[axis]!, coords[axis]! + 1);
    }
    return extents;
  }

  #isInOrder(numberOf: FindRow): boolean {
    for (let row = 0; row < this.length; row++) if (numberOf(this.#read(row)) !== row) return false;
    return true;
  }

  #findByBisection(): FindRow {
    const { rank, length } = this;
    const order = new Uint32Array(length);
    const all = new Uint32Array(length * rank);
    for (let row = 0; row < length; row++) {
      order[row] = row;
      all.set(this.#read(row), row * rank);
    }
    // Of equal positions, the later row comes last, and counts.
    order.sort((a, b) => compare(rank, all, a * rank, all, b * rank) || a - b);
    const own = new Uint32Array(rank);
    return (coords) => {
      // The position that is searched for may be in the memory that is reused.
      for (let axis = 0; axis < rank; axis++) own[axis] = coords[axis]!;
      let [low, high] = [0, order.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (compare(rank, own, 0, this.#read(order[middle]!), 0) < 0) high = middle;
        else low = middle + 1;
      }
      return low > 0 && compare(rank, own, 0, this.#read(order[low - 1]!), 0) === 0 ? order[low - 1]! : undefined;
    };
  }
}

function compare(rank: number, a: ArrayLike<number>, at: number, b: ArrayLike<number>, bt: number): number {
  for (let axis = 0; axis < rank; axis++) {
    const difference = a[at + axis]! - b[bt + axis]!;
    if (difference !== 0) return difference;
  }
  return 0;
}
