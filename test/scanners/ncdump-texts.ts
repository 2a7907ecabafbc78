/** Every netCDF-3, netCDF-4 and HDF5 file among the fixtures, and what ncdump prints of it. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DumpOptions, dumpBytes, isHyperslabError } from "../../src/index.ts";
import { unpack } from "../fixture-sets.ts";

/** By option of ncdump, the start of the hash of its text. */
export type RecordedTexts = Readonly<Record<string, string>>;

const recorded: Readonly<Record<string, RecordedTexts>> = JSON.parse(readFileSync("fixtures/hdf5/ncdump.json", "utf8"));

export interface DumpedFile {
  /** The archive and the path in it. */
  readonly name: string;
  readonly path: string;
  /** The variable of `-v`. */
  readonly variable: string | undefined;
  readonly texts: RecordedTexts;
}

export const dumpedFiles: readonly DumpedFile[] = Object.entries(recorded).map(([name, { variable, ...texts }]) => {
  const [archive = "", file = ""] = name.split(" ");
  return { name, path: join(unpack(`fixtures/${archive}.tar.gz`), file), variable, texts };
});

/** The options of ncdump in ncdump-texts.mjs. */
export function dumpOptions(option: string, { variable = "" }: DumpedFile): DumpOptions {
  const options: Readonly<Record<string, DumpOptions>> = {
    "": {},
    "-h": { header: true },
    "-hs": { header: true, special: true },
    "-t": { times: "text" },
    "-c": { coordinates: true },
    "-v": { variables: [variable] },
    "-x": { as: "ncml" },
  };
  return options[option]!;
}

/** Where ours is another text than ncdump's, by file and option, with the reason (docs/formats/cdl.md). */
const DIFFERENCES: readonly (readonly [RegExp, string])[] = [
  [
    /^hdf5\/h5py (array_types|bitfields|booleans|complexes|compounds\w*|enums|opaques|references|rows\w*|shared|sizes|superblock)-/,
    "ncdump leaves out datasets and attributes of types that have no name",
  ],
  [
    /^hdf5\/structures (arrays_of_others|bits|enums|fill_times|nbit_types|paddings|rich_attributes|rows_of_types|shared_\w+|sizes_\w+|tags)-/,
    "ncdump leaves out datasets and attributes of types that have no name",
  ],
  [/^hdf5\/h5py bfloats\.h5/, "ncdump shows floats of 16 bits as float"],
  [/^hdf5\/structures precisions-/, "ncdump loses the sign of big-endian integers of 24 bits"],
  [/^hdf5\/structures external_chains-\w+\.d\/b\.h5/, "files above the directory of the file must be allowed"],
  [/^hdf5\/h5py float80-/, "ncdump takes floats of 80 bits for strings; ours leaves them out with a note"],
  [/^hdf5\/h5py scalars-/, "ncdump takes a dataset without a dataspace for a scalar, and cannot read it"],
  [/^hdf5\/h5py virtual(_loop)?-/, "the sources of virtual datasets are missing, or not supported"],
  [/^netcdf3\/files stream-/, "netCDF-C takes the mark of a stream for the number of records"],
  [/^netcdf3\/files numbers\.nc -x$/, "ncdump's NcML takes integers of 64 bits for doubles"],
];

export function differenceOf(name: string, option: string): string | undefined {
  return DIFFERENCES.find(([pattern]) => pattern.test(`${name} ${option}`))?.[1];
}

/** The text, or the error. */
export async function dumpText(path: string, options: DumpOptions): Promise<string> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of dumpBytes(path, options)) pieces.push(piece);
  } catch (error) {
    if (isHyperslabError(error)) return String(error);
    throw error;
  }
  return Buffer.concat(pieces).toString("latin1");
}

/** As in ncdump-texts.mjs. */
export function textHash(text: string): string {
  const placeless = text.replace(/ location="[^"]*"/, "");
  return createHash("sha256").update(placeless, "latin1").digest("hex").slice(0, 16);
}
