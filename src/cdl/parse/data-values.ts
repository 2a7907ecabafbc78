/**
 * The values of a variable. They come in C order; the last may be missing. Dimensions that may grow, except the first,
 * have their values in braces, one list per preceding position.
 */
import type { NetcdfValues } from "../../model/netcdf/dataset.ts";
import { braceLevels, fillOf, type VariableDraft } from "./draft.ts";
import type { Scanner } from "./scanner.ts";
import { CharacterList, stringList } from "./text-list.ts";
import { CLOSE, COMMA, END, OPEN, SEMICOLON } from "./token-kinds.ts";
import { numberList, type ValueList } from "./value-list.ts";

/** Reads the list at the scanner's position, up to the semicolon, and grows the dimensions as needed. */
export function readData(scanner: Scanner, variable: VariableDraft): void {
  const offset = scanner.start;
  let reader = new DataReader(scanner, variable, false);
  if ((!reader.read() || reader.exceedsListed()) && variable.type === "char") {
    scanner.moveTo(offset);
    const joined = new DataReader(scanner, variable, true);
    if (joined.read() && (reader.surplus !== undefined || !joined.exceedsListed())) reader = joined;
  }
  if (reader.surplus !== undefined) {
    const capacity = reader.capacities[0]!;
    throw scanner.fail(
      reader.surplus,
      `too many values for ${variable.name}, which holds ${capacity}`,
      "Remove values, or declare longer dimensions.",
    );
  }
  reader.grow();
  variable.data = { offset, values: reader.values(), counts: reader.counts };
}

class DataReader {
  readonly counts: readonly number[][];
  /** The most items that a list of each level can hold. */
  readonly capacities: readonly number[];
  /** The position of the first value that does not fit. */
  surplus: number | undefined;
  readonly #scanner: Scanner;
  readonly #variable: VariableDraft;
  readonly #levels: readonly number[];
  readonly #list: ValueList;

  constructor(scanner: Scanner, variable: VariableDraft, joinLines: boolean) {
    this.#scanner = scanner;
    this.#variable = variable;
    this.#levels = braceLevels(variable.dimensions);
    this.counts = this.#levels.map(() => []);
    this.capacities = this.#levels.map((from, level) => {
      const isOpen = variable.dimensions[from]?.unlimited === true && this.#unit(level) > 0;
      return isOpen ? Number.POSITIVE_INFINITY : this.#unit(level) * (variable.dimensions[from]?.length ?? 1);
    });
    this.#list = this.#newList(joinLines);
  }

  /** Returns false if there are more values than fit; reading then stops. */
  read(): boolean {
    if (!this.#readLevel(0)) return false;
    if (this.#scanner.kind === SEMICOLON) return true;
    const hint = this.#scanner.kind === OPEN ? this.#braceHint() : undefined;
    throw this.#scanner.fail(this.#scanner.start, `expected , or ; but found ${this.#scanner.shown}`, hint);
  }

  /** Whether there are more records than ncdump listed. If so, strings that continue a row were taken for rows. */
  exceedsListed(): boolean {
    const [first] = this.#variable.dimensions;
    return first?.listed !== undefined && this.counts[0]!.some((count) => count > first.listed! * this.#unit(0));
  }

  values(): NetcdfValues {
    return this.#list.values();
  }

  /** Dimensions that may grow become as long as the longest list requires. */
  grow(): void {
    this.#levels.forEach((from, level) => {
      const dimension = this.#variable.dimensions[from];
      if (dimension?.unlimited !== true) return;
      const unit = this.#unit(level);
      for (const count of this.counts[level]!) {
        dimension.length = Math.max(dimension.length, count === 0 ? 0 : Math.ceil(count / unit));
      }
    });
  }

  /** Items of a level per position of its first dimension. */
  #unit(level: number): number {
    const { dimensions } = this.#variable;
    return dimensions
      .slice(this.#levels[level]! + 1, this.#levels[level + 1] ?? dimensions.length)
      .reduce((product, { length }) => product * length, 1);
  }

  #newList(joinLines: boolean): ValueList {
    const { type, dimensions } = this.#variable;
    const fill = fillOf(this.#variable);
    if (type === "string") return stringList(fill);
    if (type !== "char") return numberList(type, fill);
    const hasRows = dimensions.length - 1 > this.#levels.at(-1)!;
    return new CharacterList({
      row: hasRows ? dimensions.at(-1)!.length : 0,
      fill: Number(fill),
      joinLines,
      emptyIsFill: true,
    });
  }

  #readLevel(level: number): boolean {
    const scanner = this.#scanner;
    if (level === this.#levels.length - 1) return this.#readValues(level);
    const capacity = this.capacities[level]!;
    let count = 0;
    for (; ; scanner.next()) {
      scanner.expect(OPEN, "{", this.#braceHint());
      if (count === capacity) return this.#stop();
      scanner.next();
      count += 1;
      if (!this.#readLevel(level + 1)) return false;
      scanner.expect(CLOSE, ", or }");
      if (scanner.next() !== COMMA) break;
    }
    this.counts[level]!.push(count);
    return true;
  }

  /** The innermost lists: almost all of the work. */
  #readValues(level: number): boolean {
    const scanner = this.#scanner;
    const list = this.#list;
    const first = list.count;
    const most = first + this.capacities[level]!;
    if (level > 0 && scanner.kind === CLOSE) {
      this.counts[level]!.push(0);
      return true;
    }
    for (; ; scanner.next()) {
      if (list.count >= most && list.isUnfinished !== true) return this.#stop();
      if (scanner.kind === OPEN) throw scanner.fail(scanner.start, "expected a value but found {", this.#braceHint());
      list.take(scanner);
      if (list.count > most) return this.#stop();
      if (scanner.next() !== COMMA) break;
    }
    this.counts[level]!.push(list.count - first);
    return true;
  }

  #stop(): boolean {
    if (this.#scanner.kind === END) throw this.#scanner.fail(this.#scanner.start, "the text ends in a list of values");
    this.surplus = this.#scanner.start;
    return false;
  }

  #braceHint(): string {
    const depth = this.#levels.length - 1;
    return depth === 0
      ? "Braces are only for values along UNLIMITED dimensions that are not the first."
      : `${this.#variable.name} needs ${depth} level(s) of braces: one per UNLIMITED dimension that is not the first.`;
  }
}
