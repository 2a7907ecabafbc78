export interface PageWeight {
  readonly files: number;
  /** Compressed by gzip. */
  readonly bytes: number;
  /** Of the slice that was read. */
  readonly sum: number;
}
export function pageWeights(): Promise<{ readonly hyperslab: PageWeight; readonly zarrita: PageWeight }>;
