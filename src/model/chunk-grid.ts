/**
 * How an array is cut. One kind of grid, each dimension `fixed` (every chunk the same length, the last one overhanging
 * the edge) or `varying` (a list of lengths; it may reach past the extent, and whole surplus chunks may lie beyond it).
 * How a document spells it (regular, rectilinear) is the format's affair.
 */
export type GridDimension =
  | { readonly kind: "fixed"; readonly extent: number; readonly size: number }
  | {
      readonly kind: "varying";
      readonly extent: number;
      /** Lengths of all chunks, surplus ones included. */
      readonly sizes: readonly number[];
      /** Start of each chunk, and the end of the last: one longer than `sizes`. */
      readonly starts: readonly number[];
    };

export type ChunkGrid = readonly GridDimension[];
