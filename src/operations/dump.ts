/** A hierarchy as text in the manner of CDL: dimensions, variables with their attributes, and, if asked, values. */
import type { PlainJson } from "../bytes/json-node.ts";
import type { AddressInput } from "../dataset/address.ts";
import { Group } from "../dataset/group.ts";
import type { NdArray } from "../dataset/nd-array.ts";
import { type OpenOptions, open } from "../dataset/open.ts";
import { describeDataType } from "../model/data-type.ts";
import type { Selection } from "../model/selection.ts";

export interface DumpOptions extends OpenOptions {
  /** Leave out the values. */
  readonly header?: boolean | undefined;
  /** Values of these arrays only, by name. */
  readonly variables?: readonly string[] | undefined;
  /** For a single array: this part of it. */
  readonly selection?: Selection | undefined;
}

const CDL_TYPES: Readonly<Record<string, string>> = {
  int8: "byte",
  uint8: "ubyte",
  int16: "short",
  uint16: "ushort",
  int32: "int",
  uint32: "uint",
  int64: "int64",
  uint64: "uint64",
  float32: "float",
  float64: "double",
};

const LINE_WIDTH = 80;

/** Lines of text, as they are ready. */
export async function* dump(input: AddressInput, options: DumpOptions = {}): AsyncGenerator<string> {
  const node = await open(input, options);
  const { location } = node.hierarchy.store;
  const base = node.name || location.replace(/\/+$/, "").slice(location.replace(/\/+$/, "").lastIndexOf("/") + 1);
  const name = base.replace(/\.[^.]*$/, "") || "data";
  if (node instanceof Group) {
    yield* dumpGroup(node, `netcdf ${name}`, "", options);
    return;
  }
  yield `netcdf ${name} {`;
  yield* dumpArrays([node], "", options);
  yield "}";
}

async function* dumpGroup(group: Group, title: string, indent: string, options: DumpOptions): AsyncGenerator<string> {
  yield `${indent}${title} {`;
  const children = await group.children(options);
  const arrays = children.filter((child) => child.kind === "array");
  yield* dumpArrays(arrays, indent, options, group);
  for (const child of children) {
    if (child instanceof Group) yield* dumpGroup(child, `group: ${child.name}`, `${indent}  `, options);
  }
  yield `${indent}}`;
}

async function* dumpArrays(
  arrays: readonly NdArray[],
  indent: string,
  options: DumpOptions,
  group?: Group,
): AsyncGenerator<string> {
  const dimensions = dimensionLengths(arrays);
  if (dimensions.size > 0) {
    yield `${indent}dimensions:`;
    for (const [name, length] of dimensions) yield `${indent}\t${name} = ${length} ;`;
  }
  if (arrays.length > 0) yield `${indent}variables:`;
  for (const array of arrays) yield* variableLines(array, indent);
  const globals = Object.entries(group?.attributes ?? {});
  if (globals.length > 0) yield "";
  if (globals.length > 0) yield group?.path === "" ? "// global attributes:" : `${indent}// group attributes:`;
  for (const [name, value] of globals) yield `${indent}\t\t:${name} = ${attributeText(value)} ;`;
  const shown = arrays.filter((array) => options.variables?.includes(array.name) ?? true);
  if (options.header === true || shown.length === 0) return;
  yield `${indent}data:`;
  for (const array of shown) yield* valueLines(array, indent, options);
}

/** Named dimensions, and one name for each unnamed length, so that every variable has its dimensions declared. */
function dimensionLengths(arrays: readonly NdArray[]): Map<string, number> {
  const lengths = new Map<string, number>();
  for (const array of arrays) {
    array.shape.forEach((length, axis) => {
      lengths.set(dimensionName(array, axis), length);
    });
  }
  return lengths;
}

function dimensionName(array: NdArray, axis: number): string {
  return array.dims[axis] ?? `${array.name || "dim"}_${axis}`;
}

function* variableLines(array: NdArray, indent: string): Generator<string> {
  const type = CDL_TYPES[array.dtype] ?? describeDataType(array.dataType);
  const name = array.name || "data";
  const dims = array.shape.map((_, axis) => dimensionName(array, axis));
  yield `${indent}\t${type} ${name}${dims.length === 0 ? "" : `(${dims.join(", ")})`} ;`;
  for (const [attribute, value] of Object.entries(array.attributes)) {
    yield `${indent}\t\t${name}:${attribute} = ${attributeText(value)} ;`;
  }
}

function attributeText(value: PlainJson): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) {
    return value.map((item: PlainJson) => attributeText(item)).join(", ");
  }
  if (typeof value === "object" && value !== null) {
    return `{json} ${JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part))}`;
  }
  return String(value);
}

async function* valueLines(array: NdArray, indent: string, options: DumpOptions): AsyncGenerator<string> {
  const { data } = await array.read(options.selection, { signal: options.signal });
  const list: ArrayLike<unknown> = data;
  yield "";
  let line = `${indent} ${array.name || "data"} = `;
  for (let i = 0; i < list.length; i++) {
    const text = `${valueText(list[i])}${i + 1 < list.length ? ", " : ""}`;
    if (line.length + text.trimEnd().length > LINE_WIDTH) {
      yield line.trimEnd();
      line = `${indent}    `;
    }
    line += text;
  }
  yield `${line} ;`;
}

function valueText(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (value instanceof Uint8Array) return `0x${[...value].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  if (typeof value === "number" && Number.isNaN(value)) return "NaN";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
