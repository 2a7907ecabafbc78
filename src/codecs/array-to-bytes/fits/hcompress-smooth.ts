/**
 * Smoothing of H-compressed images (R. L. White, 1992), as CFITSIO does it, so that values are the same. Each block of 2 x 2
 * coefficients has a sum, two slopes (down and across) and a curvature. A slope is moved to the one that the sums of its neighbours
 * suggest, as far as sums stay monotonic and by no more than what rounding may have taken from it.
 */

export interface SmoothedLevel {
  /** Of a whole row in memory. */
  readonly columns: number;
  /** The part that is filled at this level. */
  readonly height: number;
  readonly width: number;
  /** How far a coefficient may be moved. */
  readonly most: number;
}

export function smoothLevel(values: Float64Array, level: SmoothedLevel): void {
  const { columns, height, width, most } = level;
  // Blocks at the edges lack a neighbour and stay as they are.
  for (let row = 2; row < height - 2; row += 2) {
    for (let column = 0; column < width; column += 2) {
      const at = columns * row + column;
      moveSlope(values, at, { step: 2 * columns, slope: at + columns, most });
    }
  }
  for (let row = 0; row < height; row += 2) {
    for (let column = 2; column < width - 2; column += 2) {
      const at = columns * row + column;
      moveSlope(values, at, { step: 2, slope: at + 1, most });
    }
  }
  for (let row = 2; row < height - 2; row += 2) {
    for (let column = 2; column < width - 2; column += 2) moveCurvature(values, columns * row + column, level);
  }
}

interface Slope {
  /** From a sum to that of the next block. */
  readonly step: number;
  /** Where the slope lies. */
  readonly slope: number;
  readonly most: number;
}

function moveSlope(values: Float64Array, at: number, { step, slope, most }: Slope): void {
  const [before, here, after] = [values[at - step]!, values[at]!, values[at + step]!];
  const [rise, fall] = [after - here, here - before];
  const highest = 4 * Math.max(Math.min(rise, fall), 0);
  const lowest = 4 * Math.min(Math.max(rise, fall), 0);
  // Eight times a slope is the difference of the sums to both sides.
  if (lowest < highest) values[slope]! += moved(after - before, [lowest, highest], values[slope]!, 8, most);
}

function moveCurvature(values: Float64Array, at: number, { columns, most }: SmoothedLevel): void {
  const here = values[at]!;
  // Sums of the four blocks at the corners: the first letter tells the row, the second the column.
  const [aboveLeft, aboveRight] = [values[at - 2 * columns - 2]!, values[at - 2 * columns + 2]!];
  const [belowLeft, belowRight] = [values[at + 2 * columns - 2]!, values[at + 2 * columns + 2]!];
  const down = 2 * values[at + columns]!;
  const across = 2 * values[at + 1]!;
  const highest = Math.min(
    Math.max(belowRight - here, 0) - down - across,
    Math.max(here - belowLeft, 0) + down - across,
    Math.max(here - aboveRight, 0) - down + across,
    Math.max(aboveLeft - here, 0) + down + across,
  );
  const lowest = Math.max(
    Math.min(belowRight - here, 0) - down - across,
    Math.min(here - belowLeft, 0) + down - across,
    Math.min(here - aboveRight, 0) - down + across,
    Math.min(aboveLeft - here, 0) + down + across,
  );
  if (lowest >= highest) return;
  const curvature = at + columns + 1;
  const wanted = belowRight + aboveLeft - aboveRight - belowLeft;
  values[curvature]! += moved(wanted, [16 * lowest, 16 * highest], values[curvature]!, 64, most);
}

/** By how much a coefficient moves towards `wanted`, which is `unit` times as large, within the bounds. */
function moved(
  wanted: number,
  [lowest, highest]: readonly [number, number],
  value: number,
  unit: number,
  most: number,
): number {
  const bounded = Math.max(Math.min(wanted, highest), lowest);
  const change = Math.trunc((bounded - unit * value) / unit);
  return Math.max(Math.min(change, most), -most);
}
