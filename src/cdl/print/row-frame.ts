/** What surrounds the rows of a variable: braces of unlimited dimensions, and comments with indices. */
import type { DimensionReference } from "../../model/netcdf/dataset.ts";
import type { IndexStyle } from "./options.ts";

export class RowFrame {
  /** Values per row, and in total. */
  readonly row: number;
  readonly size: number;
  readonly #lengths: readonly number[];
  /** Values per record of each unlimited dimension but the first. */
  readonly #spans: readonly number[];
  readonly #name: string;

  /** `name` is the spelling in comments. */
  constructor(name: string, dimensions: readonly DimensionReference[]) {
    this.#name = name;
    this.#lengths = dimensions.map(({ length }) => length);
    this.size = product(this.#lengths);
    this.row = this.#lengths.at(-1) ?? 1;
    this.#spans = dimensions.flatMap(({ unlimited }, axis) =>
      unlimited && axis > 0 ? [product(this.#lengths.slice(axis))] : [],
    );
  }

  get hasBraces(): boolean {
    return this.#spans.length > 0;
  }

  /** The number of records that begin with this value, or end before it. */
  braces(index: number): number {
    let count = 0;
    for (const span of this.#spans) if (index % span === 0) count += 1;
    return count;
  }

  /** The number of records that begin before this value. */
  bracesBefore(index: number): number {
    return this.#spans.reduce((total, span) => total + Math.ceil(index / span), 0);
  }

  /** `// v(0,1, 0-4)`, for the row that begins with this value. */
  rowComment(index: number, style: IndexStyle): string {
    const before = this.#indices(index).slice(0, -1);
    const isC = style === "c";
    const range = this.row === 1 ? (isC ? "0" : "1") : isC ? ` 0-${this.row - 1}` : `1-${this.row} `;
    if (isC) return `// ${this.#name}(${[...before, range].join(",")})`;
    return `// ${this.#name}(${[range, ...before.reverse().map((at) => at + 1)].join(",")})`;
  }

  /** `  // v(0,1,2)`, after a value. */
  valueComment(index: number, style: IndexStyle): string {
    const indices = this.#indices(index);
    const shown = style === "c" ? indices : indices.reverse().map((at) => at + 1);
    return `  // ${this.#name}(${shown.join(",")})`;
  }

  /** A scalar has a single index, 0. */
  #indices(index: number): number[] {
    if (this.#lengths.length === 0) return [0];
    let rest = index;
    return this.#lengths
      .map((_, axis) => {
        const length = this.#lengths[this.#lengths.length - 1 - axis]!;
        const at = rest % length;
        rest = (rest - at) / length;
        return at;
      })
      .reverse();
  }
}

function product(lengths: readonly number[]): number {
  return lengths.reduce((size, length) => size * length, 1);
}
