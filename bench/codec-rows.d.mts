/** A codec with its configuration, the data that it is fed, and how each contestant spells it. */
export interface CodecRow {
  readonly name: string;
  readonly data: string;
  readonly codec: { readonly name: string; readonly configuration: object };
  readonly numcodecs?: { readonly id: string };
  readonly javascript?: { readonly id: string };
}
export const ROWS: readonly CodecRow[];
