/** A dataset in the terms of `cdl-text.ts`, to compare with what ncdump printed of it. */

import { toPlain } from "../../../src/bytes/json/make.ts";
import type { JsonNode } from "../../../src/bytes/json/node.ts";
import { fixedBytes } from "../../../src/dataset/array/fixed-bytes.ts";
import type { Group, NdArray, Store } from "../../../src/index.ts";
import { open } from "../../../src/index.ts";
import { DEFAULT_FILLS, netcdfTypeOf } from "../../../src/model/netcdf/types.ts";
import type { Attributes } from "../../../src/model/node.ts";
import type { CdlAttribute, CdlGroup, CdlVariable } from "./cdl-text.ts";

export interface Shown {
  readonly format: string;
  readonly root: CdlGroup;
}

/** Opens a dataset and reads all of it. `hidden` are attributes of the root to leave out. */
export async function shownDataset(address: string | Store, hidden: readonly string[] = []): Promise<Shown> {
  const root = await open(address);
  if (root.kind !== "group") throw new Error("not a group");
  const shown = await shownGroup(root);
  const attributes = shown.attributes.filter(({ name }) => name !== "_NCProperties" && !hidden.includes(name));
  return { format: root.hierarchy.format, root: { ...shown, attributes } };
}

async function shownGroup(group: Group): Promise<CdlGroup> {
  const children = await group.children();
  const arrays = children.filter((child) => child.kind === "array");
  const groups = children.filter((child) => child.kind === "group");
  return {
    name: group.name,
    dimensions: [...group.dimensions],
    variables: await Promise.all(arrays.map(shownVariable)),
    attributes: shownAttributes(group.node.attributes),
    groups: await Promise.all(groups.map(shownGroup)),
  };
}

function shownAttributes(attributes: Attributes): CdlAttribute[] {
  return Array.from(attributes, ([name, { value, dataType }]) => {
    const type = dataType === undefined ? "none" : netcdfTypeOf(dataType)!;
    const items = value.type === "array" ? value.items : [value];
    return { name, type, values: items.map((item) => attributeText(item, type)) };
  });
}

function attributeText(node: JsonNode, type: string): string {
  const value = toPlain(node);
  if (type === "float" || type === "double") return numberText(Number(value), type);
  return String(value).replace(/\0+$/, "");
}

/** As many digits as ncdump prints. */
function numberText(value: number, type: string): string {
  return String(Number(value.toPrecision(type === "float" ? 7 : 15)));
}

async function shownVariable(array: NdArray): Promise<CdlVariable> {
  const type = array.node.netcdfType ?? "none";
  const isText = type === "char" || type === "string";
  const values = isText ? await elements(array) : Array.from((await array.read()).data as Iterable<unknown>);
  return {
    name: array.name,
    type,
    dimensions: array.dimensions.map(({ name }) => name ?? "?"),
    attributes: shownAttributes(array.node.attributes),
    values:
      values.length === 0 ? undefined : type === "char" ? charRows(values, array.shape) : valueTexts(values, type),
  };
}

async function elements(array: NdArray): Promise<readonly Uint8Array[]> {
  const data = fixedBytes((await array.read(undefined, { as: "bytes" })).data);
  const size = array.dataType.itemSize!;
  return Array.from({ length: data.byteLength / size }, (_, index) => data.slice(index * size, (index + 1) * size));
}

const TEXT = new TextDecoder();
const bytesOf = (value: unknown): Uint8Array => value as Uint8Array;

function charRows(values: readonly unknown[], shape: readonly number[]): readonly string[] {
  const length = shape.at(-1) ?? 1;
  const bytes = values.map((value) => bytesOf(value)[0] ?? 0);
  return Array.from({ length: bytes.length / length }, (_, row) => {
    // ISO 8859-1 proper: the decoder's latin1 is Windows 1252.
    return bytes
      .slice(row * length, (row + 1) * length)
      .map((byte) => String.fromCharCode(byte))
      .join("")
      .replace(/\0+$/, "");
  });
}

function valueTexts(values: readonly unknown[], type: string): readonly string[] {
  if (type === "string") {
    return values.map((value) => {
      const text = TEXT.decode(bytesOf(value)).replace(/\0+$/, "");
      return text === "" ? "NIL" : `"${text}`;
    });
  }
  return values.map((value) =>
    type === "float" || type === "double" ? numberText(Number(value), type) : String(value),
  );
}

/** The text in the same terms: one spelling per number, characters joined to rows, fill values in full. */
export function comparable(group: CdlGroup): CdlGroup {
  return {
    ...group,
    attributes: group.attributes.map(plainAttribute),
    variables: group.variables.map((variable) => {
      const attributes = variable.attributes.map(plainAttribute);
      return { ...variable, attributes, dimensions: variable.dimensions.map(lastName), values: plainValues(variable) };
    }),
    groups: group.groups.map(comparable),
  };
}

const lastName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

function plainAttribute(attribute: CdlAttribute): CdlAttribute {
  const { type, values } = attribute;
  if (type === "char") return { ...attribute, values: [values.join("")] };
  return type === "float" || type === "double"
    ? { ...attribute, values: values.map((value) => numberText(Number(value), type)) }
    : attribute;
}

function plainValues({ type, values, attributes }: CdlVariable): readonly string[] | undefined {
  if (values === undefined) return undefined;
  if (type === "char") return joinedRows(values).map((row) => row.slice(1));
  if (type === "string") return values.map((value) => (value === "_" ? filled(attributes, type) : value));
  const isReal = type === "float" || type === "double";
  return values.map((value) => {
    const text = value === "_" ? filled(attributes, type) : value.replace(/f$/, "");
    return isReal ? numberText(Number(text), type) : text;
  });
}

function filled(attributes: readonly CdlAttribute[], type: string): string {
  const said = attributes.find(({ name }) => name === "_FillValue")?.values[0];
  if (type === "string") return `"${said ?? ""}`;
  return said ?? String(DEFAULT_FILLS[type as "int"]);
}

/** A line break in a row ends the text: `"x\n", "y"` is one row. */
function joinedRows(rows: readonly string[]): readonly string[] {
  const joined: string[] = [];
  let isOpen = false;
  for (const row of rows) {
    if (isOpen) joined.push(joined.pop()! + row.slice(1));
    else joined.push(row);
    isOpen = row.endsWith("\n");
  }
  return joined;
}
