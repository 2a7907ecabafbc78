/** The values of an attribute. Its type is declared, or follows from the values. */
import type { NetcdfAttribute, NetcdfType } from "../../model/netcdf/dataset.ts";
import { cdlLimits } from "../limits.ts";
import { cdlError } from "./cdl-error.ts";
import type { Scanner } from "./scanner.ts";
import { CharacterList, stringList } from "./text-list.ts";
import { CHARACTER, COMMA, INTEGER, NAME, REAL, SEMICOLON, TEXT } from "./token-kinds.ts";
import { notNumber, numberList, realWord, type ValueList } from "./value-list.ts";

/** Reads the list at the scanner's position, up to the semicolon. */
export function readAttribute(scanner: Scanner, name: string, declared: NetcdfType | undefined): NetcdfAttribute {
  if (scanner.kind === SEMICOLON) return emptyAttribute(scanner, name, declared);
  const type = declared ?? inferredType(scanner);
  const list = newList(type);
  for (; ; scanner.next()) {
    if (scanner.isWord("_")) throw scanner.fail(scanner.start, "an attribute cannot hold the fill value _");
    if (declared === undefined && type === "char" && scanner.kind !== TEXT) throw mixed(scanner);
    if (type !== "char" && cdlLimits.attributeNumbers.isExceededBy(list.count + 1)) {
      const what = `the attribute ${name} has more than ${cdlLimits.attributeNumbers.value} values`;
      throw cdlError(scanner.text, scanner.start, what, "Make it a variable.", "unsupported");
    }
    list.take(scanner);
    if (scanner.next() !== COMMA) break;
  }
  return { name, type, values: list.values() };
}

function newList(type: NetcdfType): ValueList {
  if (type === "string") return stringList();
  return type === "char" ? new CharacterList() : numberList(type);
}

/** An empty list stands for an empty string. */
function emptyAttribute(scanner: Scanner, name: string, declared: NetcdfType | undefined): NetcdfAttribute {
  if (declared === undefined || declared === "char") return { name, type: "char", values: new Uint8Array() };
  throw scanner.fail(scanner.start, `an attribute of type ${declared} needs a value`);
}

/** Types by width: a list has the widest and, of two equally wide ones, the last. */
const WIDTHS: readonly (readonly NetcdfType[])[] = [
  ["byte", "ubyte"],
  ["short", "ushort"],
  ["int", "uint"],
  ["int64", "uint64"],
  ["float"],
  ["double"],
];

/** Scans the list and returns to its beginning. */
function inferredType(scanner: Scanner): NetcdfType {
  if (scanner.kind === TEXT) return "char";
  const { start } = scanner;
  let widest: NetcdfType = "byte";
  let width = 0;
  for (; ; scanner.next()) {
    const type = constantType(scanner);
    const own = WIDTHS.findIndex((types) => types.includes(type));
    if (own >= width) [widest, width] = [type, own];
    if (scanner.next() !== COMMA) break;
  }
  scanner.moveTo(start);
  return widest;
}

function constantType(scanner: Scanner): NetcdfType {
  switch (scanner.kind) {
    case REAL:
    case CHARACTER:
      return scanner.type!;
    case INTEGER:
      return scanner.type ?? plainIntegerType(scanner);
    case NAME: {
      if (realWord(scanner) !== undefined) return scanner.raw.endsWith("f") ? "float" : "double";
      if (scanner.isWord("NIL")) throw scanner.fail(scanner.start, "NIL is a string", STRING_HINT);
      if (scanner.isWord("_")) throw scanner.fail(scanner.start, "an attribute cannot hold the fill value _");
      throw notNumber(scanner);
    }
    case TEXT:
      throw mixed(scanner);
    default:
      throw notNumber(scanner);
  }
}

/** Without a suffix the first of int, uint, int64 (if negative) and uint64 that holds the value. */
function plainIntegerType({ number }: Scanner): NetcdfType {
  if (number >= -2147483648 && number <= 2147483647) return "int";
  if (number < 0) return "int64";
  return number <= 4294967295 ? "uint" : "uint64";
}

const STRING_HINT = "Declare the type: string v:name = NIL ;";

function mixed(scanner: Scanner): Error {
  return scanner.fail(
    scanner.start,
    "an attribute holds strings or numbers, not both",
    "Declare its type to say which.",
  );
}
