/** Members shared by the configurations of several codecs: lists of codecs, and NumPy data types. */

import { jsonObject } from "../bytes/json/make.ts";
import type { JsonView } from "../bytes/json/view.ts";
import { ownMember } from "../bytes/own-member.ts";
import { HyperslabError } from "../errors.ts";
import type { CodecSpec } from "../model/codec-spec.ts";
import { type DataType, dataTypeNamed, type FixedDataType, isFixedSize } from "../model/data-types/data-type.ts";

export interface NumpyDtype {
  readonly dataType: DataType;
  readonly endian: "little" | "big";
}

const SPELLING = /^([<>|=]?)([?biufcmMSUVO])([0-9]*)(\[[^\]]+\])?$/;
const STEMS: Readonly<Record<string, string>> = { i: "int", u: "uint", f: "float", c: "complex" };

/**
 * A data type spelled as in numcodecs' configurations: NumPy's `<f4`, `|u1`, `>i2`, `f4`, `<M8[ns]`, `|O`, or a name
 * such as `float64`. Elements in memory are always little-endian; `endian` is that of the spelling. An unknown spelling
 * is `invalid-data`.
 */
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
  // Sizes in bytes. NumPy has no 16-byte integer, so the name that `i16` gives is not found.
  return `${ownMember(STEMS, letter)}${8 * Number(digits)}`;
}

/** The type that a member names; undefined if the configuration omits it or has null. */
export function dtypeMember(configuration: JsonView, name: string): DataType | undefined {
  const member = givenMember(configuration, name);
  return member && parseNumpyDtype(member).dataType;
}

/** The type that a codec sees: as in NumPy, memory is viewed as another type of the same size. */
export function viewedAs(input: DataType, dtype: DataType | undefined): FixedDataType {
  const type = dtype ?? input;
  if (isFixedSize(type) && type.itemSize === input.itemSize) return type;
  throw new HyperslabError("invalid-data", `elements of ${input.name} cannot be read as ${type.name}`, {
    hint: "The dtype of the codec must match its input.",
  });
}

/** For codecs without settings; documents of Zarr v2 have the codec's own id among the members. */
export function parseNothing(configuration: JsonView): undefined {
  configuration.only(["id"]);
  return undefined;
}

/** A list of codecs as a configuration holds it: objects with a name, or bare names. */
export function parseCodecList(view: JsonView): readonly CodecSpec[] {
  return view.items().map((item) => {
    if (item.node.type === "string") return { name: item.string(), configuration: jsonObject([]) };
    item.only(["name", "configuration", "must_understand"]);
    item.get("must_understand")?.boolean();
    const configuration = item.get("configuration")?.object() ?? jsonObject([]);
    return { name: item.required("name").string(), configuration };
  });
}

/**
 * A setting of the encoder, such as a level. In a document, values outside the codec's range are clamped, because they
 * say nothing about the stored bytes: zstd itself reads level 100 as 22. A caller's are refused.
 */
export function encoderSetting(configuration: JsonView, name: string, least: number, most: number): number | undefined {
  const member = givenMember(configuration, name);
  return member && inRange(member, least, most);
}

/** The same for a member that is present. */
export function inRange(member: JsonView, least: number, most: number): number {
  const isStored = member.node.offset >= 0;
  return isStored ? Math.min(Math.max(member.integer(), least), most) : member.integer(least, most);
}

/** A member of a configuration; also undefined if it is null, as Python writes for a missing option. */
export function givenMember(configuration: JsonView, name: string): JsonView | undefined {
  const member = configuration.get(name);
  return member === undefined || member.isNull() ? undefined : member;
}
