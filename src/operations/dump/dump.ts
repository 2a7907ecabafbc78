/** A hierarchy as text: CDL as ncdump prints it, NcML, or JSON. Metadata first, then the requested values. */

import { checkChoice, hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import { printCdl } from "../../cdl/print/document.ts";
import { ncmlLines } from "../../cdl/print/ncml.ts";
import type { IndexStyle } from "../../cdl/print/options.ts";
import type { LabelSelection } from "../../dataset/array/label-selection.ts";
import { netcdfView } from "../../dataset/netcdf/view.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import type { OpenOptions } from "../../dataset/open/open.ts";
import { unfinishedNotes } from "../../dataset/open/unfinished.ts";
import { HyperslabError } from "../../errors.ts";
import { decodeNetcdfText, encodeNetcdfText } from "../../model/netcdf/text.ts";
import type { Selection } from "../../model/selection/selection.ts";
import { leftOutMember, leftOutTexts } from "../info/left-out.ts";
import { openShown } from "../info/shown-nodes.ts";
import { DUMP } from "../option-names.ts";
import type { DumpDecoding } from "./decoded-array.ts";
import { decodedDataset } from "./decoded-dataset.ts";
import { decodedValues, dumpValues } from "./dump-values.ts";
import { jsonLines } from "./json-lines.ts";
import { shownDataset } from "./shown-dataset.ts";
import { shownTree } from "./shown-tree.ts";

/** Options of `dump`. */
export interface DumpOptions extends Omit<OpenOptions, "decode"> {
  /** Leave out the values. */
  readonly header?: boolean | undefined;
  /** Only values of coordinates: one-dimensional arrays with the name of their dimension. */
  readonly coordinates?: boolean | undefined;
  /** Only values of these arrays, by name or path. */
  readonly variables?: readonly string[] | undefined;
  /** Only values of the arrays of these groups, by name or path; the root is "/". */
  readonly groups?: readonly string[] | undefined;
  /** For a single array: this part of it. */
  readonly selection?: Selection | LabelSelection | undefined;
  /** `cdl` (default), `json`: one strict JSON document, or `ncml`: the header in XML, if the classic model can express it. */
  readonly as?: "cdl" | "json" | "ncml" | undefined;
  /** The name of the dataset in CDL; by default, that of its file or folder. */
  readonly name?: string | undefined;
  /** Include the special attributes: how variables are stored. */
  readonly special?: boolean | undefined;
  /** With the special attributes: list every filter in `_Filter`, by its HDF5 number. */
  readonly filters?: boolean | undefined;
  /** Bytes per line of values; default 80. */
  readonly lineLength?: number | undefined;
  /** Significant digits of floats; default 7. */
  readonly floatDigits?: number | undefined;
  /** Significant digits of doubles; default 15. */
  readonly doubleDigits?: number | undefined;
  /** Add a comment with the indices before each row. */
  readonly rowComments?: IndexStyle | undefined;
  /** Print each value on its own line, with a comment that gives its indices. */
  readonly valueComments?: IndexStyle | undefined;
  /** Print numbers of time variables as dates: `"2000-01-01 12"`, or with a T before the hour. */
  readonly times?: "text" | "iso" | undefined;
  /**
   * If true, print values as the CF conventions interpret them: unpacked, missing ones as `_`, times as ISO dates.
   * Types and attributes are then those of the decoded values. By default, stored values are printed as ncdump does.
   */
  readonly decode?: boolean | DumpDecoding | undefined;
}

const DECODE = { flags: 0, valid: 0 } as const;
const STYLES: readonly IndexStyle[] = ["c", "fortran"];
/** Lines are emitted in pieces of about this size. */
const PIECE_BYTES = 256 * 1024;
/** As in ncdump. */
const LINE_LENGTHS = [10, 2 ** 31 - 1] as const;
const DIGITS = [1, 20] as const;

/**
 * Lines of text as soon as they are ready, many at a time: a piece holds whole lines, without the last line break. An
 * invalid name or selection fails before the first line.
 */
export async function* dump(input: AddressInput, options: DumpOptions = {}): AsyncGenerator<string> {
  for await (const piece of dumpBytes(input, options)) yield decodeNetcdfText(piece.subarray(0, -1));
}

/** The same as bytes: pieces of whole lines. Text that is not UTF-8 is unchanged. */
export async function* dumpBytes(input: AddressInput, options: DumpOptions = {}): AsyncGenerator<Uint8Array> {
  if (hasUnknown(options, DUMP)) await refuseUnknown("dump", options, DUMP);
  checkChoice("the form of a dump", options.as, ["cdl", "json", "ncml"]);
  checkChoice("the style of comments", options.rowComments, STYLES);
  checkChoice("the style of comments", options.valueComments, STYLES);
  checkChoice("the style of times", options.times, ["text", "iso"]);
  checkNumber("the length of a line", options.lineLength, LINE_LENGTHS);
  checkNumber("the digits of floats", options.floatDigits, DIGITS);
  checkNumber("the digits of doubles", options.doubleDigits, DIGITS);
  const { decode, ...open } = options;
  if (typeof decode === "object" && hasUnknown(decode, DECODE)) await refuseUnknown("decode", decode, DECODE);
  const decoding = decode === true ? {} : decode === false ? undefined : decode;
  const node = await openShown(input, open);
  const { location } = node.hierarchy.store;
  const name = options.name ?? nameOf(node.name || location);
  const unfinished = unfinishedNotes(node.hierarchy);
  const { signal } = options;
  if (options.as === "json") {
    const tree = await shownTree(node, name, options);
    const head = { location, ...(unfinished.length > 0 && { unfinished }), ...leftOutMember(node) };
    yield* encoded(jsonLines(tree, head, { signal, decoding }));
    return;
  }
  const view = await netcdfView(node, { signal });
  const stored = await shownDataset(node, view, options);
  const decoded = decoding === undefined ? undefined : await decodedDataset(stored, decoding, options);
  const { source, ...shown } = decoded ?? stored;
  const { netcdfKind } = node.hierarchy;
  const classicLines = netcdfKind !== undefined && netcdfKind !== "netCDF-4";
  const form = { ...options, brief: options.rowComments, full: options.valueComments, classicLines };
  if (options.as === "ncml") {
    const closesEmpty = options.header !== true && options.variables === undefined;
    yield* encoded(ncmlLines({ root: shown.root, location, form, closesEmpty }));
    return;
  }
  yield* encoded([
    ...unfinished.map(({ key, message }) => `// ${key}: ${message}`),
    ...[...leftOutTexts(node), ...view.notes, ...(decoded?.notes ?? [])].map((note) => `// ${note}`),
  ]);
  yield* printCdl({
    ...shown,
    name,
    form,
    values: (variable) => {
      const { type } = variable;
      const own = decoded?.decoded(variable);
      if (own === undefined || type === undefined) return dumpValues(source(variable), variable, signal);
      return decodedValues(source(variable), own, type, signal);
    },
    pieceBytes: PIECE_BYTES,
  });
}

async function* encoded(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  for await (const line of lines) yield encodeNetcdfText(`${line}\n`);
}

function checkNumber(what: string, given: number | undefined, [least, most]: readonly [number, number]): void {
  if (given === undefined || (Number.isInteger(given) && given >= least && given <= most)) return;
  throw new HyperslabError("invalid-request", `${what} cannot be ${given}`, {
    hint: `It is a whole number from ${least} to ${most}.`,
  });
}

/** `sample` of `/data/sample.zarr/`. */
function nameOf(location: string): string {
  const base = location.replace(/[/\\]+$/, "").replace(/^.*[/\\:]/, "");
  return base.replace(/\.[^.]*$/, "") || "data";
}
