/** A dump as one strict JSON document, line by line: every array with its values in nested lists. */
import { fromPlain } from "../../bytes/json/make.ts";
import type { FormatNote } from "../../formats/format.ts";
import type { LeftOut } from "../info/left-out.ts";
import { readTexts, type TextBlock } from "../text/read-texts.ts";
import { JSON_FORM, strictJson } from "../text/value-form.ts";
import type { DumpDecoding } from "./decoded-array.ts";
import { decodedJson } from "./decoded-json.ts";
import { arraysBelow, type ShownArray, type ShownGroup } from "./shown-tree.ts";

export async function* jsonLines(
  tree: ShownGroup,
  head: { readonly location: string; readonly unfinished?: readonly FormatNote[] } & LeftOut,
  options: JsonOptions,
): AsyncGenerator<string> {
  const groups = [...groupsBelow(tree)];
  yield `${JSON.stringify(head).slice(0, -1)},"groups":[${groups.length === 0 ? "]," : ""}`;
  for (const [index, text] of groups.entries()) yield `${text}${index + 1 < groups.length ? "," : "],"}`;
  const arrays = [...arraysBelow(tree)];
  yield `"arrays":[${arrays.length === 0 ? "]}" : ""}`;
  for (const [index, shown] of arrays.entries()) {
    yield* arrayLines(shown, index + 1 < arrays.length ? "}," : "}]}", options);
  }
}

function* groupsBelow({ group, groups }: ShownGroup): Generator<string> {
  if (group === undefined) return;
  const { path, attributes } = group;
  yield strictJson(fromPlain({ path, attributes }));
  for (const inner of groups) yield* groupsBelow(inner);
}

/** Which values are shown, and how. */
export interface JsonOptions {
  readonly signal: AbortSignal | undefined;
  /** Undefined for stored values. */
  readonly decoding: DumpDecoding | undefined;
}

async function* arrayLines(shown: ShownArray, end: string, { signal, decoding }: JsonOptions): AsyncGenerator<string> {
  const { array } = shown;
  const decoded = decoding === undefined ? undefined : await decodedJson(shown, decoding, signal);
  const { shape, dims } = decoded ?? shown;
  const { path } = array;
  const dtype = decoded?.dtype ?? array.dtype;
  const attributes = decoded?.attributes ?? array.attributes;
  const stored = decoded === undefined ? {} : { stored: array.dtype };
  const text = strictJson(
    fromPlain({ path, dtype, ...stored, dims: dims.map((name) => name ?? null), shape, attributes }),
  );
  if (!shown.values) {
    yield `${text.slice(0, -1)}${end}`;
    return;
  }
  yield `${text.slice(0, -1)},"data":`;
  const size = shape.reduce((product, length) => product * length, 1);
  if (size === 0) yield "[]";
  else {
    const blocks = decoded?.blocks() ?? readTexts(array, shown.selection, JSON_FORM, { signal });
    for await (const block of blocks) yield* blockLines(block, shape);
  }
  yield end;
}

/** Elements with their brackets, one line per row. */
function* blockLines(block: TextBlock, shape: readonly number[]): Generator<string> {
  const spans = shape.map((_, axis) => shape.slice(axis).reduce((product, length) => product * length, 1));
  const size = spans[0] ?? 1;
  let line = "";
  for (let at = 0; at < block.count; at++) {
    const index = block.first + at;
    const opened = spans.filter((span) => index % span === 0).length;
    const closed = spans.filter((span) => (index + 1) % span === 0).length;
    line += `${"[".repeat(opened)}${block.at(at)}${"]".repeat(closed)}${index + 1 < size ? "," : ""}`;
    if (closed === 0) continue;
    yield line;
    line = "";
  }
  if (line !== "") yield line;
}
