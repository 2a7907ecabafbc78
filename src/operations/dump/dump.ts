/** A hierarchy as text: CDL in the style of ncdump, or JSON. Metadata first, then the requested values. */

import { checkChoice } from "../../bytes/checked-choice.ts";
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import type { OpenOptions } from "../../dataset/open/open.ts";
import { unfinishedNotes } from "../../dataset/open/unfinished.ts";
import type { Selection } from "../../model/selection/selection.ts";
import { openShown } from "../info/shown-nodes.ts";
import { DUMP } from "../option-names.ts";
import { cdlName, headerLines } from "./cdl-header.ts";
import { cdlValueLines } from "./cdl-values.ts";
import { jsonLines } from "./json-lines.ts";
import { type ShownGroup, shownTree } from "./shown-tree.ts";

/** Options of `dump`. */
export interface DumpOptions extends OpenOptions {
  /** Leave out the values. */
  readonly header?: boolean | undefined;
  /** Values of coordinates only: one-dimensional arrays with the name of their dimension. */
  readonly coordinates?: boolean | undefined;
  /** Values of these arrays only, by name or path. */
  readonly variables?: readonly string[] | undefined;
  /** For a single array: this part of it. */
  readonly selection?: Selection | undefined;
  /** `cdl` (default), or `json`: one strict JSON document. */
  readonly as?: "cdl" | "json" | undefined;
}

/** Lines of text as soon as they are ready. An invalid name or selection fails before the first line. */
export async function* dump(input: AddressInput, options: DumpOptions = {}): AsyncGenerator<string> {
  if (hasUnknown(options, DUMP)) await refuseUnknown("dump", options, DUMP);
  checkChoice("the form of a dump", options.as, ["cdl", "json"]);
  const node = await openShown(input, options);
  const { location } = node.hierarchy.store;
  const name = nameOf(node.name || location);
  const tree = await shownTree(node, name, options);
  const unfinished = unfinishedNotes(node.hierarchy);
  if (options.as === "json") {
    yield* jsonLines(tree, { location, ...(unfinished.length > 0 && { unfinished }) }, options.signal);
    return;
  }
  for (const { key, message } of unfinished) yield `// ${key}: ${message}`;
  yield `netcdf ${cdlName(name)} {`;
  yield* groupLines(tree, "", options.signal);
  yield "}";
}

/** `sample` of `/data/sample.zarr/`. */
function nameOf(location: string): string {
  const base = location.replace(/[/\\]+$/, "").replace(/^.*[/\\:]/, "");
  return base.replace(/\.[^.]*$/, "") || "data";
}

async function* groupLines(shown: ShownGroup, indent: string, signal: AbortSignal | undefined): AsyncGenerator<string> {
  yield* headerLines(shown, indent);
  const valued = shown.arrays.filter(({ values }) => values);
  if (valued.length > 0) yield `${indent}data:`;
  for (const array of valued) yield* cdlValueLines(array, indent, signal);
  for (const inner of shown.groups) {
    const name = cdlName(inner.group?.name ?? "");
    yield "";
    yield `${indent}group: ${name} {`;
    yield* groupLines(inner, `${indent}  `, signal);
    yield `${indent}  } // group ${name}`;
  }
}
