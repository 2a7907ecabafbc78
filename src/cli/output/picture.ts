/** A two-dimensional field as a small picture: two rows per line in coloured half blocks, or shades in plain text. */
export interface Field {
  /** Row by row. */
  readonly values: ArrayLike<number>;
  readonly rows: number;
  readonly columns: number;
}

const SHADES = " .:-=+*#%@";

/** Viridis, sampled: from dark blue over green to yellow, readable for colour-blind people and in grey. */
const VIRIDIS = ["440154", "482878", "3e4989", "31688e", "26828e", "1f9e89", "35b779", "6ece58", "b5de2b", "fde725"];

export function* pictureLines(field: Field, color: boolean): Generator<string> {
  const [low, high] = limits(field.values);
  const share = (row: number, column: number): number => {
    const value = field.values[Math.min(row, field.rows - 1) * field.columns + column]!;
    return Number.isFinite(value) ? (value - low) / (high - low || 1) : 0;
  };
  for (let row = 0; row < field.rows; row += 2) {
    const cells = Array.from({ length: field.columns }, (_, column) => {
      const upper = share(row, column);
      const lower = share(row + 1, column);
      return color ? `\x1b[38;2;${rgb(upper)};48;2;${rgb(lower)}m▀` : shade((upper + lower) / 2);
    });
    yield `${cells.join("")}${color ? "\x1b[0m" : ""}`;
  }
}

function limits(values: ArrayLike<number>): readonly [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    if (values[i]! < low) low = values[i]!;
    if (values[i]! > high) high = values[i]!;
  }
  return [low, high];
}

function shade(share: number): string {
  return SHADES[Math.min(SHADES.length - 1, Math.floor(share * SHADES.length))]!;
}

function rgb(share: number): string {
  const position = share * (VIRIDIS.length - 1);
  const from = VIRIDIS[Math.floor(position)]!;
  const to = VIRIDIS[Math.ceil(position)]!;
  const part = position - Math.floor(position);
  return [0, 2, 4]
    .map((at) => {
      const start = Number.parseInt(from.slice(at, at + 2), 16);
      const end = Number.parseInt(to.slice(at, at + 2), 16);
      return Math.round(start + (end - start) * part);
    })
    .join(";");
}
