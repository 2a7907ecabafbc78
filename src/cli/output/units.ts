/** Numbers, shapes and names for display. */
const UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

/** `47.5 MiB` */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}

/** `745,104` */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** `1 chunk`, `31,046 chunks` */
export function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Longer lists of varying chunk lengths are not shown. */
const SHOWN_LENGTHS = 6;

/** `int8`; with the name that a netCDF-4 group gives it, `cloud_class (int8)`. */
export function typeText({
  dtype,
  typeName,
}: {
  readonly dtype: string;
  readonly typeName?: string | undefined;
}): string {
  return typeName === undefined ? dtype : `${printable(typeName)} (${dtype})`;
}

/** `64 x 1024 x 1024`; lengths that vary are listed, `3+3+4 x 5`; a scalar is `scalar`. */
export function shapeText(shape: readonly (number | readonly number[])[]): string {
  if (shape.length === 0) return "scalar";
  return shape.map((length) => (typeof length === "number" ? String(length) : lengthsText(length))).join(" x ");
}

function lengthsText(lengths: readonly number[]): string {
  const shown = lengths.slice(0, SHOWN_LENGTHS).join("+");
  return lengths.length > SHOWN_LENGTHS ? `${shown}+...(${lengths.length})` : shown;
}

/** `(time, lat, -)`; empty if no dimension has a name. */
export function dimsText(dims: readonly (string | null)[]): string {
  if (dims.every((name) => name === null)) return "";
  return `(${dims.map((name) => (name === null ? "-" : printable(name))).join(", ")})`;
}

/** A name on one line: quoted and escaped if it would otherwise disturb the terminal. */
export function printable(name: string): string {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(name) || name === "" ? JSON.stringify(name) : name;
}

/** A JSON value on one line, with exact integers of any size, and NaN. */
export function valueText(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${valueText(member)}`);
  return `{${members.join(", ")}}`;
}
