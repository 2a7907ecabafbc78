/** The packings of GRIB2, by the number of their template in section 5 (code table 5.0). */

export interface Packing {
  readonly name: string;
  /** Whether its values can be decoded. */
  readonly isDecoded: boolean;
}

export const PACKINGS: ReadonlyMap<number, Packing> = new Map(
  (
    [
      [0, "simple", true],
      [1, "matrix values", false],
      [2, "complex", true],
      [3, "complex with spatial differences of order 1 and 2", true],
      [4, "IEEE floats of 32 and 64 bits", true],
      [40, "JPEG 2000", true],
      [41, "PNG", true],
      [42, "CCSDS", true],
      [50, "spectral, simple", false],
      [51, "spectral, complex", false],
      [53, "spectral, bi-Fourier", false],
      [61, "logarithmic", false],
      [200, "run length", true],
    ] as const
  ).map(([template, name, isDecoded]) => [template, { name, isDecoded }]),
);
