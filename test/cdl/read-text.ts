/** CDL in tests: parsing a text, and all values of a variable, those that are not given as fill values. */
import { type CdlDataset, parseCdl } from "../../src/cdl/parse/parse.ts";
import type { NetcdfGroup, NetcdfVariable } from "../../src/model/netcdf/dataset.ts";
import { DEFAULT_FILLS } from "../../src/model/netcdf/types.ts";

export function readText(text: string): CdlDataset {
  return parseCdl(new TextEncoder().encode(text));
}

export function variablesOf(group: NetcdfGroup): readonly NetcdfVariable[] {
  return [...group.variables, ...group.groups.flatMap(variablesOf)];
}

export function variableOf(dataset: CdlDataset, path: string): NetcdfVariable {
  return variablesOf(dataset.root).find((variable) => variable.path === path)!;
}

/** All elements as plain values; characters are one text. */
export function valuesOf(dataset: CdlDataset, path: string): unknown {
  const variable = variableOf(dataset, path);
  const count = variable.dimensions.reduce((product, { length }) => product * length, 1);
  const given: unknown[] = Array.from<unknown>(dataset.values.get(path) ?? []);
  const isText = variable.type === "char";
  const own = variable.attributes.find(({ name }) => name === "_FillValue")?.values[0];
  const fill = own ?? (isText ? 0 : DEFAULT_FILLS[variable.type!]);
  const all = Array.from({ length: count }, (_, i) => (i < given.length ? given[i] : fill));
  return isText ? String.fromCharCode(...all.map(Number)) : all;
}
