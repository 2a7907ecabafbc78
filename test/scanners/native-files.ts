/** Every foreign file among the fixtures whose values its native peer recorded, in one shape for suites that open them all. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect } from "vitest";
import type { Group, NdArray } from "../../src/index.ts";
import type { ExpectedArray, ExpectedFile } from "../contracts/scanner-contract.ts";
import { unpack } from "../fixture-sets.ts";
import { tiffFolder, tiffTruth } from "./tiff/truth.ts";

export interface NativeArray {
  readonly shape: readonly number[];
  /** Of the little-endian elements in C order. */
  readonly sha256?: string;
  /** Items of variable length, as JSON says them. */
  readonly items?: readonly unknown[];
}

export interface NativeFile {
  /** The format that reads it. */
  readonly format: string;
  /** The folder it lies in. */
  readonly folder: string;
  readonly file: string;
  readonly arrays: Readonly<Record<string, NativeArray>>;
}

/** A path of its own, since several archives have files of one name. */
export const pathOf = ({ format, folder, file }: NativeFile): string => `${format}/${basename(folder)}/${file}`;

const json = <T>(path: string): T => JSON.parse(readFileSync(path, "utf8"));

export function nativeFiles(): readonly NativeFile[] {
  const h5py = unpack("fixtures/hdf5/h5py.tar.gz");
  const conversions = unpack("fixtures/hdf5/conversions.tar.gz");
  const numpy = json<ExpectedFile[]>("fixtures/numpy/expected.json");
  return [
    ...recorded("hdf5", h5py, json<{ files: ExpectedFile[] }>(join(h5py, "expected.json")).files),
    ...recorded("hdf5", conversions, json<{ files: ExpectedFile[] }>(join(conversions, "expected.json")).files),
    ...recorded("netcdf3", unpack("fixtures/netcdf3/files.tar.gz"), json("fixtures/netcdf3/expected.json")),
    ...recorded("fits", unpack("fixtures/fits/files.tar.gz"), json("fixtures/fits/expected.json")),
    ...["npy", "npz"].flatMap((name) =>
      recorded(
        name,
        unpack("fixtures/numpy/files.tar.gz"),
        numpy.filter(({ file }) => file.endsWith(`.${name}`)),
      ),
    ),
    ...Object.entries(tiffTruth).flatMap(([name, { arrays }]) =>
      arrays === undefined ? [] : [{ format: "tiff", folder: tiffFolder, file: `${name}.tif`, arrays }],
    ),
    ...gribFiles(),
  ];
}

/** Files whose values lie in others next to them. */
export interface DescribedFile extends NativeFile {
  /** Names of those files, in the same folder. */
  readonly others: readonly string[];
}

/** DMR++ documents, with the HDF5 files that they describe. */
export function describedFiles(): readonly DescribedFile[] {
  const folder = unpack("fixtures/dmrpp/dmrpp.tar.gz");
  const { files } = json<{ files: ExpectedFile[] }>(join(folder, "expected.json"));
  const others = readdirSync(folder).filter((name) => name.endsWith(".h5"));
  return recorded(
    "dmrpp",
    folder,
    files.map((file) => ({ ...file, withOthers: false })),
  ).map((file) => ({ ...file, others }));
}

/** The file and its neighbours, by name. */
export function withNeighbours({ folder, file, others }: DescribedFile): [string, Uint8Array][] {
  return [file, ...others].map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]);
}

function recorded(format: string, folder: string, files: readonly ExpectedFile[]): readonly NativeFile[] {
  return files
    .filter(({ withOthers }) => withOthers !== true)
    .map(({ file, arrays }) => ({
      format,
      folder,
      file,
      arrays: Object.fromEntries(
        Object.entries(arrays).flatMap(([path, array]) => {
          const native = nativeArray(array);
          return native === undefined ? [] : [[path, native]];
        }),
      ),
    }));
}

function nativeArray({ shape, values, sha256 }: ExpectedArray): NativeArray | undefined {
  if (sha256 !== undefined) return { shape, sha256 };
  if (typeof values === "string") return { shape, sha256: hashOf(Buffer.from(values, "base64")) };
  return values === undefined ? undefined : { shape, items: values };
}

interface GribTruth {
  readonly datasets?: Readonly<
    Record<string, { readonly variables: Readonly<Record<string, { shape: number[]; sha256: string }>> }>
  >;
}

function gribFiles(): readonly NativeFile[] {
  const folder = unpack("fixtures/grib/grib.tar.gz");
  const truth = json<Record<string, GribTruth>>(join(folder, "truth.json"));
  return Object.entries(truth).flatMap(([name, { datasets }]) => {
    if (datasets === undefined) return [];
    const arrays = Object.entries(datasets).flatMap(([group, { variables }]) =>
      Object.entries(variables).map(([path, { shape, sha256 }]) => [
        group === "" ? path : `${group}/${path}`,
        { shape, sha256 },
      ]),
    );
    return [{ format: "grib", folder, file: `${name}.grib`, arrays: Object.fromEntries(arrays) }];
  });
}

export function bytesOf({ folder, file }: NativeFile): Uint8Array {
  return new Uint8Array(readFileSync(join(folder, file)));
}

/** Compares every array that the peer recorded; items of variable length are compared in the contract suite. */
export async function expectNative(root: Group | NdArray, { format, file, arrays }: NativeFile): Promise<void> {
  expect(root.hierarchy.format, file).toBe(format);
  for (const [path, { shape, sha256 }] of Object.entries(arrays)) {
    const array = root.kind === "array" ? root : await root.openArray(path);
    expect(array.shape, `${file}: ${path}`).toEqual(shape);
    if (sha256 === undefined) continue;
    const { data } = await array.read(undefined, { as: "bytes" });
    expect(hashOf(data as Uint8Array), `${file}: ${path}`).toBe(sha256);
  }
}

export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
