/**
 * Values from CSV, in either of two forms: tidy, as `export` writes it (a header, then one row per element with its
 * labels or indices), or a table of values without a header, one line per row of the last dimension.
 */
import type { NdArray } from "../../dataset/array/nd-array.ts";
import { HyperslabError } from "../../errors.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import { axisCount, axisIndex, wholeAxis } from "../../model/selection/axis-selection.ts";
import type { NormalizedSelection } from "../../model/selection/selection.ts";
import { csvColumns } from "../export/csv.ts";
import { decodesValues, valueName } from "../export/decodes-values.ts";
import { type CellOf, indexColumns } from "../export/index-columns.ts";
import type { ByteFeed } from "./byte-feed.ts";
import { type CsvRow, csvRowsOf } from "./csv-rows.ts";
import type { ValueStream } from "./value-stream.ts";

/** The values of a CSV file for a selection of an array. */
export function csvStream(feed: ByteFeed, array: NdArray, selection: NormalizedSelection): ValueStream {
  const parts = array.dataType.kind === "complex" ? 2 : 1;
  const pieces = csvPieces(feed, array, selection);
  let held: readonly unknown[] = [];
  let at = 0;
  let given = 0;
  return {
    next: async (count) => {
      const list: unknown[] = [];
      while (list.length < count * parts) {
        if (at === held.length) {
          const { done, value } = await pieces.next();
          if (done === true) {
            throw new HyperslabError("invalid-data", `the CSV file ends after ${given + list.length / parts} values`, {
              hint: "Give one value per element of the selection.",
            });
          }
          [held, at] = [value, 0];
        }
        while (at < held.length && list.length < count * parts) list.push(held[at++]);
      }
      given += count;
      return list;
    },
    end: async () => {
      for (;;) {
        const { done, value } = at < held.length ? { done: false, value: held } : await pieces.next();
        if (done === true) return;
        if (value !== undefined && value.length === 0) continue;
        throw new HyperslabError(
          "invalid-data",
          `the CSV file continues after ${given} values, which fill the selection`,
        );
      }
    },
  };
}

/** The values of one piece of the file after another; complex ones as two numbers. */
async function* csvPieces(
  feed: ByteFeed,
  array: NdArray,
  selection: NormalizedSelection,
): AsyncGenerator<readonly unknown[], void, undefined> {
  const read = cellReader(array.dataType);
  const forms = csvForms(array, selection.resultDims);
  let valuesOf: ((row: CsvRow) => Iterable<unknown>) | undefined;
  for await (const rows of csvRowsOf(feed)) {
    const values: unknown[] = [];
    for (const row of rows) {
      const form = valuesOf === undefined ? forms.find(({ columns }) => isHeader(row.cells, columns)) : undefined;
      if (valuesOf !== undefined) for (const value of valuesOf(row)) values.push(value);
      else if (form !== undefined && decodesValues(array, form)) throw notStored(row);
      else if (form !== undefined) valuesOf = tidyValues(selection, await indexColumns(array, selection, form), read);
      else if (isTable(row, array.dataType)) {
        valuesOf = tableValues(row.cells.length, selection, read);
        for (const value of valuesOf(row)) values.push(value);
      } else throw unknownHeader(row, forms[0]!.columns);
    }
    yield values;
  }
}

interface CsvForm {
  readonly columns: readonly string[];
  readonly indices: boolean;
  readonly decode: boolean | undefined;
}

/**
 * The headers of tidy files: with labels and the name of the array, with indices and a column `value`, or with the name
 * for explicitly stored values. The header of explicitly decoded values is recognised too, in order to refuse it.
 */
function csvForms(array: NdArray, dims: readonly (string | undefined)[]): readonly CsvForm[] {
  return [undefined, true, false].flatMap((decode) =>
    [false, true].map((indices) => {
      const columns = csvColumns(dims, array.dataType, valueName(array, { indices, decode }));
      return { indices, decode, columns };
    }),
  );
}

/** The number of elements in a file that holds some steps of an array. */
export async function countCsv(feed: ByteFeed, array: NdArray): Promise<number> {
  const forms = csvForms(array, array.dims);
  let tidy: boolean | undefined;
  let count = 0;
  for await (const rows of csvRowsOf(feed)) {
    for (const { cells } of rows) {
      if (tidy === undefined) tidy = forms.some(({ columns }) => isHeader(cells, columns));
      else if (tidy) count += 1;
      if (!tidy) count += cells.length;
    }
  }
  return count;
}

function isHeader(cells: readonly string[], columns: readonly string[]): boolean {
  return cells.length === columns.length && cells.every((name, i) => name === columns[i]);
}

/** Without a header the first row holds values. For strings it could be either, so they need one. */
function isTable({ cells }: CsvRow, { kind }: DataType): boolean {
  if (kind === "integer" || kind === "float") return cells.every((text) => toNumber(text) !== undefined);
  return kind === "bool" && cells.every((text) => toBoolean(text) !== undefined);
}

