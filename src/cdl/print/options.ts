/** How CDL is printed; the letters are ncdump's. */

/** Where indices in comments begin and which comes first: at 0 and the slowest (`c`), or at 1 and the fastest (`fortran`). */
export type IndexStyle = "c" | "fortran";

/** The form of CDL. */
export interface CdlForm {
  /** The longest line of values (`-l`); default 80. */
  readonly lineLength?: number | undefined;
  /** Significant digits of floats and doubles (`-p`); default 7 and 15. If given, they also replace `C_format`. */
  readonly floatDigits?: number | undefined;
  readonly doubleDigits?: number | undefined;
  /** Add a comment with the indices before each row (`-b`). */
  readonly brief?: IndexStyle | undefined;
  /** Add a comment with the indices after each value (`-f`). */
  readonly full?: IndexStyle | undefined;
  /** Include the special attributes (`-s`). */
  readonly special?: boolean | undefined;
  /** With the special attributes: list every filter in `_Filter`, by its HDF5 number (`-F`). */
  readonly filters?: boolean | undefined;
  /** Line breaks in characters of attributes also break the line of CDL, as in ncdump's output of the classic model. */
  readonly classicLines?: boolean | undefined;
  /** Print values of time variables as dates (`-t`, or `-i` with a T before the hour). */
  readonly times?: "text" | "iso" | undefined;
}

/** ncdump's defaults. */
export const FLOAT_DIGITS = 7;
export const DOUBLE_DIGITS = 15;
export const LINE_LENGTH = 80;
