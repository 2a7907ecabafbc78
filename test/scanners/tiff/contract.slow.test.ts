/** What tifffile and GDAL read from TIFF files of every kind is what we read. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { open, openArray } from "../../../src/index.ts";
import { describeScanner } from "../../contracts/scanner-contract.ts";
import { ARCHIVE, tiffFolder, tiffTruth } from "./truth.ts";

const decoded = Object.entries(tiffTruth).filter(([, { arrays }]) => arrays !== undefined);
/** Cut off at every step: one of each kind of layout, or the suite would take minutes. */
const CUT =
  /^(type_u2|zlib_u1|rgb|bits_12|ccitt(rle_edges|_g3_2d_edges|_g4_tiles_noise)|stack|unequal|subifds|ome|imagej|gdal_(band|sparse|mask)|cog)/;

describeScanner("tiff", {
  archive: ARCHIVE,
  // Coordinates are compared in metadata.test.ts.
  files: decoded
    .filter(([name]) => !name.startsWith("meta_"))
    .map(([name, { arrays = {} }]) => ({
      file: `${name}.tif`,
      arrays: Object.fromEntries(
        Object.entries(arrays).map(([path, { dtype, shape, sha256 }]) => [path, { dataType: dtype, shape, sha256 }]),
      ),
    })),
  cuts: 12,
  isCut: ({ file }) => CUT.test(file),
});

test("there are enough files", () => expect(decoded.length).toBeGreaterThan(60));

test.each(Object.entries(tiffTruth).filter(([, { undecoded }]) => undecoded !== undefined))(
  "%s: listed, and refused by name when values are read",
  async (name, { shape }) => {
    const file = join(tiffFolder, `${name}.tif`);
    const array = await openArray(`${file}::0`);
    expect(array.shape).toEqual(shape);
    expect(array.hierarchy.notes).toHaveLength(1);
    await expect(array.read()).rejects.toMatchObject({ code: "unsupported" });
  },
);

test.each(Object.entries(tiffTruth).filter(([, { multiscale }]) => multiscale !== undefined))(
  "%s: overviews are a multiscale group",
  async (name, { multiscale }) => {
    const root = await open(join(tiffFolder, `${name}.tif`));
    const { multiscales } = root.attributes as { multiscales: { datasets: unknown[] }[] };
    expect(multiscales[0]!.datasets).toHaveLength(multiscale!);
  },
);
