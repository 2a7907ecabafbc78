/**
 * A result as strict JSON. Integers of any size are numbers with all their digits, negative zero keeps its sign; NaN
 * and infinities, which JSON lacks, become text, bytes Base64. Short lists of plain values stay on one line.
 */
const LINE_LENGTH = 100;

export function jsonText(value: unknown): string {
  return print(value, "");
}

function print(value: unknown, indent: string): string {
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString("base64"));
  if (Array.isArray(value)) return printList(value, indent);
  if (ArrayBuffer.isView(value)) return printList(Array.from(elementsOf(value)), indent);
  if (typeof value === "object" && value !== null) return printObject(value, indent);
  return printPlain(value);
}

function printPlain(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "number") return JSON.stringify(value) ?? "null";
  if (!Number.isFinite(value)) return JSON.stringify(String(value));
  return Object.is(value, -0) ? "-0.0" : String(value);
}

function elementsOf(view: ArrayBufferView): Iterable<unknown> {
  return Symbol.iterator in view ? (view as Iterable<unknown>) : [];
}

function printList(list: readonly unknown[], indent: string): string {
  const inner = `${indent}  `;
  const parts = list.map((item) => print(item, inner));
  const line = `[${parts.join(", ")}]`;
  const plain = list.every((item) => typeof item !== "object" || item === null);
  if (parts.length === 0 || (plain && line.length <= LINE_LENGTH)) return line;
  return `[\n${inner}${parts.join(`,\n${inner}`)}\n${indent}]`;
}

function printObject(object: object, indent: string): string {
  const inner = `${indent}  `;
  const members = Object.entries(object).filter(([, value]) => value !== undefined);
  const parts = members.map(([name, value]) => `${JSON.stringify(name)}: ${print(value, inner)}`);
  return parts.length === 0 ? "{}" : `{\n${inner}${parts.join(`,\n${inner}`)}\n${indent}}`;
}
