/**
 * The data that the documents speak of: data.zarr (Zarr v3), the same as an archive, old.zarr (Zarr v2), .npy files, data.blp, stations.cdl
 * and what gen makes of it, old.zr3, which zarr-python 2.18 wrote, repo, an Icechunk repository,
 * and months, a folder of netCDF files.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { copy, create, exportArray, gen, type NdArray } from "../src/index.ts";
import { unpackRepositories } from "./formats/icechunk/repositories.ts";
import { legacyCases } from "./formats/legacy-stores.ts";
import { untar } from "./untar.ts";

const STATIONS = `netcdf stations {
dimensions:
	station = 2 ;
	time = UNLIMITED ;
variables:
	float t(time, station) ;
		t:units = "K" ;
data:
 t = 280.5, 281, 279, 280 ;
}
`;

export async function makeDocsSample(folder: string): Promise<void> {
  const repositories = unpackRepositories("v2");
  cpSync(join(repositories, "history"), join(folder, "repo"), { recursive: true });
  rmSync(repositories, { recursive: true, force: true });
  // Beside other folders that belong together, which the documents do not speak of.
  const scanned = join(folder, "scanned");
  untar(gunzipSync(readFileSync("fixtures/scan/files.tar.gz")), scanned);
  cpSync(join(scanned, "months"), join(folder, "months"), { recursive: true });
  rmSync(scanned, { recursive: true });
  const data = join(folder, "data.zarr");
  const root = await create(data, { attributes: { title: "a sample" } });
  const dims = ["time", "lat", "lon"];
  const attributes = { units: "K" };
  const t2m = await root.create("t2m", { shape: [8, 36, 72], dtype: "float32", chunks: [8, 18, 36], dims, attributes });
  await t2m.write(
    undefined,
    Float32Array.from({ length: 8 * 36 * 72 }, (_, i) => 273.15 + (i % 50)),
  );
  const lat = await root.create("lat", { shape: [36], dtype: "float32", dims: ["lat"] });
  await lat.write(
    undefined,
    Float32Array.from({ length: 36 }, (_, i) => 87.5 - 5 * i),
  );
  const east = { units: "degrees_east" };
  const lon = await root.create("lon", { shape: [72], dtype: "float32", dims: ["lon"], attributes: east });
  await lon.write(
    undefined,
    Float32Array.from({ length: 72 }, (_, i) => 5 * i),
  );
  const time = await root.create("time", { shape: [8], dtype: "datetime64[h]", dims: ["time"] });
  const first = BigInt(Date.UTC(2026, 0, 31, 12) / 3_600_000);
  await time.write(
    undefined,
    BigInt64Array.from({ length: 8 }, (_, i) => first + 24n * BigInt(i)),
  );
  writeFileSync(join(folder, "air.bin"), new Uint8Array(4 * 6));
  const zarray = { zarr_format: 2, shape: [2, 3], chunks: [1, 3], dtype: "<f4", compressor: null, fill_value: null };
  const air = { "air/.zarray": { ...zarray, order: "C", filters: null }, "air/0.0": ["air.bin", 0, 12] };
  const refs = { ".zgroup": { zarr_format: 2 }, ...air, "air/1.0": ["air.bin", 12, 12] };
  writeFileSync(join(folder, "air.json"), JSON.stringify({ version: 1, refs }));
  const names = await root.create("names", { shape: [3], dtype: "string" });
  await names.write(undefined, ["Bergen", "東京", "São Paulo"]);
  const count = await root.create("count", { shape: [2], dtype: "int64" });
  await count.write(undefined, [1n, 2n ** 40n]);
  await root.consolidate();
  await copy(data, join(folder, "old.zarr"), { format: "zarr2" });
  await copy(data, join(folder, "data.zip"));
  cpSync(data, join(folder, "era5.zarr"), { recursive: true });
  await create(join(folder, "data.blp"), { format: "bloscpack", data: Int32Array.from({ length: 100 }, (_, i) => i) });
  writeFileSync(join(folder, "stations.cdl"), STATIONS);
  await gen(STATIONS, join(folder, "stations.zarr"), { format: "nczarr" });
  const { root: legacy, cases } = legacyCases(["3-alpha"]);
  cpSync(join(legacy, cases[0]!.path), join(folder, "old.zr3"), { recursive: true });
  await saveNpy(t2m, "...", join(folder, "measured.npy"));
  await saveNpy(t2m, "0, 10:12", join(folder, "block.npy"));
  await saveNpy(t2m, "0:2", join(folder, "january.npy"));
}

async function saveNpy(array: NdArray, selection: string, file: string): Promise<void> {
  const parts: Uint8Array[] = [];
  for await (const part of exportArray(array, { format: "npy", selection })) parts.push(part);
  writeFileSync(file, Buffer.concat(parts));
}
