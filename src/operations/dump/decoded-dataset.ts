/**
 * The dataset of a dump with decoded values: types and attributes are those of the values shown, so that `gen` reads
 * them as such.
 */
import type { NetcdfAttribute, NetcdfGroup, NetcdfType, NetcdfVariable } from "../../model/netcdf/dataset.ts";
import type { DecodedArray, DumpDecoding } from "./decoded-array.ts";
import type { ShownDataset } from "./shown-dataset.ts";

export interface DecodedDataset extends ShownDataset {
  /** How a variable is decoded; undefined if its values are the stored ones. */
  decoded(variable: NetcdfVariable): DecodedArray | undefined;
  readonly notes: readonly string[];
}

const TYPES = new Map<string, NetcdfType>([
  ["string", "string"],
  ["float16", "float"],
  ["float32", "float"],
  ["float64", "double"],
  ["int8", "byte"],
  ["uint8", "ubyte"],
  ["int16", "short"],
  ["uint16", "ushort"],
  ["int32", "int"],
  ["uint32", "uint"],
  ["int64", "int64"],
  ["uint64", "uint64"],
]);

/** Checks attributes before anything is printed. */
export async function decodedDataset(
  shown: ShownDataset,
  decode: DumpDecoding,
  options: { readonly header?: boolean | undefined; readonly signal?: AbortSignal | undefined },
): Promise<DecodedDataset> {
  // Most dumps decode nothing, and do without CF.
  const { decodedArray } = await import("./decoded-array.ts");
  const stored = new Map<NetcdfVariable, NetcdfVariable>();
  const decodings = new Map<NetcdfVariable, DecodedArray>();
  const notes: string[] = [];
  const variableOf = async (variable: NetcdfVariable): Promise<NetcdfVariable> => {
    const found = await decodingOf(variable);
    const type = found === undefined ? undefined : TYPES.get(found.dtype);
    if (found === undefined || type === undefined) return variable;
    for (const note of found.notes) notes.push(`${variable.path}: ${note}`);
    const made = decodedVariable(variable, type, found);
    stored.set(made, variable);
    decodings.set(made, found);
    return made;
  };
  const decodingOf = async (variable: NetcdfVariable): Promise<DecodedArray | undefined> => {
    if (variable.type === undefined || variable.userType !== undefined) return undefined;
    try {
      return await decodedArray(shown.source(variable).array, decode, options.signal);
    } catch (error) {
      // If no value is shown, the header is that of stored values.
      if (options.header !== true && shown.hasValues(variable)) throw error;
      return undefined;
    }
  };
  const groupOf = async (group: NetcdfGroup): Promise<NetcdfGroup> => {
    const variables: NetcdfVariable[] = [];
    for (const variable of group.variables) variables.push(await variableOf(variable));
    const groups: NetcdfGroup[] = [];
    for (const inner of group.groups) groups.push(await groupOf(inner));
    return { ...group, variables, groups };
  };
  const root = await groupOf(shown.root);
  const original = (variable: NetcdfVariable): NetcdfVariable => stored.get(variable) ?? variable;
  return {
    root,
    hasData: shown.hasData,
    hasValues: (variable) => shown.hasValues(original(variable)),
    source: (variable) => shown.source(original(variable)),
    decoded: (variable) => decodings.get(variable),
    notes,
  };
}

/** How the array is stored does not apply to decoded values, so special attributes are left out. */
function decodedVariable(variable: NetcdfVariable, type: NetcdfType, { applied, masks }: DecodedArray): NetcdfVariable {
  const kept = variable.attributes.filter(({ name }) => !applied.has(name));
  const isFloat = type === "float" || type === "double";
  const attributes = masks && isFloat ? [notANumber(type), ...kept] : kept;
  return { ...variable, type, typeName: type, attributes, special: [] };
}

/** Missing values are NaN, and print as `_`. */
function notANumber(type: "float" | "double"): NetcdfAttribute {
  const values = type === "float" ? Float32Array.of(Number.NaN) : Float64Array.of(Number.NaN);
  return { name: "_FillValue", type, values };
}
