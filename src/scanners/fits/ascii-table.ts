/** ASCII tables: rows of text, as structs of numbers and strings. TBCOL gives the start of a column, TFORM its width and kind. */
import { fromPlain, jsonObject } from "../../bytes/json/make.ts";
import { HyperslabError } from "../../errors.ts";
import { type StructFieldInput, structType } from "../../model/data-types/data-type.ts";
import type { FitsScan, FitsUnit } from "./fits.ts";
import { integerOf, numberOf, textOf } from "./header.ts";
import { addArray, fixedType, uniqueNames } from "./image.ts";

/** The widest integers that fit 32 bits whatever their digits, as in astropy. */
const INT32_WIDTH = 10;

export function asciiTable(scan: FitsScan, unit: FitsUnit): void {
  const { header, name: path, axes } = unit;
  const { place } = scan;
  const [rowBytes = 0, rows = 0] = axes;
  const count = integerOf(header, "TFIELDS", place);
  if (count < 0 || count > 999) throw new HyperslabError("invalid-data", `TFIELDS of ${path} is ${count}`, place);
  const names = uniqueNames(
    Array.from({ length: count }, (_, index) => textOf(header, `TTYPE${index + 1}`) || `col${index + 1}`),
  );
  const fields: StructFieldInput[] = [];
  const columns: object[] = [];
  for (const [index, name] of names.entries()) {
    const form = textOf(header, `TFORM${index + 1}`) ?? "";
    const [, letter = "", digits = "0", decimals = "0"] = /^([AIFED])(\d+)(?:\.(\d+))?/.exec(form) ?? [];
    const width = Number(digits);
    const start = integerOf(header, `TBCOL${index + 1}`, place) - 1;
    if (letter === "" || width < 1 || start < 0 || start + width > rowBytes) {
      const what = `column ${name} of ${path} has the form ${JSON.stringify(form)} at ${start + 1}, rows have ${rowBytes} characters`;
      throw new HyperslabError("invalid-data", what, place);
    }
    const type = letter === "A" ? `S${width}` : letter === "I" ? (width > INT32_WIDTH ? "int64" : "int32") : "float64";
    fields.push({ name, dataType: fixedType(type) });
    if (numberOf(header, `TSCAL${index + 1}`, 1) !== 1 || numberOf(header, `TZERO${index + 1}`, 0) !== 0) {
      scan.notes.push({ path, message: `stored values are shown of ${name}, which TSCAL and TZERO scale` });
    }
    const blank = textOf(header, `TNULL${index + 1}`);
    columns.push({ start, width, decimals: Number(decimals), ...(blank !== undefined && { blank }) });
  }
  if (fields.length === 0 || rowBytes === 0) return;
  const dataType = structType(fields, { code: "invalid-data" });
  const grid = scan.chunks.add({ path, offset: header.dataOffset, shape: [rows], itemSize: rowBytes });
  const configuration = jsonObject([
    ["row", fromPlain(rowBytes)],
    ["columns", fromPlain(columns)],
  ]);
  addArray(scan, unit, { dataType, shape: [rows], grid, codecs: [{ name: "fits.ascii", configuration }] });
}
