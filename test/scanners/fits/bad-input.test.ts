/** FITS files that lie, or hold what is not read: refused with the place, or listed with the reason. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isHyperslabError } from "../../../src/errors.ts";
import { memoryStore, open, scan } from "../../../src/index.ts";

type Card = readonly [key: string, value: string | number | boolean];

const folder = mkdtempSync(join(tmpdir(), "hyperslab-fits-"));
afterAll(() => rmSync(folder, { recursive: true }));

const BLOCK = 2880;

function headerOf(cards: readonly Card[]): string {
  const shown = (value: string | number | boolean): string =>
    typeof value === "string"
      ? `'${value.padEnd(8)}'`
      : String(value === true ? "T" : value === false ? "F" : value).padStart(20);
  const text = cards.map(([key, value]) => `${key.padEnd(8)}= ${shown(value)}`.padEnd(80)).join("");
  return padded(`${text}${"END".padEnd(80)}`, " ");
}

function padded(text: string, filler: string): string {
  return text.padEnd(Math.ceil(text.length / BLOCK) * BLOCK, filler);
}

function fitsOf(...parts: readonly string[]): Uint8Array {
  return new Uint8Array(Buffer.from(parts.join(""), "latin1"));
}

const PRIMARY: readonly Card[] = [
  ["SIMPLE", true],
  ["BITPIX", 8],
  ["NAXIS", 0],
];
/** Two by two bytes. */
const IMAGE: readonly Card[] = [
  ["XTENSION", "IMAGE"],
  ["BITPIX", 8],
  ["NAXIS", 2],
  ["NAXIS1", 2],
  ["NAXIS2", 2],
  ["PCOUNT", 0],
  ["GCOUNT", 1],
];
/** Two rows of one column of three characters. */
const TABLE: readonly Card[] = [
  ["XTENSION", "TABLE"],
  ["BITPIX", 8],
  ["NAXIS", 2],
  ["NAXIS1", 3],
  ["NAXIS2", 2],
  ["PCOUNT", 0],
  ["GCOUNT", 1],
  ["TFIELDS", 1],
  ["TTYPE1", "n"],
  ["TBCOL1", 1],
  ["TFORM1", "I3"],
];
const VARIABLE: readonly Card[] = [
  ["XTENSION", "BINTABLE"],
  ["BITPIX", 8],
  ["NAXIS", 2],
  ["NAXIS1", 8],
  ["NAXIS2", 1],
  ["PCOUNT", 4],
  ["GCOUNT", 1],
  ["TFIELDS", 1],
  ["TTYPE1", "v"],
  ["TFORM1", "PB(4)"],
];

function withCards(cards: readonly Card[], ...changes: readonly Card[]): Card[] {
  const changed = new Map([...cards, ...changes]);
  return [...changed];
}

const image = [headerOf(IMAGE), padded("abcd", "\0")] as const;

async function storeOf(bytes: Uint8Array): Promise<ReturnType<typeof memoryStore>> {
  const store = memoryStore();
  await store.set!("a.fits", bytes);
  return store;
}

test("the file that the others are made of is right", async () => {
  const root = await open(await storeOf(fitsOf(headerOf(PRIMARY), ...image)), { path: "a.fits" });
  if (root.kind !== "group") throw new Error("not a group");
  expect((await (await root.openArray("HDU1")).read()).data).toEqual(new Uint8Array(Buffer.from("abcd")));
  expect(root.hierarchy.notes).toEqual([]);
});