/** The values of such a table are not the stored ones: importing them would change every value. */
function notStored({ line, cells }: CsvRow): HyperslabError {
  return new HyperslabError(
    "invalid-request",
    `line ${line}: a table with a column "${cells.at(-1)}" has decoded values`,
    {
      hint: "Values are written as stored: give a table with indices and a column value (export --indices).",
    },
  );
}

function unknownHeader({ line, cells }: CsvRow, columns: readonly string[]): HyperslabError {
  return new HyperslabError("invalid-data", `line ${line}: the columns are ${cells.slice(0, 8).join(",")}`, {
    hint: `Give the columns ${columns.join(",")}, or a table of numbers without a header.`,
  });
}

/** The parts of one element: two for a complex number, otherwise one. */
type CellReader = (texts: readonly string[], line: number) => readonly unknown[];

function tidyValues(
  { axes, resultAxes }: NormalizedSelection,
  columns: readonly CellOf[],
  read: CellReader,
): (row: CsvRow) => readonly unknown[] {
  const shown = resultAxes.map((axis) => (axis === undefined ? wholeAxis(1) : axes[axis]!));
  const at = shown.map(() => 0);
  const word = columns.every((cell) => cell === String) ? "indices" : "labels";
  return ({ line, cells }) => {
    const wanted = shown.map((axis, i) => columns[i]!(axisIndex(axis, at[i]!)));
    if (wanted.some((cell, i) => cells[i]?.trim() !== cell.trim())) {
      throw new HyperslabError(
        "invalid-data",
        `line ${line}: the ${word} are ${cells.slice(0, wanted.length).join(",")}, expected ${wanted.join(",")}`,
        { hint: "Rows are in C order (the last dimension varies fastest), one per element of the selection." },
      );
    }
    for (let i = at.length - 1; i >= 0; i--) {
      at[i]! += 1;
      if (at[i]! < axisCount(shown[i]!) || i === 0) break;
      at[i] = 0;
    }
    return read(cells.slice(wanted.length), line);
  };
}

function tableValues(
  width: number,
  { resultShape }: NormalizedSelection,
  read: CellReader,
): (row: CsvRow) => Iterable<unknown> {
  // A single dimension may be in a row or in a column.
  const last = resultShape.length === 1 && width === 1 ? 1 : (resultShape.at(-1) ?? 1);
  return ({ line, cells }) => {
    if (cells.length === last) return cells.flatMap((text) => read([text], line));
    throw new HyperslabError("invalid-data", `line ${line}: ${cells.length} values in a row, expected ${last}`);
  };
}

function cellReader(dataType: DataType): CellReader {
  const value =
    (parse: (text: string) => unknown, what: string): CellReader =>
    (texts, line) => {
      const parsed = parse(texts[0] ?? "");
      if (parsed === undefined) throw wrongCell(line, texts[0] ?? "", what);
      return [parsed];
    };
  switch (dataType.kind) {
    case "bool":
      return value(toBoolean, "true or false");
    case "integer":
      return value(dataType.itemSize === 8 ? toBigint : toNumber, "a whole number");
    case "float":
      return value(toNumber, "a number");
    case "complex":
      return (texts, line) =>
        [0, 1].map((part) => toNumber(texts[part] ?? "") ?? fail(wrongCell(line, texts[part] ?? "", "a number")));
    case "datetime":
    case "timedelta":
    case "string":
    case "fixed-bytes":
    case "fixed-utf32":
      return value((text) => text, "a text");
    default:
      throw new HyperslabError("unsupported", `values of ${dataType.name} cannot be read from CSV`, {
        hint: "Write them from a .npy or a raw file.",
      });
  }
}

function wrongCell(line: number, text: string, what: string): HyperslabError {
  return new HyperslabError("invalid-data", `line ${line}: ${JSON.stringify(text.slice(0, 40))} is not ${what}`);
}

function fail(error: HyperslabError): never {
  throw error;
}

const WORDS: ReadonlyMap<string, number> = new Map([
  ["nan", Number.NaN],
  ["inf", Number.POSITIVE_INFINITY],
  ["infinity", Number.POSITIVE_INFINITY],
  ["-inf", Number.NEGATIVE_INFINITY],
  ["-infinity", Number.NEGATIVE_INFINITY],
]);

function toNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(trimmed)) return Number(trimmed);
  return WORDS.get(trimmed.toLowerCase());
}

function toBigint(text: string): bigint | undefined {
  const trimmed = text.trim();
  return /^[+-]?\d+$/.test(trimmed) ? BigInt(trimmed.replace("+", "")) : undefined;
}

function toBoolean(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (word === "true" || word === "1") return true;
  return word === "false" || word === "0" ? false : undefined;
}
