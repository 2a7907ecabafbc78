/** The values of one variable in CDL, wrapped as ncdump wraps them: rows begin on lines of their own. */
import { readTexts, type TextBlock } from "../text/read-texts.ts";
import { CDL_FORM } from "../text/value-form.ts";
import { cdlName } from "./cdl-header.ts";
import type { ShownArray } from "./shown-tree.ts";

const LINE_WIDTH = 80;

export async function* cdlValueLines(
  shown: ShownArray,
  indent: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const { array, name, selection, shape } = shown;
  const head = `${indent} ${cdlName(name)} =`;
  const size = shape.reduce((product, length) => product * length, 1);
  yield "";
  if (size === 0) {
    yield `${head} ;`;
    return;
  }
  const hasRows = shape.length > 1;
  if (hasRows) yield head;
  const row = hasRows ? shape.at(-1)! : size;
  const layout: Layout = { size, row, indent };
  const state: LineState = { line: hasRows ? `${indent} ` : head, filled: false };
  for await (const block of readTexts(array, selection, CDL_FORM, { signal })) yield* blockLines(block, layout, state);
  yield state.line;
}

interface Layout {
  readonly size: number;
  /** Elements per row. */
  readonly row: number;
  readonly indent: string;
}

interface LineState {
  line: string;
  /** Is there a value in the line? */
  filled: boolean;
}

function* blockLines(block: TextBlock, { size, row, indent }: Layout, state: LineState): Generator<string> {
  for (let at = 0; at < block.count; at++) {
    const next = block.first + at + 1;
    const piece = ` ${block.at(at)}${next === size ? " ;" : ","}`;
    if (state.filled && state.line.length + piece.length > LINE_WIDTH) {
      yield state.line;
      state.line = `${indent}   `;
    }
    state.line += piece;
    state.filled = true;
    if (next % row !== 0 || next === size) continue;
    yield state.line;
    state.line = `${indent} `;
    state.filled = false;
  }
}
