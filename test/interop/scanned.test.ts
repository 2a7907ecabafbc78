/**
 * References to the foreign files of the fixtures, as scan writes them: other readers of references read the values that the native
 * peer recorded, or refuse. What they refuse, and why, is in docs/scan.md.
 */
import { afterAll, beforeAll, describe, test } from "vitest";
import { ensureEnvironment, pythonOf } from "../../scripts/peers/environments.mjs";
import { scratchFolder } from "../scratch-folder.ts";
import { type LinePeer, startLinePeer } from "./line-peer.ts";
import { expectScanned, type ScannedAnswer } from "./scanned-sets.ts";

/** Arrays that each peer must read at least: others have codecs or types that it lacks. */
const LEAST: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  fsspec: { hdf5: 600, netcdf3: 500, fits: 15, tiff: 88 },
  xarray: { hdf5: 100, netcdf3: 400, tiff: 86 },
  virtualizarr: { hdf5: 100, netcdf3: 400, tiff: 35 },
};
/** VirtualiZarr takes the Base64 of a fill value of texts, as Zarr v2 spells it, for the text itself. */
const WRONG: Readonly<Record<string, RegExp>> = { virtualizarr: /^fills-\w+\.h5: s$/ };

let peer: LinePeer<ScannedAnswer>;
beforeAll(() => {
  peer = startLinePeer<ScannedAnswer>(pythonOf("kerchunk"), ["test/interop/scanned_peer.py"]);
});
afterAll(() => peer?.close());

const cases = Object.entries(LEAST).flatMap(([name, formats]) =>
  Object.entries(formats).map(([format, least]) => [name, format, least] as const),
);

test.each(cases)("%s reads %s", (name, format, least) => compare(peer, name, format, least));

test("fsspec reads grib with kerchunk's codec, which is ecCodes", async () => {
  const own = startLinePeer<ScannedAnswer>(ensureEnvironment("grib"), ["test/interop/scanned_peer.py"]);
  try {
    await compare(own, "fsspec", "grib", 40);
  } finally {
    own.close();
  }
});

/** GDAL of rasterio reads JSON, that of pyogrio Parquet, slowly; neither has a decoder of GRIB for references. */
const GDAL_LEAST: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ".json": { hdf5: 1300, netcdf3: 549, fits: 14, tiff: 83 },
  ".parq": { hdf5: 160, netcdf3: 53, fits: 13, tiff: 57 },
};

describe.each([
  [".json", "rasterio"],
  [".parq", "pyogrio"],
] as const)("GDAL reads %s", (ending, library) => {
  let gdal: LinePeer<{ readonly arrays?: ScannedAnswer; readonly error?: string }>;
  beforeAll(() => {
    gdal = startLinePeer(ensureEnvironment("gdal"), ["test/interop/gdal_peer.py", library]);
  });
  afterAll(() => gdal?.close());

  test.each(Object.entries(GDAL_LEAST[ending]!))("%s", async (format, least) => {
    await expectScanned({
      format,
      least,
      folder: scratchFolder(),
      ending,
      perFile: ending === ".parq" ? 2 : undefined,
      read: async (set, names) => {
        // Named as references: GDAL recognises JSON sets only by documents at their very beginning.
        const path = ending === ".json" ? `ZARR:"/vsikerchunk_json_ref/{${set}}"` : `ZARR:"${set}"`;
        const { arrays, error = "" } = await gdal.ask({ path, names, digests: true });
        return arrays ?? Object.fromEntries(names.map((name) => [name, error]));
      },
    });
  });
});

async function compare(asked: LinePeer<ScannedAnswer>, name: string, format: string, least: number): Promise<void> {
  await expectScanned({
    format,
    least,
    folder: scratchFolder(),
    ending: ".json",
    wrong: WRONG[name],
    read: (path, names) => asked.ask({ peer: name, path, names }),
  });
}
