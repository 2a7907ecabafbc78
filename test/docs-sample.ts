/** The data that the documents speak of: data.zarr (Zarr v3), the same as an archive, old.zarr (Zarr v2), .npy files. */
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copy, create, exportArray, type NdArray } from "../src/index.ts";

export async function makeDocsSample(folder: string): Promise<void> {
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
  const time = await root.create("time", { shape: [8], dtype: "datetime64[h]", dims: ["time"] });
  await time.write([0], "2026-01-31T12");
  const names = await root.create("names", { shape: [3], dtype: "string" });
  await names.write(undefined, ["Bergen", "東京", "São Paulo"]);
  const count = await root.create("count", { shape: [2], dtype: "int64" });
  await count.write(undefined, [1n, 2n ** 40n]);
  await root.consolidate();
  await copy(data, join(folder, "old.zarr"), { format: "zarr2" });
  await copy(data, join(folder, "data.zip"));
  cpSync(data, join(folder, "era5.zarr"), { recursive: true });
  await saveNpy(t2m, "...", join(folder, "measured.npy"));
  await saveNpy(t2m, "0, 10:12", join(folder, "block.npy"));
  await saveNpy(t2m, "0:2", join(folder, "january.npy"));
}

async function saveNpy(array: NdArray, selection: string, file: string): Promise<void> {
  const parts: Uint8Array[] = [];
  for await (const part of exportArray(array, { format: "npy", selection })) parts.push(part);
  writeFileSync(file, Buffer.concat(parts));
}
