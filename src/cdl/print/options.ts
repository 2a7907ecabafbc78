/** How CDL is printed; the letters are ncdump's. */

/** Where indices in comments begin and which comes first: at 0 and the slowest (`c`), or at 1 and the fastest (`fortran`). */
export type IndexStyle = "c" | "fortran";

/** The form of CDL. */
export interface CdlForm {
  /** The longest line of values (`-l`); 80 if absent. */
  readonly lineLength?: number | undefined;
  /** Significant digits of floats and doubles (`-p`); 7 and 15 if absent. Given ones also take the place of `C_format`. */
  readonly floatDigits?: number | undefined;
  readonly doubleDigits?: number | undefined;
  /** A comment with the indices before each row (`-b`). */
  readonly brief?: IndexStyle | undefined;
  /** A comment with the indices after each value (`-f`). */
  readonly full?: IndexStyle | undefined;
  /** The special attributes too (`-s`). */
  readonly special?: boolean | undefined;
  /** With the special attributes: every filter in `_Filter`, by its number in HDF5 (`-F`). */
  readonly filters?: boolean | undefined;
  /** Line ends in characters of attributes end the line of CDL too, as in ncdump's text of the classic model. */
  readonly classicLines?: boolean | undefined;
  /** Values of time variables as dates (`-t`, or `-i` with a T before the hour). */
  readonly times?: "text" | "iso" | undefined;
}

/** ncdump's own. */
export const FLOAT_DIGITS = 7;
export const DOUBLE_DIGITS = 15;
export const LINE_LENGTH = 80;
