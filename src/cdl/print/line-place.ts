/**
 * ncdump's idea of the position in a line. It only counts what it prints as words: members of enumerations, values of
 * attributes of types that groups define, values of variables. It ignores everything else, so the count continues from
 * attribute to attribute.
 */
import { encodeNetcdfText } from "../../model/netcdf/text.ts";
import { type CdlForm, LINE_LENGTH } from "./options.ts";

/** ncdump leaves these off both ends of the line. */
export const MARGIN = 2;
/** Before text that continues on a new line. */
const CONTINUED = 4;
/** Words this short never begin a line. */
const SHORT = 2;

export class LinePlace {
  /** Bytes in the line. */
  column = 0;
  readonly #limit: number;

  constructor(form: CdlForm) {
    this.#limit = (form.lineLength ?? LINE_LENGTH) - MARGIN;
  }

  /**
   * A word that stays on one line, after a line break if it would not fit. `indent` is the number of spaces before the
   * lines of the group.
   */
  word(text: string, indent: number): string {
    const { byteLength } = encodeNetcdfText(text);
    const isBroken = byteLength + this.column > this.#limit && byteLength > SHORT;
    if (isBroken) this.column = CONTINUED + indent;
    this.column = text.endsWith("\n") ? indent : this.column + byteLength;
    return isBroken ? `\n${" ".repeat(indent + CONTINUED)}${text}` : text;
  }
}
