/** Values in messages: short, on one line, distinguishable by kind. */

const LONGEST = 60;

/** `300`, `300n`, `"text"`, `[1, 2]`, `an object`. */
export function showValue(value: unknown): string {
  if (typeof value === "string") return shortened(JSON.stringify(value));
  if (typeof value === "bigint") return `${shortened(String(value))}n`;
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (typeof value === "function" || typeof value === "symbol") return `a ${typeof value}`;
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return showList(value);
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  return kind === "Object" ? "an object" : `a ${kind}`;
}

function showList(list: readonly unknown[]): string {
  const simple = list.length <= 4 && list.every((item) => typeof item !== "object" || item === null);
  return simple ? shortened(`[${list.map(showValue).join(", ")}]`) : `a list of ${list.length}`;
}

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}...`;
}
