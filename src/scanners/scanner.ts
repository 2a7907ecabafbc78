/**
 * Scanners read the structure of a foreign file, and say where its values lie. A scanner reads few ranges, trusts no count or
 * offset of the file, and represents everything or says what it left out.
 */
import type { ByteSource } from "../bytes/source/byte-source.ts";
import type { Magic } from "../bytes/source/magic.ts";
import type { ErrorPlace } from "../errors.ts";
import type { VirtualDataset } from "../model/virtual/virtual-dataset.ts";

/** What a scanner is given. */
export interface ScanInput {
  /** The file. All reads are of one version of it. */
  readonly source: ByteSource;
  /** Where it is, for messages. */
  readonly place: ErrorPlace;
  /** The last part of its address: some formats keep facts there. */
  readonly name: string;
  /**
   * Opens a file that this one refers to, by an address or by a path from this file's directory. What the caller does not
   * allow is refused as `not-allowed`. Absent: where other files lie is not known.
   */
  readonly openSource?: ((address: string) => Promise<ByteSource>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The code of a scanner. */
export interface Scanner {
  /** Undefined: proven that the file is not of this kind. What is of this kind and cannot be read is an error. */
  scan(input: ScanInput): Promise<VirtualDataset | undefined>;
}

/** How a scanner declares itself. */
export interface ScannerDescriptor {
  /** The word for it in addresses: `netcdf3`. */
  readonly name: string;
  /** `netCDF-3` */
  readonly title: string;
  /** Other words for it. */
  readonly aliases?: readonly string[];
  /** Extensions with their dots, and bytes that mark such a file. */
  readonly file: { readonly extensions: readonly string[]; readonly magic?: readonly Magic[] };
  /** Where xarray and netCDF look for the mask of an array; absent: they do not read such files. */
  readonly masks?: "typed-attribute" | undefined;
  /** Loads the code. */
  load(): Promise<Scanner>;
}
