/** `--range`, spelled as in HTTP: `0-99` (the first hundred bytes), `100-` (all after them), `-8` (the last eight). */
import type { ByteRange } from "../index.ts";
import type { OptionValue } from "./command.ts";
import { UsageError } from "./usage-error.ts";

export function rangeOption(value: OptionValue): ByteRange | undefined {
  if (typeof value !== "string") return undefined;
  const [, first = "", last = ""] = /^(\d*)-(\d*)$/.exec(value.trim()) ?? [];
  const [start, end] = [Number(first), Number(last)];
  if (
    ![start, end].every(Number.isSafeInteger) ||
    (first === "" && last === "") ||
    (last !== "" && first !== "" && end < start)
  ) {
    throw new UsageError(
      `--range takes FIRST-LAST, FIRST- or -LENGTH, not "${value}"`,
      "0-99 is the first hundred bytes.",
    );
  }
  if (first === "") return { suffix: end };
  return last === "" ? { offset: start } : { offset: start, length: end - start + 1 };
}
