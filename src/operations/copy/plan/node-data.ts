/**
 * Nodes as plain JSON and back without loss. Data that a document spells in its own way (attributes, codec
 * configurations) is kept as JSON text, because `JSON.parse` would round large integers and refuse NaN.
 */
import type { JsonNode, JsonObject } from "../../../bytes/json/node.ts";
import { parseJson } from "../../../bytes/json/parse.ts";
import { printJson } from "../../../bytes/json/print.ts";
import { fromHexadecimal, hexadecimal } from "../../../bytes/text/hexadecimal.ts";
import { HyperslabError } from "../../../errors.ts";
import type { CodecSpec } from "../../../model/codec-spec.ts";
import { type ChunkGrid, rectilinearGrid } from "../../../model/grid/chunk-grid.ts";
import type { ArrayNode, Attributes, GroupNode, Node, NodeOrigin } from "../../../model/node.ts";
import type { FillValue } from "../../../model/values/fill-value.ts";

/** One length that repeats, or the lengths of all chunks along a dimension. */
export type ChunkLengths = number | readonly number[];

interface SpelledData {
  readonly attributes: readonly AttributeData[];
  /** The documents whose spelling is kept, by store key. */
  readonly documents?: Readonly<Record<string, string>>;
}

type AttributeData = Omit<Attributes extends ReadonlyMap<string, infer A> ? A : never, "value"> & {
  readonly name: string;
  /** JSON text. */
  readonly value: string;
};

export interface GroupData extends Omit<GroupNode, "attributes" | "origin">, SpelledData {}

export interface ArrayData
  extends Omit<ArrayNode, "attributes" | "origin" | "grid" | "codecs" | "fillValue">,
    SpelledData {
  readonly chunks: readonly ChunkLengths[];
  readonly codecs: readonly CodecData[];
  readonly fillValue?: FillData;
}

interface CodecData {
  readonly name: string;
  /** JSON text. */
  readonly configuration: string;
}

/** Bytes in hexadecimal digits, a text, or JSON text. */
type FillData = { readonly bytes: string } | { readonly text: string } | { readonly json: string };

export function groupData({ attributes, origin, ...plain }: GroupNode): GroupData {
  return { ...plain, ...spelledData(attributes, origin) };
}

export function groupOf({ attributes, documents, ...plain }: GroupData): GroupNode {
  return { ...plain, ...spelledOf({ attributes, ...(documents && { documents }) }) };
}

export function arrayData({ attributes, origin, grid, codecs, fillValue, ...plain }: ArrayNode): ArrayData {
  return {
    ...plain,
    chunks: gridLengths(grid),
    codecs: codecs.map(({ name, configuration }) => ({ name, configuration: textOf(configuration) })),
    ...(fillValue !== undefined && { fillValue: fillData(fillValue) }),
    ...spelledData(attributes, origin),
  };
}

export function arrayOf({ attributes, documents, chunks, codecs, fillValue, ...plain }: ArrayData): ArrayNode {
  return {
    ...plain,
    grid: rectilinearGrid(plain.shape, chunks),
    codecs: codecs.map(({ name, configuration }): CodecSpec => ({ name, configuration: objectOf(configuration) })),
    fillValue: fillValue && fillOf(fillValue),
    ...spelledOf({ attributes, ...(documents && { documents }) }),
  };
}

/** The lengths from which `rectilinearGrid` builds the grid. */
export function gridLengths(grid: ChunkGrid): readonly ChunkLengths[] {
  return grid.map((dimension) => (dimension.kind === "fixed" ? dimension.size : dimension.sizes));
}

function spelledData(attributes: Attributes, origin: NodeOrigin | undefined): SpelledData {
  const documents = origin && Array.from(origin.documents, ([key, document]) => [key, textOf(document)] as const);
  return {
    attributes: Array.from(attributes, ([name, { value, ...typed }]) => ({ name, value: textOf(value), ...typed })),
    ...(documents && { documents: Object.fromEntries(documents) }),
  };
}

function spelledOf({ attributes, documents }: SpelledData): Pick<Node, "attributes" | "origin"> {
  const spelled = documents && Object.entries(documents).map(([key, text]) => [key, objectOf(text)] as const);
  return {
    attributes: new Map(
      attributes.map(({ name, value, ...typed }) => [name, { value: parseJson(value).root, ...typed }]),
    ),
    ...(spelled && { origin: { documents: new Map(spelled) } }),
  };
}

function fillData(value: FillValue): FillData {
  if (typeof value === "string") return { text: value };
  if (!(value instanceof Uint8Array)) return { json: textOf(value) };
  return { bytes: hexadecimal(value) };
}

function fillOf(data: FillData): FillValue {
  if ("text" in data) return data.text;
  if ("json" in data) return parseJson(data.json).root;
  return fromHexadecimal(data.bytes);
}

function textOf(node: JsonNode): string {
  return printJson(node, "compact", { nonFinite: "token" });
}

function objectOf(text: string): JsonObject {
  const { root } = parseJson(text);
  if (root.type === "object") return root;
  throw new HyperslabError("invalid-request", `the copy plan holds ${text.slice(0, 40)} in place of a JSON object`);
}
