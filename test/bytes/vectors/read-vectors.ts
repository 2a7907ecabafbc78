/** The vectors that make.py made: one JSON object a line. */
import { readFileSync } from "node:fs";

export function readVectors<T>(name: string): T[] {
  const text = readFileSync(new URL(`./${name}.jsonl`, import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

/** The same bytes as make.py's `patterned`. */
export function patterned(kind: string, length: number): Uint8Array {
  if (kind === "ones") return new Uint8Array(length).fill(0xff);
  let state = BigInt(length + 1);
  return Uint8Array.from({ length }, () => {
    state = (state * 1103515245n + 12345n) % 2147483648n;
    return Number((state >> 16n) & 255n);
  });
}