test.each<[string, Uint8Array, RegExp]>([
  [
    "a header without END",
    fitsOf("SIMPLE  =                    T".padEnd(BLOCK)),
    /no END before the file ends at byte 2880/,
  ],
  [
    "a negative axis",
    fitsOf(headerOf(PRIMARY), headerOf(withCards(IMAGE, ["NAXIS2", -2]))),
    /NAXIS2 is -2 in the header at byte 2880/,
  ],
  [
    "more axes than FITS has",
    fitsOf(headerOf(withCards(PRIMARY, ["NAXIS", 1000]))),
    /NAXIS is 1000 in the header at byte 0/,
  ],
  [
    "an unknown BITPIX",
    fitsOf(headerOf(PRIMARY), headerOf(withCards(IMAGE, ["BITPIX", 24]))),
    /BITPIX is 24 in the header at byte 2880/,
  ],
  [
    "a missing axis",
    fitsOf(headerOf(PRIMARY), headerOf(IMAGE.filter(([key]) => key !== "NAXIS2"))),
    /NAXIS2 is missing/,
  ],
  [
    "data past the end",
    fitsOf(headerOf(PRIMARY), headerOf(withCards(IMAGE, ["NAXIS2", 2000]))),
    /end at byte 9760, but the file ends at byte 5760/,
  ],
  [
    "data beyond what can be counted",
    fitsOf(headerOf(PRIMARY), headerOf(withCards(IMAGE, ["NAXIS1", 2 ** 40], ["NAXIS2", 2 ** 40]))),
    /beyond 2\^53/,
  ],
  [
    "columns wider than a row",
    fitsOf(headerOf(PRIMARY), headerOf(withCards(VARIABLE, ["TFORM1", "9D"])), padded("", "\0").padEnd(BLOCK, "\0")),
    /take 72 bytes, its rows have 8,/,
  ],
  [
    "an unknown form of a column",
    fitsOf(headerOf(PRIMARY), headerOf(withCards(VARIABLE, ["TFORM1", "1Z"])), "".padEnd(BLOCK, "\0")),
    /TFORM1 of HDU1 is "1Z" in the header at byte 2880/,
  ],
  [
    "an item outside the heap",
    fitsOf(headerOf(PRIMARY), headerOf(VARIABLE), padded("\0\0\0\x04\0\0\x10\0abcd", "\0")),
    /row 0 of column v of HDU1, at byte 5760, has 4 elements at byte 9864, outside the heap/,
  ],
  [
    "an item of negative length",
    fitsOf(headerOf(PRIMARY), headerOf(VARIABLE), padded("\xff\xff\xff\xff\0\0\0\0abcd", "\0")),
    /has -1 elements/,
  ],
  [
    "a column of text past its row",
    fitsOf(headerOf(PRIMARY), headerOf(withCards(TABLE, ["TFORM1", "I9"])), padded("  1 22", " ")),
    /column n of HDU1 has the form "I9" at 1, rows have 3 characters/,
  ],
])("%s", async (_, bytes, message) => {
  const error = await open(await storeOf(bytes), { path: "a.fits" }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(isHyperslabError(error) && error.code).toBe("invalid-data");
  expect(String(error)).toMatch(message);
});

test.each<[string, Uint8Array, RegExp]>([
  [
    "an extension of an unknown kind",
    fitsOf(headerOf(PRIMARY), headerOf(withCards(IMAGE, ["XTENSION", "FOREIGN"])), padded("abcd", "\0"), ...image),
    /HDU1 is left out: extensions of the kind FOREIGN are not known/,
  ],
  [
    "compressed rows of a table",
    fitsOf(headerOf(PRIMARY), headerOf(withCards(VARIABLE, ["ZTABLE", true])), padded("abcdefghijkl", "\0"), ...image),
    /HDU1 is left out: its rows are compressed/,
  ],
  [
    "fewer extensions than NEXTEND says",
    fitsOf(headerOf(withCards(PRIMARY, ["NEXTEND", 3])), ...image),
    /NEXTEND says that there are 3 extensions, the file has 1/,
  ],
])("%s is noted, and refused by scan unless it is lenient", async (_, bytes, message) => {
  const file = join(folder, "a.fits");
  writeFileSync(file, bytes);
  const root = await open(file);
  expect(root.hierarchy.notes.map((note) => note.message)).toEqual([expect.stringMatching(message)]);
  await expect(scan(file)).rejects.toMatchObject({ code: "unsupported" });
  expect((await scan(file, { lenient: true })).notes).toHaveLength(1);
});

test.each<[string, Uint8Array, RegExp]>([
  [
    "scaled columns of text",
    fitsOf(headerOf(PRIMARY), headerOf(withCards(TABLE, ["TSCAL1", 2])), padded("  1 22", " ")),
    /stored values are shown of n, which TSCAL and TZERO scale/,
  ],
  [
    "bytes after the last unit",
    fitsOf(headerOf(PRIMARY), ...image, "something else".padEnd(BLOCK)),
    /the 2880 bytes from byte 8640 on/,
  ],
])("%s are noted", async (_, bytes, message) => {
  const root = await open(await storeOf(bytes), { path: "a.fits" });
  expect(root.hierarchy.notes.map((note) => note.message)).toEqual([expect.stringMatching(message)]);
});
