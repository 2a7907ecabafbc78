/**
 * Scanners read the structure of a foreign file, and locate its values. A scanner reads few ranges, trusts no count or
 * offset of the file, and represents everything or reports what it left out.
 */
import type { ByteSource } from "../bytes/source/byte-source.ts";
import type { Magic } from "../bytes/source/magic.ts";
import type { ErrorPlace } from "../errors.ts";
import type { CodecSpec } from "../model/codec-spec.ts";
import type { VirtualDataset } from "../model/virtual/virtual-dataset.ts";

/** The input of a scanner. */
export interface ScanInput {
  /** The file. All reads are of one version of it. */
  readonly source: ByteSource;
  /** Where it is, for messages. */
  readonly place: ErrorPlace;
  /** The last part of its address, because some formats keep information there. */
  readonly name: string;
  /**
   * Opens a file that this one refers to, by an address or by a path relative to this file's directory. Files that the
   * caller does not allow are refused with `not-allowed`. Missing if the location of other files is unknown.
   */
  readonly openSource?: ((address: string) => Promise<ByteSource>) | undefined;
  /** Decodes bytes of the file that codecs encoded, to this length. */
  readonly decode?: DecodeBytes | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type DecodeBytes = (stored: Uint8Array, codecs: readonly CodecSpec[], length: number) => Promise<Uint8Array>;

/** The code of a scanner. */
export interface Scanner {
  /** Returns undefined if the file is proven not to be of this kind. A file of this kind that cannot be read is an error. */
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
  /** Where xarray and netCDF look for the mask of an array; undefined if they do not read such files. */
  readonly masks?: "typed-attribute" | undefined;
  /** Loads the code. */
  load(): Promise<Scanner>;
}
