/** A result as strict JSON: integers beyond 2^53 and non-finite numbers become strings, bytes become base64. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => plain(part), 2);
}

function plain(value: unknown): unknown {
  if (typeof value === "bigint") {
    return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
      ? Number(value)
      : String(value);
  }
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  return value;
}
