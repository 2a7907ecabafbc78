/** Numbers for people. */
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
  return count.toLocaleString("en-US");
}

/** `64 x 1024 x 1024`; a scalar is `scalar`. */
export function formatShape(shape: readonly number[]): string {
  return shape.length === 0 ? "scalar" : shape.join(" x ");
}
