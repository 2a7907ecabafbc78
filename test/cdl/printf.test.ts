/** Numbers as C's printf writes them. */
import { describe, expect, it } from "vitest";
import { numberFormat } from "../../src/cdl/print/c-format.ts";
import { generalText, putHalves, putInteger } from "../../src/cdl/print/put-number.ts";
import { PRINTF_FORMATS, PRINTF_TEXTS } from "./printf-texts.ts";

describe.each(PRINTF_FORMATS.map((format, index) => [format, index] as const))("%s", (format, index) => {
  const print = numberFormat(format, true)!;
  const digits = /^%\.(\d+)g$/.exec(format)?.[1];

  it.each(PRINTF_TEXTS.map(([number, ...texts]) => [number, texts[index]!] as const))("of %s is %s", (number, text) => {
    expect(print(Number(number))).toBe(text);
    if (digits !== undefined) expect(generalText(Number(number), Number(digits))).toBe(text);
  });
});

describe("integers", () => {
  const bytes = new Uint8Array(64);
  const out = new DataView(bytes.buffer);
  const textOf = (end: number): string => Buffer.from(bytes.subarray(0, end)).toString();
  /** Powers of ten and of two, and what is next to them. */
  const numbers = Array.from({ length: 64 }, (_, i) => [2n ** BigInt(i), 10n ** BigInt(i % 20)])
    .flat()
    .flatMap((n) => [n - 1n, n, n + 1n])
    .filter((n) => n < 2n ** 64n);

  it("of at most 53 bits have all their digits", () => {
    for (const n of numbers.filter((one) => one <= 2n ** 53n)) {
      expect(textOf(putInteger(Number(n), out, 0))).toBe(String(n));
      if (n !== 0n) expect(textOf(putInteger(-Number(n), out, 0))).toBe(`-${n}`);
    }
  });

  it("next to multiples of 10,000, by which they are divided", () => {
    for (let n = 10_000; n < 2 ** 32; n += 10_000 * 997) {
      for (const near of [n - 1, n, n + 1]) expect(textOf(putInteger(near, out, 0))).toBe(String(near));
    }
  });

  it("of 64 bits, given in halves", () => {
    const nearMultiples = Array.from(
      { length: 5000 },
      (_, i) => (((2n ** 64n / 5000n) * BigInt(i)) / 10n ** 8n) * 10n ** 8n,
    )
      .flatMap((n) => [n - 1n, n, n + 1n])
      .filter((n) => n >= 10n ** 8n);
    for (const n of [...numbers.filter((one) => one > 2n ** 53n), ...nearMultiples]) {
      expect(textOf(putHalves(Number(n >> 32n), Number(n & 0xffffffffn), out, 0))).toBe(String(n));
    }
  });
});
