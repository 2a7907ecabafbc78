/** Bytes that every file of a format has at one place. */
export interface Magic {
  /** The bytes themselves. */
  readonly bytes: Uint8Array;
  /** From the start of the file, or, if negative, from its end. */
  readonly offset: number;
}
