/**
 * Carries the mask of an array (the value of missing elements) into the target's format, so that xarray and netCDF read
 * the same values before and after. Zarr v2 and NCZarr have it as the fill value, Zarr v3 as an attribute in xarray's
 * spelling.
 *
 * An array follows these conventions if its dimensions have names, as xarray requires. A scalar has none: it follows
 * them if it has xarray's attribute of names or a mask of its own, or lies beside an array that follows them. Other
 * arrays are copied unchanged, and so is everything within one format.
 */
import { jsonArray, jsonFloat, jsonInteger, jsonString } from "../../../bytes/json/make.ts";
import type { JsonNode } from "../../../bytes/json/node.ts";
import { NdArray } from "../../../dataset/array/nd-array.ts";
import type { FormatNote, Hierarchy } from "../../../formats/format.ts";
import { NAMES_ATTRIBUTE } from "../../../formats/spelling/members.ts";
import type { DataType } from "../../../model/data-types/data-type.ts";
import {
  FILL_ATTRIBUTE,
  isInertMask,
  isZeroMask,
  type Mask,
  type MaskAttribute,
  MISSING_ATTRIBUTE,
  parseXarrayMask,
  plainMask,
  printXarrayMask,
  roundedMask,
} from "../../../model/netcdf/mask.ts";
import { DEFAULT_FILLS, dataTypeOf, netcdfTypeOf } from "../../../model/netcdf/types.ts";
import type { ArrayNode, Attribute } from "../../../model/node.ts";
import { elementToScalar } from "../../../model/values/element.ts";
import type { FillValue } from "../../../model/values/fill-value.ts";
import { sameFill } from "./target-node.ts";

/** An array of the source in the conventions of the target's format. */
export interface CarriedArray {
  readonly array: NdArray;
  /** What was changed, as a sentence about the array; undefined if nothing was. */
  readonly note?: string;
  /** What the target cannot record. */
  readonly lost?: string;
}

/** All arrays of a copy, each with its mask where the target's format has it. */
export function carryMasks(arrays: readonly NdArray[], target: Hierarchy): readonly CarriedArray[] {
  const groups = new Set(arrays.filter(hasNames).map(({ path }) => parentOf(path)));
  return arrays.map((array) => {
    const { masks, format } = array.hierarchy;
    if (format === target.format) return { array };
    const node = withoutScalarNames(array.node, target);
    const isCarried = masks !== undefined && target.masks !== undefined && follows(array, groups);
    const carried = isCarried ? carriedNode(node, array.hierarchy, target) : { node };
    const { lost } = carried;
    const isSparse = sameFill(array.node, carried.node);
    const note = carried.note && (isSparse ? carried.note : `${carried.note}; absent chunks are written out`);
    return {
      array: carried.node === array.node ? array : new NdArray(array.hierarchy, carried.node),
      ...(note !== undefined && { note }),
      ...(lost !== undefined && { lost: `/${array.path}: ${lost}` }),
    };
  });
}

/** The number of arrays that a note names. */
const MOST_NAMED = 5;

/** One note per sentence, which names the arrays it is about. */
export function carriedNotes(sentences: Iterable<readonly [path: string, sentence: string]>): readonly FormatNote[] {
  const paths = new Map<string, string[]>();
  for (const [path, sentence] of sentences) paths.set(sentence, [...(paths.get(sentence) ?? []), `/${path}`]);
  return Array.from(paths, ([message, all]) => {
    const more = all.length - MOST_NAMED;
    return {
      key: all.slice(0, MOST_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : ""),
      message,
    };
  });
}

/** Types that xarray reads. */
const KINDS: readonly string[] = [
  ...["bool", "integer", "float", "complex", "fixed-bytes", "fixed-utf32", "string", "bytes", "datetime", "timedelta"],
];

function follows(array: NdArray, groups: ReadonlySet<string>): boolean {
  const { attributes, dataType } = array.node;
  if (!KINDS.includes(dataType.kind)) return false;
  if (array.hierarchy.declaresDimensions === true || hasNames(array)) return true;
  if (array.shape.length > 0) return false;
  return attributes.has(NAMES_ATTRIBUTE) || attributes.has(FILL_ATTRIBUTE) || groups.has(parentOf(array.path));
}

