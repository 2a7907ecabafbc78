/** netCDF-4 files with types that groups define, and what ncdump prints of them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DumpOptions, dumpBytes } from "../../src/index.ts";
import { unpack } from "../fixture-sets.ts";

export const userTypesFolder: string = unpack("fixtures/hdf5/netcdf4-types.tar.gz");
const texts: Readonly<Record<string, Readonly<Record<string, string | null>>>> = JSON.parse(
  readFileSync(join(userTypesFolder, "texts.json"), "utf8"),
);
export const userTypesFiles: readonly string[] = Object.keys(texts);

/** The options of ncdump in make-netcdf4-types.py. */
export const OPTIONS: Readonly<Record<string, DumpOptions>> = {
  plain: {},
  header: { header: true },
  special: { header: true, special: true },
  rows: { rowComments: "c" },
  values: { valueComments: "c" },
  narrow: { lineLength: 40 },
  wide: { lineLength: 200 },
  digits: { floatDigits: 4, doubleDigits: 9 },
  times: { times: "text" },
  coordinates: { coordinates: true },
  variable: { variables: ["v"] },
  named: { name: "other name" },
};

/** Where ncdump is wrong (docs/formats/cdl.md): what stands there instead. */
const DIFFERENCES: Readonly<Record<string, (text: string) => string>> = {
  // Members beyond 2^63 are shown as negative numbers.
  "enum_uint64.nc": (text) => text.replace("high = -1}", "high = 18446744073709551615}"),
  // The name means another type in this group.
  "groups_same_name.nc": (text) => text.replace("\te w(n)", "\t/e w(n)"),
  // The fill value is compared after its memory was given back.
  "vlen_fill.nc": (text) => text.replace(/^ v = .*?;/ms, (values) => values.replaceAll("{7, 8}", "_")),
  // Of arrays in compounds, only the first elements are compared with the fill value.
  "compound_fill_arrays.nc": (text) => text.replace(/(?<= v = _,\s.*)_/s, "{{1, 9}, 3}"),
  // Only the first character of a text is shown.
  "fixed_text.nc": (text) =>
    text
      .replace("char a ;", "char a(10) ;")
      .replace('{"h", 1}', '{{"hello"}, 1}')
      .replace('{"w", 2}', '{{"world"}, 2}'),
};

/** What ncdump printed, without its faults; undefined: it broke off. */
export function textOf(name: string, option: string): string | undefined {
  const recorded = texts[name]!;
  const text = option in recorded ? recorded[option] : recorded["plain"];
  return text === null || text === undefined ? undefined : (DIFFERENCES[name]?.(text) ?? text);
}

export async function dumped(name: string, options: DumpOptions = {}): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of dumpBytes(join(userTypesFolder, name), options)) pieces.push(piece);
  return Buffer.concat(pieces).toString("latin1");
}
