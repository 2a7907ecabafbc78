/**
 * Data types as numcodecs' configurations spell them: NumPy's `<f4`, `|u1`, `>i2`, `f4`, `<M8[ns]`, `|O`, or a name
 * such as `float64`. Elements in memory are little-endian whatever the spelling says; byte order is told beside it.
 */

import type { JsonView } from "../bytes/json/view.ts";
import { ownMember } from "../bytes/own-member.ts";
import { HyperslabError } from "../errors.ts";
import { type DataType, dataTypeNamed, type FixedDataType, isFixedSize } from "../model/data-types/data-type.ts";

export interface NumpyDtype {
  readonly dataType: DataType;
  readonly endian: "little" | "big";
}

const SPELLING = /^([<>|=]?)([?biufcmMSUVO])([0-9]*)(\[[^\]]+\])?$/;
const STEMS: Readonly<Record<string, string>> = { i: "int", u: "uint", f: "float", c: "complex" };

/** The type of a spelling; one that is not known here is `invalid-data` at its place. */
export function parseNumpyDtype(view: JsonView): NumpyDtype {
  if (view.node.type === "array") return view.fail("structured types are not supported here");
  const text = view.string();
  const match = SPELLING.exec(text);
  const dataType = dataTypeNamed(match === null ? text : canonicalName(match[2]!, match[3]!, match[4]));
  if (dataType === undefined) return view.fail(`no NumPy data type is spelled ${JSON.stringify(text)}`);
  return { dataType, endian: match?.[1] === ">" ? "big" : "little" };
}

function canonicalName(letter: string, digits: string, unit: string | undefined): string {
  if (letter === "O") return "object";
  if (letter === "?") return "bool";
  if (letter === "b") return digits === "1" || digits === "" ? "bool" : "";
  if (letter === "M" || letter === "m") {
    return digits === "8" ? `${letter === "M" ? "datetime" : "timedelta"}64${unit ?? "[generic]"}` : "";
  }
  if (letter === "S" || letter === "U") return `${letter}${digits}`;
  if (letter === "V") return `r${8 * Number(digits)}`;
  // Sizes in bytes; `i16` is nobody's integer, so the name is not found.
  return `${ownMember(STEMS, letter)}${8 * Number(digits)}`;
}

/** The type that a member names; undefined where a configuration leaves it out or says null. */
export function dtypeMember(configuration: JsonView, name: string): DataType | undefined {
  const member = configuration.get(name);
  return member === undefined || member.isNull() ? undefined : parseNumpyDtype(member).dataType;
}

/** As which type a codec takes what reaches it: NumPy views memory as another type of the same size. */
export function viewedAs(input: DataType, dtype: DataType | undefined): FixedDataType {
  const type = dtype ?? input;
  if (isFixedSize(type) && type.itemSize === input.itemSize) return type;
  throw new HyperslabError("invalid-data", `elements of ${input.name} cannot be taken as ${type.name}`, {
    hint: "The dtype of the codec must be that of what reaches it.",
  });
}
