/** Reads CDL, the text form of netCDF: what `ncdump` prints and `ncgen` reads. User-defined types are refused. */

import type { NetcdfGroup, NetcdfValues, NetcdfVariable } from "../../model/netcdf/dataset.ts";
import { cdlError } from "./cdl-error.ts";
import { denseValues } from "./dense-values.ts";
import { type GroupDraft, newGroup, type VariableDraft } from "./draft.ts";
import { GroupReader } from "./group-reader.ts";
import { Scanner } from "./scanner.ts";
import { CLOSE, END, NAME, OPEN } from "./token-kinds.ts";

/** A dataset read from CDL. */
export interface CdlDataset {
  /** The name after `netcdf`. */
  readonly name: string;
  /** Everything but the values. */
  readonly root: NetcdfGroup;
  /**
   * Values by path of variable, in C order of its shape. If there are fewer than it holds, the rest is not written.
   * Variables without values are omitted.
   */
  readonly values: ReadonlyMap<string, NetcdfValues>;
}

/** The dataset that a text describes. Mistakes are `invalid-data` with line and column. */
export function parseCdl(text: Uint8Array): CdlDataset {
  const scanner = new Scanner(text);
  if (scanner.kind !== NAME || scanner.raw.toLowerCase() !== "netcdf") {
    throw cdlError(text, scanner.start, "not CDL: it does not begin with netcdf", "A dataset is: netcdf name { ... }");
  }
  scanner.next();
  scanner.expect(NAME, "the name of the dataset");
  const { name } = scanner;
  const root = newGroup("", undefined);
  scanner.next();
  scanner.expect(OPEN, "{");
  scanner.next();
  new GroupReader(scanner, root).read(0);
  scanner.expect(CLOSE, "}");
  if (scanner.next() !== END) throw scanner.fail(scanner.start, `${scanner.shown} follows the end of the dataset`);
  const values = new Map<string, NetcdfValues>();
  return { name, root: finished(text, root, values), values };
}

function finished(text: Uint8Array, draft: GroupDraft, values: Map<string, NetcdfValues>): NetcdfGroup {
  for (const variable of draft.variables.values()) {
    const dense = denseValues(text, variable);
    if (dense !== undefined) values.set(variable.path, dense);
  }
  const { name, path, dimensions, variables, attributes, special, groups } = draft;
  return {
    name,
    path,
    dimensions: Array.from(dimensions.values(), ({ name: own, length, unlimited }) => ({
      name: own,
      length,
      unlimited,
    })),
    variables: Array.from(variables.values(), finishedVariable),
    attributes: [...attributes.values()],
    special: [...special.values()],
    groups: Array.from(groups.values(), (group) => finished(text, group, values)),
  };
}

function finishedVariable({ name, path, type, dimensions, attributes, special }: VariableDraft): NetcdfVariable {
  return {
    name,
    path,
    type,
    typeName: type,
    dimensions: dimensions.map(({ listed: _, ...dimension }) => dimension),
    attributes: [...attributes.values()],
    special: [...special.values()],
  };
}
