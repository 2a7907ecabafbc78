/** Pixel lists that lie about where they begin. */
import { expect, it } from "vitest";
import { decodePlio } from "../../src/codecs/array-to-bytes/fits/plio.ts";

it.each([-1, -32_768, 9])("a list that begins at word %i is refused", (start) => {
  const bytes = new Uint8Array(12);
  const view = new DataView(bytes.buffer);
  for (const [index, word] of [0, start, -100, 40, 0, 0].entries()) view.setInt16(2 * index, word);
  expect(() => decodePlio(bytes, 4)).toThrow(`a pixel list of 6 words continues at word ${start}`);
});
