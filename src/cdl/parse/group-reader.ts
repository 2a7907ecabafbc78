/** The body of a group: attributes, dimensions, variables, data and groups, in this order. */

import type { NetcdfType } from "../../model/netcdf/dataset.ts";
import { NETCDF_TYPES } from "../../model/netcdf/types.ts";
import { cdlLimits } from "../limits.ts";
import { readAttribute } from "./attribute-values.ts";
import { cdlError } from "./cdl-error.ts";
import { readData } from "./data-values.ts";
import { type DimensionDraft, type GroupDraft, groupAt, joinPath, newGroup, type VariableDraft } from "./draft.ts";
import type { Scanner } from "./scanner.ts";
import { isSpecial, specialMistake } from "./special-attributes.ts";
import { CLOSE, COLON, COMMA, EQUALS, INTEGER, LEFT, NAME, OPEN, RIGHT, SEMICOLON } from "./token-kinds.ts";
import { USER_TYPES } from "./user-types.ts";

/** Deeper groups are refused. */
const DEEPEST = 100;

const SECTIONS = ["types", "dimensions", "variables", "data", "group"] as const;
type Section = (typeof SECTIONS)[number];

/** Words for types, including those of older CDL. */
const TYPE_WORDS: ReadonlyMap<string, NetcdfType> = new Map([
  ...NETCDF_TYPES.map((type) => [type, type] as const),
  ["long", "int"],
  ["real", "float"],
]);

export class GroupReader {
  readonly #scanner: Scanner;
  readonly #group: GroupDraft;

  constructor(scanner: Scanner, group: GroupDraft) {
    this.#scanner = scanner;
    this.#group = group;
  }

  /** Reads up to the closing brace. */
  read(depth: number): void {
    const scanner = this.#scanner;
    let present: Section | undefined;
    while (scanner.kind !== CLOSE) {
      const section = SECTIONS.find((word) => scanner.isSection(word));
      if (section !== undefined) {
        const isLate = present !== undefined && SECTIONS.indexOf(section) <= SECTIONS.indexOf(present);
        if (isLate && section !== "group") {
          throw scanner.fail(scanner.start, `${section}: cannot follow ${present}:`, `The order is ${ORDER}.`);
        }
        present = section;
        scanner.next();
        scanner.next();
        if (section === "group") this.#readGroup(depth);
      } else this.#readMember(present);
    }
  }

