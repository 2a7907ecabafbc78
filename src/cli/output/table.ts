/** Aligned columns of text, as many as fit. */
import { shortened, widthOf } from "./width.ts";

export interface Table {
  /** One text per column. */
  readonly rows: readonly (readonly string[])[];
  /** Columns that are tried in turn, until a choice fits; the last choice is shown as far as it fits. */
  readonly choices: readonly (readonly number[])[];
  readonly width: number;
  /** Paints the first column. */
  readonly paint: (text: string) => string;
}

/** The rows; columns that are empty in all of them are left out. */
export function tableRows({ rows, choices, width, paint }: Table): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((most, row) => Math.max(most, widthOf(row[column]!)), 0),
  );
  const filled = choices.map((choice) => choice.filter((column) => widths[column]! > 0));
  const total = (choice: readonly number[]): number => choice.reduce((sum, column) => sum + widths[column]! + 2, -2);
  const shown = filled.find((choice) => total(choice) <= width) ?? filled.at(-1) ?? [0];
  const last = shown.at(-1)!;
  // If not even the last choice fits, its last column is truncated.
  const room = width - total(shown) + widths[last]!;
  return rows.map((row) =>
    shown
      .map((column) => {
        const cell = shortened(row[column]!, column === last ? Math.max(1, room) : width);
        const padding = column === last ? "" : " ".repeat(widths[column]! - widthOf(cell));
        return (column === 0 ? paint(cell) : cell) + padding;
      })
      .join("  ")
      .trimEnd(),
  );
}
