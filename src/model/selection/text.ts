/** A normalised selection as text that reads back as the same: `0, 10:20, ::-1, [4, 1, 2]`. */
import { type AxisSelection, isWholeAxis } from "./axis-selection.ts";
import type { NormalizedSelection } from "./selection.ts";

export function formatSelection(selection: NormalizedSelection, shape: readonly number[]): string {
  const { axes, resultAxes } = selection;
  const entries: string[] = [];
  let next = 0;
  const writeUpTo = (end: number): void => {
    for (; next < end; next++) {
      const axis = axes[next]!;
      entries.push(resultAxes.includes(next) ? formatAxis(axis, shape[next]!) : formatIndex(axis));
    }
  };
  for (const axis of resultAxes) {
    if (axis === undefined) entries.push("newaxis");
    else writeUpTo(axis + 1);
  }
  writeUpTo(axes.length);
  // A list alone would be taken for an index of each dimension.
  return entries.length === 1 && entries[0]!.startsWith("[") ? `[${entries[0]}]` : entries.join(", ");
}

/** What is selected along one dimension of this length. */
export function formatAxis(axis: AxisSelection, length: number): string {
  if (isWholeAxis(axis, length)) return ":";
  if (axis.kind === "list") return `[${axis.indices.join(", ")}]`;
  const { start, step, count } = axis;
  if (count === 0) return "0:0";
  const end = start + (count - 1) * step + Math.sign(step);
  // A stop of -1 would count from the end.
  return `${start}:${end < 0 ? "" : end}${step === 1 ? "" : `:${step}`}`;
}

function formatIndex(axis: AxisSelection): string {
  return String(axis.kind === "range" ? axis.start : axis.indices[0]);
}