  #readMember(section: Section | undefined): void {
    const scanner = this.#scanner;
    if (scanner.kind === COLON) {
      this.#refuseLateAttribute(section);
      this.#readAttribute(undefined, undefined);
    } else if (scanner.kind !== NAME) {
      throw scanner.fail(scanner.start, `expected a declaration or } but found ${scanner.shown}`);
    } else if (section === "data") this.#readData();
    else if (section === "group") {
      throw scanner.fail(scanner.start, `expected group: or } but found ${scanner.shown}`, `The order is ${ORDER}.`);
    } else this.#readDeclaration(section);
  }

  #readDeclaration(section: Section | undefined): void {
    const scanner = this.#scanner;
    const { start, name } = scanner;
    const type = TYPE_WORDS.get(name);
    const next = scanner.next();
    if (section === "dimensions" && next === EQUALS) this.#readDimensions(name, start);
    else if (next === COLON) {
      this.#readAttribute(type, type === undefined ? this.#variable(name, start) : undefined);
    } else this.#readTyped(section, name, start, type);
  }

  /** A variable, or an attribute with a type. */
  #readTyped(section: Section | undefined, word: string, start: number, type: NetcdfType | undefined): void {
    const scanner = this.#scanner;
    this.#refuseUserType(word, start);
    if (type === undefined) {
      const known = [...TYPE_WORDS.keys()].join(", ");
      throw scanner.fail(start, `${word} is not a type`, `Types are ${known}. ${USER_TYPES}`);
    }
    scanner.expect(NAME, "a name");
    const own = { start: scanner.start, name: scanner.name };
    if (scanner.next() === COLON) this.#readAttribute(type, this.#variable(own.name, own.start));
    else if (section === "variables") this.#readVariables(type, own.name, own.start);
    else throw scanner.fail(start, "a variable is declared outside of variables:", "Put variables: before it.");
  }

  /** `compound c {`, `opaque(4) o`, `byte enum e {`, `float(*) v` */
  #refuseUserType(word: string, start: number): void {
    const scanner = this.#scanner;
    const isEnum = scanner.isWord("enum");
    const isVlen = scanner.kind === LEFT;
    const kind = word === "compound" || word === "opaque" ? word : isEnum ? "enum" : isVlen ? "vlen" : undefined;
    if (kind === undefined) return;
    if (scanner.kind === LEFT) {
      const end = scanner.text.indexOf(RIGHT, scanner.end);
      if (end >= 0) scanner.moveTo(end + 1);
    } else if (isEnum) scanner.next();
    const name = scanner.kind === NAME ? ` ${scanner.name}` : "";
    throw cdlError(scanner.text, start, `the ${kind} type${name} is not supported`, USER_TYPES, "unsupported");
  }

  #readDimensions(first: string, firstStart: number): void {
    const scanner = this.#scanner;
    const { dimensions, path } = this.#group;
    let name = first;
    let start = firstStart;
    for (;;) {
      if (dimensions.has(name)) throw scanner.fail(start, `the dimension ${name} is declared twice`);
      scanner.next();
      const unlimited = scanner.isWord("UNLIMITED") || scanner.isWord("unlimited");
      if (!unlimited && !(scanner.kind === INTEGER && scanner.number >= 0 && Number.isSafeInteger(scanner.number))) {
        const hint = "A length is a whole number or UNLIMITED.";
        throw scanner.fail(scanner.start, `expected the length of ${name}, found ${scanner.shown}`, hint);
      }
      const listed = unlimited ? listedLength(scanner) : undefined;
      dimensions.set(name, { name, group: path, unlimited, length: unlimited ? 0 : scanner.number, listed });
      if (scanner.next() !== COMMA) break;
      scanner.next();
      scanner.expect(NAME, "a name");
      [name, start] = [scanner.name, scanner.start];
      this.#checkName(name, start);
      scanner.next();
      scanner.expect(EQUALS, "=");
    }
    scanner.expect(SEMICOLON, "; or ,");
    scanner.next();
  }

  #readVariables(type: NetcdfType, first: string, firstStart: number): void {
    const scanner = this.#scanner;
    const group = this.#group;
    let name = first;
    let start = firstStart;
    for (;;) {
      this.#checkName(name, start);
      if (group.variables.has(name)) throw scanner.fail(start, `the variable ${name} is declared twice`);
      const dimensions = scanner.kind === LEFT ? this.#dimensionList() : [];
      const path = joinPath(group.path, name);
      group.variables.set(name, { name, path, type, dimensions, attributes: new Map(), special: new Map() });
      if (scanner.kind !== COMMA) break;
      scanner.next();
      scanner.expect(NAME, "a name");
      [name, start] = [scanner.name, scanner.start];
      scanner.next();
    }
    scanner.expect(SEMICOLON, "; or ,");
    scanner.next();
  }

  #dimensionList(): readonly DimensionDraft[] {
    const scanner = this.#scanner;
    const list: DimensionDraft[] = [];
    do {
      scanner.next();
      scanner.expect(NAME, "the name of a dimension");
      const found = this.#dimension(scanner.name);
      if (found === undefined) {
        throw scanner.fail(scanner.start, `there is no dimension ${scanner.name}`, this.#dimensionHint());
      }
      if (cdlLimits.variableDimensions.isExceededBy(list.length + 1)) {
        throw scanner.fail(scanner.start, `a variable has at most ${cdlLimits.variableDimensions.value} dimensions`);
      }
      list.push(found);
    } while (scanner.next() === COMMA);
    scanner.expect(RIGHT, ") or ,");
    scanner.next();
    return list;
  }

  /** The nearest dimension of this name, or the one at a path. */
  #dimension(name: string): DimensionDraft | undefined {
    const cut = name.lastIndexOf("/");
    if (cut >= 0) return groupAt(this.#group, name.slice(0, cut))?.dimensions.get(name.slice(cut + 1));
    for (let group: GroupDraft | undefined = this.#group; group !== undefined; group = group.parent) {
      const found = group.dimensions.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #dimensionHint(): string {
    const names: string[] = [];
    for (let group: GroupDraft | undefined = this.#group; group !== undefined; group = group.parent) {
      for (const name of group.dimensions.keys()) if (names.length < 10) names.push(name);
    }
    return names.length === 0 ? "Declare it in dimensions: first." : `Declared are ${names.join(", ")}.`;
  }

  /** The scanner is at the colon. If `variable` is undefined, it is an attribute of the group. */
  #readAttribute(type: NetcdfType | undefined, variable: VariableDraft | undefined): void {
    const scanner = this.#scanner;
    scanner.next();
    scanner.expect(NAME, "the name of an attribute");
    const { name, start } = scanner;
    this.#checkName(name, start);
    const special = isSpecial(name, variable) && (variable !== undefined || this.#group.parent === undefined);
    const holder = variable ?? this.#group;
    const target = special ? holder.special : holder.attributes;
    if (target.has(name)) throw scanner.fail(start, `the attribute ${name} is given twice`);
    scanner.next();
    scanner.expect(EQUALS, "=");
    scanner.next();
    // ncdump prints the chunk sizes of a scalar without a value, semicolon or line break.
    const isUnfinished = name === "_ChunkSizes" && (scanner.kind === NAME || scanner.kind === COLON);
    if (isUnfinished && variable?.dimensions.length === 0) return;
    const isFill = name === "_FillValue" && variable !== undefined;
    const attribute = readAttribute(scanner, name, isFill ? variable.type : type);
    if (isFill && attribute.values.length !== 1) {
      throw scanner.fail(start, `_FillValue holds one value, not ${attribute.values.length}`);
    }
    const mistake = special && variable !== undefined ? specialMistake(attribute, variable) : undefined;
    if (mistake !== undefined) throw scanner.fail(start, `${name} has an invalid value`, `It holds ${mistake}.`);
    scanner.expect(SEMICOLON, "; or ,");
    scanner.next();
    target.set(name, attribute);
  }

  #refuseLateAttribute(section: Section | undefined): void {
    if (section !== "data" && section !== "group") return;
    const hint = "Attributes come before data: and group:.";
    throw this.#scanner.fail(this.#scanner.start, `an attribute follows ${section}:`, hint);
  }

  #readData(): void {
    const scanner = this.#scanner;
    const variable = this.#variable(scanner.name, scanner.start);
    if (variable.data !== undefined) throw scanner.fail(scanner.start, `${variable.name} has values already`);
    scanner.next();
    scanner.expect(EQUALS, "=");
    scanner.next();
    readData(scanner, variable);
    scanner.next();
  }

  /** A variable of this group, or the one at a path. */
  #variable(name: string, start: number): VariableDraft {
    const cut = name.lastIndexOf("/");
    const group = cut < 0 ? this.#group : groupAt(this.#group, name.slice(0, cut));
    const found = group?.variables.get(name.slice(cut + 1));
    if (found !== undefined) return found;
    const names = [...(group?.variables.keys() ?? [])].slice(0, 10);
    const hint = names.length === 0 ? "Declare it in variables: first." : `Declared are ${names.join(", ")}.`;
    throw this.#scanner.fail(start, `there is no variable ${name}`, hint);
  }

  #readGroup(depth: number): void {
    const scanner = this.#scanner;
    if (scanner.kind !== NAME)
      throw scanner.fail(scanner.start, `expected the name of a group, found ${scanner.shown}`);
    const { name, start } = scanner;
    this.#checkName(name, start);
    const { groups, variables } = this.#group;
    if (groups.has(name)) throw scanner.fail(start, `the group ${name} is declared twice`);
    if (variables.has(name)) throw scanner.fail(start, `${name} is a variable and cannot be a group too`);
    if (depth === DEEPEST) throw scanner.fail(start, `groups are nested deeper than ${DEEPEST}`);
    const group = newGroup(name, this.#group);
    groups.set(name, group);
    scanner.next();
    scanner.expect(OPEN, "{");
    scanner.next();
    new GroupReader(scanner, group).read(depth + 1);
    scanner.next();
  }

  #checkName(name: string, start: number): void {
    if (name.includes("/")) throw this.#scanner.fail(start, `a name cannot hold a slash`, "Declare it in its group.");
  }
}

/** The length in ncdump's comment. The scanner is at the `UNLIMITED` before it. */
function listedLength({ text, end }: Scanner): number | undefined {
  const [, digits] = /^ ; \/\/ \((\d{1,15}) currently\)/.exec(ASCII.decode(text.subarray(end, end + 40))) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

const ASCII = new TextDecoder("latin1");
const ORDER = "types:, dimensions:, variables:, data:, group:";
