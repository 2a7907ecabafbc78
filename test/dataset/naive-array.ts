/** The model that the engine is held against: a plain flat list, indexed in the most obvious way. */
import type { AxisSelection } from "../../src/model/selection/axis-selection.ts";

export class NaiveArray {
  readonly shape: readonly number[];
  readonly values: number[];

  constructor(shape: readonly number[], fill: number) {
    this.shape = shape;
    this.values = new Array(shape.reduce((a, b) => a * b, 1)).fill(fill);
  }

  offsets(selection: readonly AxisSelection[]): number[] {
    return selection.reduce<number[]>(
      (bases, axis, i) => bases.flatMap((base) => indices(axis).map((index) => base * this.shape[i]! + index)),
      [0],
    );
  }

  read(selection: readonly AxisSelection[]): number[] {
    return this.offsets(selection).map((offset) => this.values[offset]!);
  }

  write(selection: readonly AxisSelection[], values: readonly number[]): void {
    this.offsets(selection).forEach((offset, i) => {
      this.values[offset] = values[i]!;
    });
  }

  resized(shape: readonly number[], fill: number): NaiveArray {
    const result = new NaiveArray(shape, fill);
    const common = shape.map((length, i) => Math.min(length, this.shape[i]!));
    const box = common.map((count): AxisSelection => ({ kind: "range", start: 0, step: 1, count }));
    if (common.every((count) => count > 0)) result.write(box, this.read(box));
    return result;
  }
}

export function indices(axis: AxisSelection): readonly number[] {
  return axis.kind === "list" ? axis.indices : Array.from({ length: axis.count }, (_, i) => axis.start + i * axis.step);
}
