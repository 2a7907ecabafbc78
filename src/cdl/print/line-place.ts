/**
 * Where ncdump believes to be in a line. It counts what it puts there as words: members of enumerations, values of attributes of
 * types that groups define, values of variables. Of everything else it knows nothing, so the count goes on from attribute to
 * attribute.
 */
import { encodeNetcdfText } from "../../model/netcdf/text.ts";
import { type CdlForm, LINE_LENGTH } from "./options.ts";

/** ncdump leaves these off both ends of the line. */
export const MARGIN = 2;
/** Before what goes on in a new line. */
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

  /** A word that stays in one line: after a line break if it would not fit. `indent`: blanks before the lines of the group. */
  word(text: string, indent: number): string {
    const { byteLength } = encodeNetcdfText(text);
    const isBroken = byteLength + this.column > this.#limit && byteLength > SHORT;
    if (isBroken) this.column = CONTINUED + indent;
    this.column = text.endsWith("\n") ? indent : this.column + byteLength;
    return isBroken ? `\n${" ".repeat(indent + CONTINUED)}${text}` : text;
  }
}
