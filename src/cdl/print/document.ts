/** A dataset as CDL: the header of each group, the values of its variables, the groups in it. */
import type { NetcdfGroup, NetcdfVariable } from "../../model/netcdf/dataset.ts";
import { cdlLimits } from "../limits.ts";
import { escapeName } from "../names.ts";
import { headerLines, type PlacedGroup } from "./header.ts";
import { type IntegerKernel, loadIntegerKernel } from "./kernel/integer-lines.ts";
import { LinePlace } from "./line-place.ts";
import type { CdlForm } from "./options.ts";
import { TextBuffer } from "./text-buffer.ts";
import { timeReaders } from "./times.ts";
import { type CdlValues, tokenizer } from "./tokens.ts";
import { ValueRows } from "./value-rows.ts";

/** What is printed. */
export interface CdlDocument {
  /** The name after `netcdf`. */
  readonly name: string;
  readonly root: NetcdfGroup;
  readonly form: CdlForm;
  /** Returns whether this group has a section for values. */
  hasData(group: NetcdfGroup): boolean;
  /** Returns whether the values of this variable are printed. */
  hasValues(variable: NetcdfVariable): boolean;
  /** Values in C order, in blocks. For types that netCDF lacks, their text. */
  values(variable: NetcdfVariable): AsyncIterable<CdlValues>;
  /** The approximate number of bytes printed at a time. */
  readonly pieceBytes: number;
}

/** Lines of a header are encoded together, about this many characters at a time. */
const HEADER_LENGTH = 4096;

/** Pieces of whole lines. */
export async function* printCdl(document: CdlDocument): AsyncGenerator<Uint8Array> {
  const buffer = new TextBuffer(document.pieceBytes);
  buffer.addText(`netcdf ${escapeName(document.name)} {\n`);
  const place = new LinePlace(document.form);
  yield* printGroup(document, { group: document.root, above: [] }, { buffer, place });
  buffer.add("}\n");
  const rest = buffer.take();
  if (rest !== undefined) yield rest;
}

/** Where the text goes, and ncdump's idea of the position in a line. */
interface Output {
  readonly buffer: TextBuffer;
  readonly place: LinePlace;
}

async function* printGroup(document: CdlDocument, placed: PlacedGroup, output: Output): AsyncGenerator<Uint8Array> {
  const { buffer, place } = output;
  const { group, above } = placed;
  const indent = "  ".repeat(above.length);
  const timesOf = timeReaders(group, document.form.times);
  let header = "";
  for (const line of headerLines(placed, { form: document.form, timesOf, place })) {
    header += `${line}\n`;
    if (header.length < HEADER_LENGTH) continue;
    buffer.addText(header);
    header = "";
    const lines = buffer.isFull ? buffer.take() : undefined;
    if (lines !== undefined) yield lines;
  }
  buffer.addText(header);
  if (document.hasData(group)) {
    buffer.add(`${indent}data:\n`);
    for (const variable of group.variables) {
      const isEmpty = variable.dimensions.some(({ length }) => length === 0);
      if (isEmpty || !document.hasValues(variable)) continue;
      const tokenize = variable.type === "char" ? undefined : tokenizer(variable, document.form, timesOf(variable));
      const kernel = await kernelFor(variable);
      const rows = new ValueRows(buffer, variable, { form: document.form, indent: indent.length, tokenize, kernel });
      for await (const block of document.values(variable)) yield* rows.add(block);
      place.column = rows.column;
    }
  }
  for (const inner of group.groups) {
    const name = escapeName(inner.name);
    buffer.addText(`\n${indent}group: ${name} {\n`);
    yield* printGroup(document, { group: inner, above: [...above, group] }, output);
    buffer.addText(`${indent}  } // group ${name}\n`);
  }
}

/** The kernel, if there are enough values to make up for loading it. */
async function kernelFor({ type, dimensions }: NetcdfVariable): Promise<IntegerKernel | undefined> {
  if (type === undefined || type === "char" || type === "string" || type === "float" || type === "double")
    return undefined;
  const count = dimensions.reduce((size, { length }) => size * length, 1);
  return cdlLimits.kernelValues.isExceededBy(count) ? loadIntegerKernel() : undefined;
}
