/**
 * Checks whether chunks of two arrays may be chunks of one. Their bytes must mean the same values: data type, codecs,
 * fill value, the attributes that change what a value means, dimensions and chunk lengths.
 */
import { jsonEquals } from "../../../bytes/json/make.ts";
import { printJson } from "../../../bytes/json/print.ts";
import type { CodecSpec } from "../../../model/codec-spec.ts";
import { describeDataType, sameDataType } from "../../../model/data-types/data-type.ts";
import type { GridDimension } from "../../../model/grid/chunk-grid.ts";
import type { ArrayNode, Attribute, Attributes } from "../../../model/node.ts";
import { sameCodec, sameFill } from "../../copy/plan/target-node.ts";
import { CDL_FORM } from "../../text/value-form.ts";
import { elementText } from "../../text/value-text.ts";
import { mismatch, type PartArray } from "./part.ts";

/** Attributes without which stored numbers are other values. */
export const UNITS_AND_PACKING: readonly string[] = [
  "units",
  "calendar",
  "scale_factor",
  "add_offset",
  "_FillValue",
  "missing_value",
  "_Unsigned",
];

/** Attributes that change the meaning of stored numbers. Others are taken from the first file. */
export const MEANINGFUL: readonly string[] = [
  ...UNITS_AND_PACKING,
  "valid_min",
  "valid_max",
  "valid_range",
  "flag_values",
  "flag_masks",
  "flag_meanings",
  "positive",
  "grid_mapping",
];

export interface CompareOptions {
  /** The axis along which they may differ in length. */
  readonly axis?: number | undefined;
  /** Attributes that the caller makes equal itself, because it rewrites the values; codecs and chunks then do not matter. */
  readonly except?: readonly string[] | undefined;
  /** What to do about arrays that do not fit. */
  readonly hint?: string | undefined;
}

/** Throws an error for arrays that do not fit, naming both files and both values. */
export function checkSameArray(a: PartArray, b: PartArray, { axis, except, hint }: CompareOptions = {}): void {
  const { path } = a.node;
  const fail = (what: string, show: (node: ArrayNode) => string): never => {
    throw mismatch(what, path, [a, show(a.node)], [b, show(b.node)], hint);
  };
  const differs = (what: string, show: (node: ArrayNode) => string): never =>
    fail(`the ${what} of ${path} differs`, show);
  const differ = (what: string, show: (node: ArrayNode) => string): never =>
    fail(`the ${what} of ${path} differ`, show);
  const [first, other] = [a.node, b.node];
  const names = (node: ArrayNode): string => `(${node.dimensions.map(({ name }) => name ?? "?").join(", ")})`;
  if (names(first) !== names(other)) differ("dimensions", names);
  const isShaped = first.shape.every((length, at) => at === axis || length === other.shape[at]);
  if (!isShaped) differs("shape", ({ shape }) => `[${shape.join(", ")}]`);
  if (!sameDataType(first.dataType, other.dataType)) differs("data type", (node) => describeDataType(node.dataType));
  const isEncoded =
    except !== undefined ||
    (first.codecs.length === other.codecs.length &&
      first.codecs.every((spec, at) => decodesAlike(spec, other.codecs[at]!)));
  if (!isEncoded) differ("codecs", codecsOf);
  if (!sameFill(first, other) || !sameFill(other, first)) differs("fill value", fillText);
  const isChunked = first.grid.every((dimension, at) => at === axis || sameChunks(dimension, other.grid[at]!));
  if (!isChunked) differ("chunk lengths", ({ grid }) => `[${grid.map(chunkText).join(", ")}]`);
  for (const name of MEANINGFUL) {
    if (except?.includes(name) === true || sameAttribute(first.attributes, other.attributes, name)) continue;
    differs(`attribute ${name}`, ({ attributes }) => attributeText(attributes, name));
  }
}

/** Names of other attributes that differ: those of the first file are used. */
export function differingAttributes(a: Attributes, b: Attributes): readonly string[] {
  const names = new Set([...a.keys(), ...b.keys()]);
  return [...names].filter((name) => !MEANINGFUL.includes(name) && !sameAttribute(a, b, name));
}

function sameAttribute(a: Attributes, b: Attributes, name: string): boolean {
  const [first, other] = [a.get(name), b.get(name)];
  if (first === undefined || other === undefined) return first === other;
  // Attributes of Zarr have no types.
  const isTyped = first.dataType !== undefined && other.dataType !== undefined;
  return jsonEquals(first.value, other.value) && !(isTyped && isRounded(first) !== isRounded(other));
}

/** True for 0.1 as a 32-bit float, which is another number than 0.1 as one of 64 bits. */
function isRounded({ value, dataType }: Attribute): boolean {
  if (dataType?.name !== "float32") return false;
  const items = value.type === "array" ? value.items : [value];
  const numbers = items.flatMap((item) => (item.type === "number" ? [Number(item.text)] : []));
  return numbers.some((number) => !Object.is(Math.fround(number), number));
}

function attributeText(attributes: Attributes, name: string): string {
  const attribute = attributes.get(name);
  if (attribute === undefined) return "nothing";
  const text = printJson(attribute.value, "compact", { nonFinite: "token" });
  return isRounded(attribute) ? `${text} (float32)` : text;
}

/** The effort of a compressor does not matter for decoding. */
function decodesAlike(a: CodecSpec, b: CodecSpec): boolean {
  return sameCodec(withoutLevel(a), withoutLevel(b));
}

function withoutLevel(spec: CodecSpec): CodecSpec {
  const { configuration } = spec;
  const members = new Map([...configuration.members].filter(([name]) => name !== "level" && name !== "clevel"));
  return { ...spec, configuration: { ...configuration, members } };
}

function fillText({ dataType, fillValue }: ArrayNode): string {
  return fillValue === undefined ? "nothing" : elementText(dataType, fillValue, CDL_FORM);
}

function codecsOf({ codecs }: ArrayNode): string {
  return codecs.map(({ name, configuration }) => `${name} ${printJson(configuration, "compact")}`).join(", ");
}

function sameChunks(a: GridDimension, b: GridDimension): boolean {
  if (a.kind === "fixed" || b.kind === "fixed") return a.kind === b.kind && chunkText(a) === chunkText(b);
  return a.sizes.join() === b.sizes.join();
}

function chunkText(dimension: GridDimension): string {
  return dimension.kind === "fixed" ? String(dimension.size) : `[${dimension.sizes.join(", ")}]`;
}
