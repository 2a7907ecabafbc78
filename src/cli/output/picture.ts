/** A two-dimensional field as a small picture with a title and a scale: coloured half blocks, or shades in plain text. */
export interface Field {
  readonly title: string;
  readonly units: string;
  /** Row by row. */
  readonly values: ArrayLike<number>;
  readonly rows: number;
  readonly columns: number;
}

/** What the terminal supports: no colours, the 256 of xterm, or any (24 bits). */
export type ColorDepth = "none" | "palette" | "rgb";
type Rgb = readonly [red: number, green: number, blue: number];

const SHADES = " .:-=+*#%@";
const SCALE_COLUMNS = 30;

/** Viridis, sampled: from dark blue over green to yellow, readable for colour-blind people and in grey. */
const VIRIDIS: readonly Rgb[] = [
  [68, 1, 84],
  [72, 40, 120],
  [62, 73, 137],
  [49, 104, 142],
  [38, 130, 142],
  [31, 158, 137],
  [53, 183, 121],
  [110, 206, 88],
  [181, 222, 43],
  [253, 231, 37],
];

/** Two rows of the field per line. */
export function* pictureLines(field: Field, depth: ColorDepth): Generator<string> {
  const [low, high] = limits(field.values);
  const share = (row: number, column: number): number => {
    const value = field.values[Math.min(row, field.rows - 1) * field.columns + column]!;
    return Number.isFinite(value) ? (value - low) / (high - low || 1) : 0;
  };
  yield field.title;
  for (let row = 0; row < field.rows; row += 2) {
    yield paintedLine(field.columns, depth, (column) => [share(row, column), share(row + 1, column)]);
  }
  const scale = paintedLine(SCALE_COLUMNS, depth, (column) => {
    const position = column / (SCALE_COLUMNS - 1);
    return [position, position];
  });
  yield `${short(low)} ${scale} ${short(high)} ${field.units}`;
}

/** One character per column, from the shares (0 to 1) of its upper and its lower half. */
function paintedLine(
  columns: number,
  depth: ColorDepth,
  shares: (column: number) => readonly [number, number],
): string {
  const cells = Array.from({ length: columns }, (_, column) => {
    const [upper, lower] = shares(column);
    if (depth === "none") return shade((upper + lower) / 2);
    return `\x1b[38;${colorCode(upper, depth)};48;${colorCode(lower, depth)}m▀`;
  });
  return `${cells.join("")}${depth === "none" ? "" : "\x1b[0m"}`;
}

function limits(values: ArrayLike<number>): readonly [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    if (values[i]! < low) low = values[i]!;
    if (values[i]! > high) high = values[i]!;
  }
  return low <= high ? [low, high] : [0, 0];
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}

function shade(share: number): string {
  return SHADES[Math.min(SHADES.length - 1, Math.floor(share * SHADES.length))]!;
}

function colorCode(share: number, depth: ColorDepth): string {
  const position = share * (VIRIDIS.length - 1);
  const from = VIRIDIS[Math.floor(position)]!;
  const to = VIRIDIS[Math.ceil(position)]!;
  const part = position - Math.floor(position);
  const color = from.map((start, channel) => Math.round(start + (to[channel]! - start) * part));
  return depth === "rgb" ? `2;${color.join(";")}` : `5;${paletteIndex(color)}`;
}

/** xterm's colours 16 to 231 are a cube with six levels per channel: 0, 95, 135, 175, 215, 255. */
function paletteIndex(color: readonly number[]): number {
  const levels = color.map((value) => (value < 48 ? 0 : value < 115 ? 1 : Math.floor((value - 35) / 40)));
  return 16 + 36 * levels[0]! + 6 * levels[1]! + levels[2]!;
}
