/**
 * GRIB, editions 1 and 2. Each field is a chunk: its message, or the sections of a message that holds several fields. If all
 * variables share their coordinates, they are in the root; otherwise in groups by type of level.
 */
import { isSeparable } from "../../bytes/grib/coordinates.ts";
import { jsonString } from "../../bytes/json/make.ts";
import { BlockReader } from "../../bytes/source/block-reader.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import { ReferenceSet } from "../../model/virtual/reference-set.ts";
import type { VirtualDataset } from "../../model/virtual/virtual-dataset.ts";
import type { ScanInput, Scanner } from "../scanner.ts";
import { type CubeGroup, cubesOf, groupsOf } from "./cubes.ts";
import { type Field, fieldsOf1, fieldsOf2, type GridCache } from "./fields.ts";
import { IndexedHeads, indexOf } from "./index-file.ts";
import { messagesOf } from "./messages.ts";
import { centreTitle, type Parameter, type ParameterNames, parameterNames } from "./names.ts";
import { addCoordinateArrays, addCube, type Built } from "./variables.ts";

export const grib: Scanner = { scan };

async function scan(input: ScanInput): Promise<VirtualDataset | undefined> {
  const { source, place, signal } = input;
  const reader = new BlockReader(source, { place, signal });
  const size = await reader.size();
  const heads = new IndexedHeads(reader, await indexOf(input, size));
  heads.ask();
  const fail = (what: string): HyperslabError => new HyperslabError("invalid-data", what, place);
  const built: Built = { nodes: new Map(), references: new ReferenceSet(), prefixes: new Map(), notes: [] };
  const grids: GridCache = new Map();
  const fields: Field[] = [];
  let skipped = 0;
  for await (const message of messagesOf(reader, size, fail, ({ from, to }) => (skipped += to - from))) {
    heads.meet(message.offset);
    const read = message.edition === 1 ? fieldsOf1 : fieldsOf2;
    try {
      // One by one, because there may be a hundred thousand fields.
      for (const field of await read(reader, message, grids, fail)) fields.push(field);
    } catch (error) {
      if (!isHyperslabError(error)) throw error;
      throw new HyperslabError(error.code, `${error.what}, in the message at byte ${message.offset}`, {
        ...error.place,
        ...place,
      });
    }
  }
  if (fields.length === 0) return undefined;
  if (heads.problem !== undefined) built.notes.push({ path: "", message: heads.problem });
  if (skipped > 0) built.notes.push({ path: "", message: `${skipped} bytes that belong to no message were skipped` });
  const names = await parameterNames();
  const known = new Map<string, Parameter>();
  const groups = groupsOf(cubesOf(fields.map((field) => ({ field, parameter: parameterOf(field, names, known) }))));
  const isFlat = groups.length === 1;
  built.nodes.set("", { kind: "group", path: "", attributes: isFlat ? groupAttributes(groups[0]!) : new Map() });
  const taken = new Map<string, number>();
  for (const group of groups) {
    const count = taken.get(group.typeOfLevel) ?? 0;
    taken.set(group.typeOfLevel, count + 1);
    const path = isFlat ? "" : count === 0 ? group.typeOfLevel : `${group.typeOfLevel}_${count}`;
    if (!isFlat) built.nodes.set(path, { kind: "group", path, attributes: groupAttributes(group) });
    addGroup(built, path, group);
  }
  const { nodes, references, prefixes, notes } = built;
  return { nodes, references, prefixes, notes };
}

function addGroup(built: Built, path: string, { cubes }: CubeGroup): void {
  const { grid, isUnderstood, typeOfLevel } = cubes[0]!.first;
  if (!isUnderstood) {
    const message = `level and step of ${typeOfLevel} are not known: they are shown as 0, and valid_time as time`;
    built.notes.push({ path, message });
  }
  if (isSeparable(grid) === undefined) {
    const message = `the coordinates of grid ${grid.type} are not known: values are in the order of the file`;
    built.notes.push({ path, message });
  }
  const names = addCoordinateArrays(built, path, cubes[0]!);
  for (const cube of cubes) addCube(built, path, cube, names);
}

function groupAttributes({ cubes }: CubeGroup): Map<string, { value: ReturnType<typeof jsonString> }> {
  const { edition, centre, centreName } = cubes[0]!.first;
  const title = centreTitle(centre);
  const text = (value: string): { value: ReturnType<typeof jsonString> } => ({ value: jsonString(value) });
  return new Map([
    ["GRIB_edition", text(String(edition))],
    ["GRIB_centre", text(centreName)],
    ...(title === undefined
      ? []
      : [["GRIB_centreDescription", text(title)] as const, ["institution", text(title)] as const]),
    ["Conventions", text("CF-1.7")],
  ]);
}

/** A parameter that is not in the tables is named by its numbers. */
function parameterOf(field: Field, names: ParameterNames, known: Map<string, Parameter>): Parameter {
  const key = `${field.table}-${field.centre} ${field.tables} ${field.numbers} ${JSON.stringify(field.circumstances)}`;
  let parameter = known.get(key);
  if (parameter === undefined) {
    const name = `param_${field.numbers.replaceAll(".", "_")}`;
    parameter = names.find(field) ?? { name, shortName: "unknown", title: "", units: "", standardName: "", id: "" };
    known.set(key, parameter);
  }
  return parameter;
}
