/** Where the bytes of a chunk lie that is not a separate value: in the set itself, or in a file somewhere. */
export type Reference =
  | { readonly kind: "inline"; readonly bytes: Uint8Array }
  | { readonly kind: "range"; readonly url: string; readonly offset: number; readonly length: number }
  | { readonly kind: "whole"; readonly url: string };