function hasNames({ dims }: NdArray): boolean {
  return dims.length > 0 && dims.every((name) => name !== undefined);
}

/** Of the formats that xarray reads, only Zarr v2 stores names of dimensions among the attributes. */
function withoutScalarNames(node: ArrayNode, { masks, declaresDimensions }: Hierarchy): ArrayNode {
  const keeps = masks === undefined || (masks === "fill-value" && declaresDimensions !== true);
  return keeps || node.shape.length > 0 ? node : { ...node, attributes: without(node, NAMES_ATTRIBUTE) };
}

interface CarriedNode extends Omit<CarriedArray, "array"> {
  readonly node: ArrayNode;
}

/** A node of one format with its mask where readers of another look for it. */
export function withMaskOf(
  node: ArrayNode,
  source: Pick<Hierarchy, "masks">,
  target: Pick<Hierarchy, "masks" | "title">,
): ArrayNode {
  const isCarried = source.masks !== undefined && target.masks !== undefined && KINDS.includes(node.dataType.kind);
  if (!isCarried || source.masks === target.masks) return node;
  if (target.masks !== "typed-attribute") return carriedNode(node, source, target).node;
  const mask = maskIn(node, source);
  return mask === "unknown" ? node : withTypedMask(node, mask);
}

type MaskSource = Pick<Hierarchy, "masks">;
type MaskTarget = Pick<Hierarchy, "masks" | "title" | "declaresDimensions">;

function carriedNode(node: ArrayNode, source: MaskSource, target: MaskTarget): CarriedNode {
  const mask = maskIn(node, source);
  if (mask === "unknown")
    return { node, note: `its ${FILL_ATTRIBUTE} is not a value of its type; it was copied unchanged` };
  switch (target.masks) {
    case "xarray-attribute":
      return toXarray(node, mask, target);
    case "typed-attribute":
      return { node: withMaskAttribute(node, mask) };
    default:
      return toFillValue(node, mask, source, target);
  }
}

/** The mask that readers of the source see; undefined if there is none. */
function maskIn(node: ArrayNode, { masks }: MaskSource): Mask | "unknown" | undefined {
  const { dataType, fillValue, attributes } = node;
  const value = attributes.get(FILL_ATTRIBUTE)?.value;
  if (masks === "fill-value" && fillValue !== undefined) return { element: fillValue };
  if (value === undefined || value.type === "null") return undefined;
  if (masks === "xarray-attribute") return parseXarrayMask(dataType, value) ?? "unknown";
  return masks === "typed-attribute" ? (roundedMask(dataType, value) ?? "unknown") : plainMask(dataType, value);
}

/** To Zarr v3: the fill value stays, the mask becomes an attribute. */
function toXarray(node: ArrayNode, mask: Mask | undefined, { title }: MaskTarget): CarriedNode {
  const { dataType } = node;
  const bare = { ...node, attributes: without(node, FILL_ATTRIBUTE) };
  // xarray does not mask times that are stored as such.
  if (mask === undefined || dataType.kind === "datetime" || dataType.kind === "timedelta") return { node: bare };
  const attribute = printXarrayMask(dataType, mask);
  if (attribute !== undefined) {
    const kept = attribute.name === FILL_ATTRIBUTE ? node.attributes : bare.attributes;
    const attributes = new Map(kept).set(attribute.name, merged(bare, attribute));
    return { node: { ...bare, attributes }, note: `the mask is the attribute ${attribute.name} in ${title}` };
  }
  const unsaid = `xarray does not read masks of byte strings in ${title}`;
  return isZeroMask(dataType, mask)
    ? { node: bare, note: `${unsaid}: empty ones are not missing there` }
    : { node: bare, lost: `its mask, because ${unsaid}` };
}

/** `missing_value` may already be there: xarray also accepts a list. */
function merged({ attributes }: ArrayNode, { name, value }: MaskAttribute): Attribute {
  const known = name === MISSING_ATTRIBUTE ? attributes.get(name)?.value : undefined;
  if (known === undefined) return { value };
  const items: readonly JsonNode[] = known.type === "array" ? known.items : [known];
  const isThere = items.some((item) => item.type === "string" && value.type === "string" && item.value === value.value);
  return { value: isThere ? known : jsonArray([...items, value]) };
}

