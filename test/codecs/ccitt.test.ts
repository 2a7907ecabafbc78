/** Broken streams of CCITT's compressions: what libtiff paints over is refused, with the row and the place. */
import { describe, expect, test } from "vitest";
import { type CcittForm, CcittRows } from "../../src/codecs/bytes-to-bytes/tiff/ccitt-rows.ts";

/** Bits as they are read: the highest of a byte first. */
function bytesOf(bits: string): Uint8Array {
  const text = bits.replaceAll(" ", "");
  return Uint8Array.from({ length: Math.ceil(text.length / 8) }, (_, at) =>
    Number.parseInt(text.slice(8 * at, 8 * at + 8).padEnd(8, "0"), 2),
  );
}

function rowsOf(bits: string, form: Partial<CcittForm>, count: number): string[] {
  const whole = { scheme: "g4", columns: 8, twoDimensional: false, ...form } as const;
  const rows = new CcittRows(bytesOf(bits), whole);
  return Array.from({ length: count }, () => {
    const row = new Uint8Array(Math.ceil(whole.columns / 8));
    rows.next(row);
    return [...row]
      .map((byte) => byte.toString(2).padStart(8, "0"))
      .join("")
      .slice(0, whole.columns);
  });
}

const EOL = "000000000001";

describe("rows", () => {
  test.each<[string, string, Partial<CcittForm>, string[]]>([
    ["white runs and black runs", "1000 10 0111 00000000", { scheme: "rle" }, ["00011100"]],
    ["rows from a byte on", "10011 000 00110101 000101", { scheme: "rle" }, ["00000000", "11111111"]],
    ["a run of no pixels within a row", "0111 0000110111 1110", { scheme: "rle" }, ["00000000"]],
    [
      "end-of-line codes with fill bits",
      `0000 ${EOL} 1000 10 0111 00000 ${EOL} 10011`,
      { scheme: "g3" },
      ["00011100", "00000000"],
    ],
    ["a row as it was", "001 1000 10 1 1 1 1", {}, ["00011100", "00011100"]],
    ["edges to both sides", "001 1000 10 1 010 011 1", {}, ["00011100", "00111110"]],
    ["an edge that is passed by", "001 1000 10 1 0001 1", {}, ["00011100", "00000000"]],
    ["an edge before the last one above", "001 1011 11 1 0000010 0000010 1 1 1", {}, ["00001100", "01101100"]],
  ])("%s", (_, bits, form, expected) => expect(rowsOf(bits, form, expected.length)).toEqual(expected));
});

test.each<[string, string, Partial<CcittForm>, number, RegExp]>([
  ["too many pixels", "10011 1000", { scheme: "rle", columns: 7 }, 1, /row 0: it has 8 pixels or more, of 7/],
  ["a long run", "11011 11011 00110101", { scheme: "rle" }, 1, /row 0: it has a run of 64 pixels, of 8/],
  [
    "bits that are no code",
    "1000 00000000 00000000",
    { scheme: "rle" },
    1,
    /row 0: it has no valid black run at bit 4 of byte 0/,
  ],
  ["the end of the block early", `1 ${EOL} ${EOL}`, {}, 2, /row 1: it has no valid mode at bit 1 of byte 0/],
  [
    "no end-of-line code",
    `${EOL} 10011 10011`,
    { scheme: "g3" },
    2,
    /row 1: it does not begin with an end-of-line code/,
  ],
  ["an end within a code", "00110101 00001100", { scheme: "rle", columns: 800 }, 1, /of 2 bytes ends in row 0/],
  [
    "an end within a row",
    "1000",
    { scheme: "rle", columns: 800 },
    1,
    /row 0: it has no valid black run at bit 4 of byte 0/,
  ],
  ["no bytes", "", {}, 1, /row 0: it has no valid mode at bit 0 of byte 0/],
  ["an end after a row", "10011 000", { scheme: "rle" }, 2, /row 1: it has no valid white run at bit 0 of byte 1/],
  [
    "an edge that leads back",
    "001 1011 11 1 1 0000010",
    {},
    2,
    /row 1: it has an edge at pixel 3, after one at pixel 4/,
  ],
  ["uncompressed mode", "0000001111", {}, 1, /row 0: an extension/],
])("%s", (_, bits, form, count, message) => {
  expect(() => rowsOf(bits, form, count)).toThrow(message);
});
