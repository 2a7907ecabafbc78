/** HDF5 and netCDF-4: the objects of a file as netCDF names them, and where the chunks of its datasets lie. */
import { BlockReader } from "../../bytes/source/block-reader.ts";
import type { Attribute, Node } from "../../model/node.ts";
import { ReferenceSet } from "../../model/virtual/reference-set.ts";
import type { VirtualNote } from "../../model/virtual/virtual-dataset.ts";
import type { Scanner } from "../scanner.ts";
import { type ArrayContext, makeArray } from "./arrays.ts";
import type { Hdf5Attribute } from "./messages/attribute.ts";
import { findDimensions, isBareDimension, isScale } from "./netcdf/dimensions.ts";
import { Objects } from "./objects.ts";
import { GlobalHeap } from "./structures/global-heap.ts";
import { SharedMessages } from "./structures/shared-messages.ts";
import { readSuperblock } from "./structures/superblock.ts";
import { type FoundGroup, Tree } from "./tree.ts";
import { attributeValue } from "./values/attribute-value.ts";

/** How netCDF-4 keeps its model in HDF5: of no meaning to readers of values. */
const HIDDEN = new Set(["_Netcdf4Dimid", "_Netcdf4Coordinates", "_nc3_strict", "REFERENCE_LIST", "DIMENSION_LIST"]);
/** The same of dimension scales. */
const HIDDEN_OF_SCALES = new Set(["CLASS", "NAME"]);

export const hdf5: Scanner = {
  scan: async ({ source, place, signal }) => {
    const reader = new BlockReader(source, { place, signal, readAhead: true });
    const superblock = await readSuperblock(reader, place);
    if (superblock === undefined) return undefined;
    const { file, root, extension } = superblock;
    const objects = new Objects(file, new SharedMessages(file, extension));
    const notes: VirtualNote[] = [];
    const tree = await new Tree(objects, root, notes).read();
    if (tree === undefined) throw file.failure("the root is not a group", root);
    const heap = new GlobalHeap(file);
    const dimensions = await findDimensions(file, heap, tree, notes);
    const paths = pathsOf(tree);
    const context: ArrayContext = {
      file,
      heap,
      references: new ReferenceSet(),
      pending: new Map(),
      masks: new Map(),
      indirect: new Map(),
      notes,
      pathOf: (address) => paths.get(address),
    };
    const nodes = new Map<string, Node>();
    const attributesOf = async (
      path: string,
      given: readonly Hdf5Attribute[],
      isHidden: (name: string) => boolean,
    ): Promise<ReadonlyMap<string, Attribute>> => {
      const attributes = new Map<string, Attribute>();
      for (const each of given) {
        if (isHidden(each.name)) continue;
        const result = await attributeValue(file, heap, each);
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
    const addGroup = async ({ path, object, datasets, groups }: FoundGroup): Promise<void> => {
      const attributes = await attributesOf(path, object.attributes, (name) => HIDDEN.has(name));
      nodes.set(path, { kind: "group", path, attributes, dimensions: dimensions.of(path) });
      for (const found of datasets) {
        if (isBareDimension(found.object)) continue;
        const isDim = isScale(found.object);
        const own = await attributesOf(
          found.path,
          found.object.attributes,
          (name) => HIDDEN.has(name) || (isDim && HIDDEN_OF_SCALES.has(name)),
        );
        const node = makeArray(context, { found, attributes: own, ...dimensions.axes(found) });
        if (node !== undefined) nodes.set(found.path, node);
      }
      for (const group of groups) await addGroup(group);
    };
    await addGroup(tree);
    const { references, pending, masks, indirect } = context;
    return { nodes, references, pending, masks, indirect, notes };
  },
};

function pathsOf(root: FoundGroup): ReadonlyMap<number, string> {
  const paths = new Map<number, string>();
  const add = (address: number, path: string): void => {
    if (!paths.has(address)) paths.set(address, path);
  };
  const visit = ({ path, object, datasets, groups }: FoundGroup): void => {
    add(object.address, path);
    for (const dataset of datasets) add(dataset.object.address, dataset.path);
    for (const group of groups) visit(group);
  };
  visit(root);
  return paths;
}