/** To Zarr v2 and NCZarr: the fill value is the mask, and without a mask there is no fill value. */
function toFillValue(node: ArrayNode, mask: Mask | undefined, source: MaskSource, target: MaskTarget): CarriedNode {
  const typed = target.declaresDimensions === true;
  if (source.masks === "fill-value") return { node: typed ? withTypedMask(node, mask) : withScalarNames(node) };
  const named = typed ? node : withScalarNames(node);
  const bare = { ...named, attributes: without(named, FILL_ATTRIBUTE) };
  if (mask === undefined) {
    const isScaled = node.attributes.has("scale_factor") || node.attributes.has("add_offset");
    if (isInertMask(node.dataType, node.fillValue) && !isScaled) return { node: bare };
    return {
      node: { ...bare, fillValue: undefined },
      note: `nothing is masked, so there is no fill value in ${target.title}`,
    };
  }
  if ("plain" in mask) {
    const attributes = new Map(named.attributes).set(FILL_ATTRIBUTE, { value: mask.plain });
    return {
      node: { ...bare, attributes, fillValue: undefined },
      note: `the mask is not a value of its type and stays an attribute; there is no fill value in ${target.title}`,
    };
  }
  const note = `the mask is the fill value in ${target.title}`;
  if (!typed) return { node: { ...bare, fillValue: mask.element }, note };
  // An attribute of netCDF's own stays where it is, even if it is the default. xarray's spelling means nothing there.
  const isKept = source.masks === "typed-attribute" || plainOf(node, mask.element) !== undefined;
  return { node: withTypedMask({ ...(isKept ? named : bare), fillValue: mask.element }, mask), note };
}

/** What xarray writes for a scalar. */
function withScalarNames(node: ArrayNode): ArrayNode {
  if (node.shape.length > 0) return node;
  return { ...node, attributes: new Map([...node.attributes, [NAMES_ATTRIBUTE, { value: jsonArray([]) }]]) };
}

/** netCDF's attribute for the mask. netCDF-C's default fill value is not recorded. */
function withTypedMask(node: ArrayNode, mask: Mask | undefined): ArrayNode {
  const { dataType, attributes } = node;
  const type = netcdfTypeOf(dataType);
  const value = mask !== undefined && "element" in mask ? elementToScalar(dataType, mask.element) : undefined;
  const isDefault = value === "" || (type !== undefined && value === DEFAULT_FILLS[type]);
  return isDefault && !attributes.has(FILL_ATTRIBUTE) ? node : withMaskAttribute(node, mask);
}

/** The mask as an attribute of its variable's type, in its place if it is there already. */
function withMaskAttribute(node: ArrayNode, mask: Mask | undefined): ArrayNode {
  if (mask === undefined) return node;
  const dataType = attributeTypeOf(node);
  const value = "plain" in mask ? mask.plain : plainOf(node, mask.element);
  if (value === undefined || dataType === undefined) return node;
  const attribute: Attribute = "plain" in mask ? { value } : { value, dataType };
  return { ...node, attributes: new Map(node.attributes).set(FILL_ATTRIBUTE, attribute) };
}

const TEXTS: readonly string[] = ["fixed-bytes", "fixed-utf32", "string"];

function attributeTypeOf({ dataType }: ArrayNode): DataType | undefined {
  const type = netcdfTypeOf(dataType) ?? (TEXTS.includes(dataType.kind) ? "string" : undefined);
  return type && dataTypeOf(type);
}

/** A number or a text; undefined for other values, and for bytes that are not text. */
function plainOf({ dataType }: ArrayNode, element: FillValue): JsonNode | undefined {
  const scalar = elementToScalar(dataType, element);
  if (dataType.kind === "integer") return jsonInteger(BigInt(String(scalar)));
  if (dataType.kind === "float") return jsonFloat(Number(scalar));
  const isText = typeof scalar === "string" && TEXTS.includes(dataType.kind) && !/[\udc80-\udcff]/u.test(scalar);
  return isText ? jsonString(scalar) : undefined;
}

function without({ attributes }: ArrayNode, name: string): ArrayNode["attributes"] {
  return attributes.has(name) ? new Map([...attributes].filter(([other]) => other !== name)) : attributes;
}

function parentOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}
