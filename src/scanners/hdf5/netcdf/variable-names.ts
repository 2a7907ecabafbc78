/**
 * If a variable is named like a dimension without being its coordinate, netCDF-C prefixes its name in the file. Variables
 * are shown without the prefix, unless something else has that name.
 */
import type { FoundDataset, FoundGroup } from "../tree.ts";
import { isBareDimension } from "./dimensions.ts";

const NOT_COORDINATE = "_nc4_non_coord_";

export function asVariables(
  datasets: readonly FoundDataset[],
  groups: readonly FoundGroup[],
  note: (path: string, message: string) => void,
): readonly FoundDataset[] {
  const isPrefixed = ({ name }: FoundDataset): boolean => name.startsWith(NOT_COORDINATE);
  if (!datasets.some(isPrefixed)) return datasets;
  const shown = datasets.filter(({ object }) => !isBareDimension(object));
  const taken = new Set([...shown, ...groups].map(({ path }) => path));
  return datasets.map((dataset) => {
    if (!isPrefixed(dataset)) return dataset;
    const name = dataset.name.slice(NOT_COORDINATE.length);
    const path = dataset.path.slice(0, -dataset.name.length) + name;
    if (name === "" || name === "." || name === "..") return dataset;
    if (!taken.has(path)) return { ...dataset, name, path };
    note(dataset.path, `keeps the prefix ${NOT_COORDINATE}, because ${name} is something else here`);
    return dataset;
  });
}
