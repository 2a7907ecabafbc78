/** The longest line that is printed. */
import { expect, it } from "vitest";
import { TextBuffer } from "../../src/cdl/print/text-buffer.ts";

it.each([
  [31, false],
  [32, false],
  [33, true],
])("a line of %i bytes, where 32 are allowed", (length, isRefused) => {
  const buffer = new TextBuffer(4, 32);
  const print = (): void => {
    for (let at = 0; at < length; at++) buffer.addText("x");
  };
  if (isRefused) expect(print).toThrow("a line of more than 32 bytes cannot be printed");
  else expect([print(), buffer.end]).toEqual([undefined, length]);
});
