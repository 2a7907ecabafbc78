/** JSON values as Python's pprint shows them: names sorted, one line where it fits, else one item a line. */

/** The lines of `pprint.pformat(value, width=width)`. */
export function pythonPrint(value: unknown, width: number): string {
  return printAt(value, 0, 0, width);
}

/** `indent`: where the value begins; `behind`: characters that follow it on its last line. */
function printAt(value: unknown, indent: number, behind: number, width: number): string {
  const whole = pythonText(value);
  if (whole.length <= width - indent - behind) return whole;
  if (Array.isArray(value)) {
    const items = value.map((item, i) => printAt(item, indent + 1, i === value.length - 1 ? behind + 1 : 1, width));
    return `[${items.join(`,\n${" ".repeat(indent + 1)}`)}]`;
  }
  if (typeof value !== "object" || value === null) return whole;
  const entries = sortedEntries(value);
  const items = entries.map(([name, member], i) => {
    const key = pythonText(name);
    const after = i === entries.length - 1 ? behind + 1 : 1;
    return `${key}: ${printAt(member, indent + key.length + 3, after, width)}`;
  });
  return `{${items.join(`,\n${" ".repeat(indent + 1)}`)}}`;
}

/** A value as Python's `repr` prints it, names sorted. */
export function pythonText(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number") return numberText(value);
  if (Array.isArray(value)) return `[${value.map(pythonText).join(", ")}]`;
  if (typeof value === "object") {
    return `{${sortedEntries(value)
      .map(([name, member]) => `${quoted(name)}: ${pythonText(member)}`)
      .join(", ")}}`;
  }
  return String(value);
}

function sortedEntries(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  return String(value);
}

/** Single quotes, unless the text has one and no double ones. */
function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = Array.from(text, (letter) => {
    if (letter === quote || letter === "\\") return `\\${letter}`;
    if (letter === "\n") return "\\n";
    if (letter === "\r") return "\\r";
    if (letter === "\t") return "\\t";
    return /[\p{Cc}\u00ad]/u.test(letter) ? `\\x${letter.charCodeAt(0).toString(16).padStart(2, "0")}` : letter;
  });
  return quote + escaped.join("") + quote;
}
