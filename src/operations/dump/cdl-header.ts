/** The header of a group in CDL: dimensions, variables with their attributes, attributes of the group. */

import type { JsonNode } from "../../bytes/json/node.ts";
import { ownMember } from "../../bytes/own-member.ts";
import { describeDataType } from "../../model/data-types/data-type.ts";
import type { Attributes } from "../../model/node.ts";
import { escapedByte, isControl, looseJson, quoteCdl } from "../text/value-form.ts";
import type { ShownArray, ShownGroup } from "./shown-tree.ts";

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

export function* headerLines(shown: ShownGroup, indent: string): Generator<string> {
  const { lengths, names } = dimensions(shown.arrays);
  if (lengths.size > 0) yield `${indent}dimensions:`;
  for (const [name, length] of lengths) yield `${indent}\t${cdlName(name)} = ${length} ;`;
  if (shown.arrays.length > 0) yield `${indent}variables:`;
  for (const array of shown.arrays) yield* variableLines(array, names.get(array) ?? [], indent);
  const attributes = shown.group?.node.attributes;
  if (attributes === undefined || attributes.size === 0) return;
  yield "";
  yield `${indent}// ${indent === "" ? "global" : "group"} attributes:`;
  yield* attributeLines("", attributes, indent);
}

function* variableLines({ array, name }: ShownArray, dims: readonly string[], indent: string): Generator<string> {
  const type = ownMember(CDL_TYPES, array.dtype) ?? describeDataType(array.dataType);
  const list = dims.length === 0 ? "" : `(${dims.map(cdlName).join(", ")})`;
  yield `${indent}\t${type} ${cdlName(name)}${list} ;`;
  yield* attributeLines(cdlName(name), array.node.attributes, indent);
}

function* attributeLines(variable: string, attributes: Attributes, indent: string): Generator<string> {
  for (const [name, { value }] of attributes) {
    yield `${indent}\t\t${variable}:${cdlName(name)} = ${attributeText(value)} ;`;
  }
}

/** Numbers as the document spells them. Values without a CDL constant are JSON in a string, as in netCDF-C. */
function attributeText(value: JsonNode): string {
  if (value.type === "number") return value.text;
  if (value.type === "string") return quoteCdl(value.value);
  const plain = (item: JsonNode): boolean => item.type === "number" || item.type === "string";
  if (value.type === "array" && value.items.length > 0 && value.items.every(plain)) {
    return value.items.map(attributeText).join(", ");
  }
  return quoteCdl(looseJson(value));
}

interface Dimensions {
  readonly lengths: ReadonlyMap<string, number>;
  readonly names: ReadonlyMap<ShownArray, readonly string[]>;
}

/** A name for every dimension: its own, with its length appended if the name already stands for another length. */
function dimensions(arrays: readonly ShownArray[]): Dimensions {
  const lengths = new Map<string, number>();
  const names = new Map<ShownArray, readonly string[]>();
  for (const shown of arrays) {
    const own = shown.shape.map((length, axis) => {
      let name = shown.dims[axis] ?? `${shown.name}_${axis}`;
      while ((lengths.get(name) ?? length) !== length) name += `_${length}`;
      lengths.set(name, length);
      return name;
    });
    names.set(shown, own);
  }
  return { lengths, names };
}

/** Letters, digits and what netCDF allows anywhere are unchanged; a backslash precedes anything else. */
export function cdlName(name: string): string {
  const escaped = Array.from(name, (char, index) => {
    if (isControl(char)) return escapedByte(char);
    const plain = index === 0 ? /[A-Za-z_\u0080-\u{10ffff}]/u : /[A-Za-z0-9_.@+\-\u0080-\u{10ffff}]/u;
    return plain.test(char) ? char : `\\${char}`;
  });
  return escaped.join("");
}
