/** HDF5 and netCDF-4: the objects of a file as netCDF names them, and where the chunks of its datasets lie. */
import type { Attribute, Node } from "../../model/node.ts";
import type { UserArray } from "../../model/virtual/user-array.ts";
import type { VirtualNote } from "../../model/virtual/virtual-dataset.ts";
import type { Scanner } from "../scanner.ts";
import { makeArray } from "./arrays.ts";
import { contextsOf, sharedContext } from "./contexts.ts";
import { Files, type Origin } from "./files.ts";
import type { Hdf5Attribute } from "./messages/attribute.ts";
import { findDimensions, isBareDimension, isScale } from "./netcdf/dimensions.ts";
import { datasetSpecial, kindOf, rootSpecial, titleOf } from "./netcdf/special.ts";
import { addUserArray, withUserValues } from "./netcdf/user-arrays.ts";
import { findUserTypes } from "./netcdf/user-types.ts";
import { type FoundGroup, Tree } from "./tree.ts";
import { attributeValue } from "./values/attribute-value.ts";
import { withExtents } from "./virtual/extent.ts";

/** Attributes by which netCDF-4 stores its model in HDF5; they mean nothing to readers of values. */
const HIDDEN = new Set(["_Netcdf4Dimid", "_Netcdf4Coordinates", "_nc3_strict", "REFERENCE_LIST", "DIMENSION_LIST"]);
/** The same for dimension scales. */
const HIDDEN_OF_SCALES = new Set(["CLASS", "NAME"]);

export const hdf5: Scanner = {
  scan: async (input) => {
    const files = new Files(input);
    const own = await files.own();
    if (own === undefined) return undefined;
    const notes: VirtualNote[] = [];
    const links = new Tree(files, own, notes);
    const stored = await links.read();
    if (stored === undefined) throw own.file.failure("the root is not a group", own.root);
    const shared = sharedContext(notes);
    const contextOf = contextsOf(shared, files, links, stored);
    const tree = await withExtents(stored, contextOf);
    const dimensions = await findDimensions(own.file, own.heap, tree, notes);
    const types = findUserTypes(tree, 8 + own.file.facts.offsetSize);
    const userArrays = new Map<string, UserArray>();
    const nodes = new Map<string, Node>();
    const special = new Map([["", rootSpecial(tree, own.version)]]);
    const attributesOf = async (
      { file, heap }: Origin,
      path: string,
      given: readonly Hdf5Attribute[],
      isHidden: (name: string) => boolean,
    ): Promise<ReadonlyMap<string, Attribute>> => {
      const attributes = new Map<string, Attribute>();
      for (const each of given) {
        if (isHidden(each.name)) continue;
        const result = await withUserValues(types, { file, heap }, each, await attributeValue(file, heap, each));
        if ("attribute" in result) attributes.set(each.name, result.attribute);
        else
          notes.push({
            path,
            message: `the attribute ${each.name} is left out: it holds ${result.reason}`,
            isLoss: true,
          });
      }
      return attributes;
    };
    const addGroup = async ({ path, object, origin, datasets, groups }: FoundGroup): Promise<void> => {
      const attributes = await attributesOf(origin, path, object.attributes, (name) => HIDDEN.has(name));
      const userTypes = types.in(path);
      const own = { kind: "group" as const, path, attributes, dimensions: dimensions.of(path) };
      nodes.set(path, userTypes.length === 0 ? own : { ...own, userTypes });
      for (const found of datasets) {
        if (isBareDimension(found.object)) continue;
        const isDim = isScale(found.object);
        const attributes = await attributesOf(
          found.origin,
          found.path,
          found.object.attributes,
          (name) => HIDDEN.has(name) || (isDim && HIDDEN_OF_SCALES.has(name)),
        );
        const input = { found, attributes, ...dimensions.axes(found) };
        const made = await makeArray(contextOf(found.origin), input);
        const userType = types.of(found.object.type);
        const node = userType === undefined || typeof made === "string" ? made : { ...made, userType };
        special.set(found.path, datasetSpecial(found.object));
        const type = userType ?? types.stringOf(found.object.type);
        if (type !== undefined) addUserArray(contextOf(found.origin), input, { type, node, userArrays });
        if (typeof node !== "string") nodes.set(found.path, node);
        else notes.push({ path: found.path, message: `the dataset is left out: ${node}`, isLoss: true });
      }
      for (const group of groups) await addGroup(group);
    };
    await addGroup(tree);
    files.endScan();
    return { nodes, ...shared, userArrays, netcdfKind: kindOf(tree), special, title: titleOf(tree) };
  },
};
