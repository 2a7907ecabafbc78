/** Characters and strings as values. */

import type { NetcdfValues } from "../../model/netcdf/dataset.ts";
import { decodeNetcdfText } from "../../model/netcdf/text.ts";
import type { Scanner } from "./scanner.ts";
import { CHARACTER, TEXT } from "./token-kinds.ts";
import type { FillValue, ValueList } from "./value-list.ts";

const FIRST_ROOM = 64;
const NEWLINE = 0x0a;

/** Strings, and null for NIL. `fill` is the meaning of `_`; without it `_` is refused. */
export function stringList(fill?: FillValue): ValueList {
  const texts: (string | null)[] = [];
  return {
    get count() {
      return texts.length;
    },
    take: (scanner) => {
      if (scanner.kind === TEXT) texts.push(decodeNetcdfText(scanner.bytes));
      else if (scanner.isWord("NIL")) texts.push(null);
      else if (scanner.isWord("_") && fill !== undefined) texts.push(fill === null ? null : String(fill));
      else throw notText(scanner);
    },
    values: () => texts,
  };
}

export interface CharacterOptions {
  /** Length of the last dimension, if there are others before it: each string fills whole rows. */
  readonly row?: number;
  /** The value that rows are padded with. */
  readonly fill?: number;
  /** ncdump breaks a row after each line feed in it, so a string that ends in one continues in the next. */
  readonly joinLines?: boolean;
  /** ncgen reads an empty string as one fill value, except in attributes. */
  readonly emptyIsFill?: boolean;
}

/** Consecutive characters, as bytes. */
export class CharacterList implements ValueList {
  count = 0;
  /** Whether the next string continues the last one. */
  isUnfinished = false;
  #bytes = new Uint8Array(FIRST_ROOM);
  readonly #options: CharacterOptions;

  constructor(options: CharacterOptions = {}) {
    this.#options = options;
  }

  take(scanner: Scanner): void {
    if (scanner.kind === CHARACTER) {
      this.isUnfinished = false;
      this.#room(1)[this.count++] = scanner.number;
      return;
    }
    if (scanner.kind !== TEXT) throw notText(scanner);
    const { bytes } = scanner;
    const { row = 0, fill = 0, joinLines = false, emptyIsFill = false } = this.#options;
    const from = this.isUnfinished || row === 0 ? this.count : Math.ceil(this.count / row) * row;
    const least = emptyIsFill && !this.isUnfinished ? Math.max(1, bytes.length) : bytes.length;
    this.isUnfinished = (joinLines || row === 0) && bytes.at(-1) === NEWLINE;
    const end = from + least;
    const rowEnd = row > 0 && !this.isUnfinished ? Math.ceil(end / row) * row : end;
    const array = this.#room(rowEnd - this.count);
    array.fill(fill, this.count, rowEnd);
    array.set(bytes, from);
    this.count = rowEnd;
  }

  /** The array with room for this many more bytes. */
  #room(more: number): Uint8Array {
    if (this.count + more > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.count + more));
      larger.set(this.#bytes.subarray(0, this.count));
      this.#bytes = larger;
    }
    return this.#bytes;
  }

  values(): NetcdfValues {
    return this.#bytes.slice(0, this.count);
  }
}

function notText(scanner: Scanner): Error {
  return scanner.fail(scanner.start, `expected a string in quotation marks but found ${scanner.shown}`);
}
