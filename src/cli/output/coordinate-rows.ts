/** Coordinates in the terminal: `lat  (lat)  float32  75 … 15  degrees_north  latitude`. */
import type { CoordinateInfo } from "../../index.ts";
import type { Style } from "./style.ts";
import { tableRows } from "./table.ts";
import { dimsText, printable } from "./units.ts";
import { shortened } from "./width.ts";

/** Columns of the table. */
const COLUMNS: readonly ((coordinate: CoordinateInfo) => string)[] = [
  ({ name }) => printable(name),
  ({ dims }) => dimsText(dims),
  ({ dtype }) => dtype,
  rangeText,
  unitText,
  ({ longName }) => (longName === null ? "" : shortened(printable(longName), LONGEST)),
];
const LONGEST = 50;

/** Tried in turn, until a choice fits: without long names, dimensions, types, units. */
const CHOICES = [
  [0, 1, 2, 3, 4, 5],
  [0, 1, 2, 3, 4],
  [0, 2, 3, 4],
  [0, 3, 4],
  [0, 3],
];

export function coordinateRows(coordinates: readonly CoordinateInfo[], style: Style, width: number): readonly string[] {
  const rows = coordinates.map((coordinate) => COLUMNS.map((column) => column(coordinate)));
  return tableRows({ rows, choices: CHOICES, width, paint: style.cyan });
}

function rangeText({ first, last, dtype }: CoordinateInfo): string {
  if (first === null || last === null) return "";
  const shown = (label: string): string => printable(dtype.startsWith("float") ? rounded(label) : label);
  const [from, to] = [shown(first), shown(last)];
  return from === to ? from : `${shortened(from, LONGEST)} … ${shortened(to, LONGEST)}`;
}

/** `19.95` for 19.950000000000003: the last digits of computed coordinates are meaningless. Dates are unchanged. */
function rounded(label: string): string {
  const number = Number(label);
  return Number.isFinite(number) ? String(Number(number.toPrecision(8))) : label;
}

/** The units of times are shown with the calendar, unless it is the usual one. */
function unitText({ units, calendar }: CoordinateInfo): string {
  const isUsual = calendar === null || /^(?:standard|gregorian|proleptic_gregorian)$/i.test(calendar);
  const text = [units ?? "", isUsual ? "" : `(${calendar})`].filter((part) => part !== "").join(" ");
  return text === "" ? "" : shortened(printable(text), LONGEST);
}
