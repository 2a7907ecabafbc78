/** The data that the documents speak of: data.zarr (Zarr v3), the same as an archive, and old.zarr (Zarr v2). */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { copy, create } from "../src/index.ts";

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
}
