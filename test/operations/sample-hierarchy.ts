/** A small hierarchy with a bit of everything that reports have to show. */
import { create, type Group, type WritableFormat } from "../../src/index.ts";

export interface Sample {
  readonly store: Map<string, Uint8Array>;
  readonly root: Group;
}

export async function sampleHierarchy(format: WritableFormat): Promise<Sample> {
  const store = new Map<string, Uint8Array>();
  const attributes = { title: "a sample", version: 3n ** 40n, nested: { list: [1, null] }, nan: "@nan" };
  const root = await create(store, { format, attributes });
  const lat = await root.create("lat", {
    shape: [4],
    dtype: "float32",
    dims: ["lat"],
    attributes: { units: "degrees" },
  });
  await lat.write(undefined, [87.5, 0.1, -0, Number.NaN]);
  const time = await root.create("time", { shape: [2], dtype: "datetime64[h]", dims: ["time"], fillValue: "NaT" });
  await time.write([0], "2026-01-31T12");
  const t2m = await root.create("t2m", {
    shape: [2, 4, 3],
    dtype: "int16",
    chunks: [1, 2, 3],
    ...(format === "zarr3" ? { shards: [2, 4, 3] } : {}),
    codecs: [{ name: "gzip", configuration: { level: 5 } }],
    dims: ["time", "lat", null],
    fillValue: -1,
  });
  await t2m.write(
    undefined,
    Int16Array.from({ length: 24 }, (_, i) => i * 100),
  );
  const words = await root.create("deep/words", { shape: [2], dtype: "string", attributes: { "odd name": "a\nb" } });
  await words.write(undefined, ["plain", 'with "quotes"\t']);
  await root.create("deep/scalar", { shape: [], dtype: "int64", fillValue: 2n ** 60n });
  await root.create("deep/nothing", { shape: [3, 0], dtype: "bool" });
  // Old writers left bare words in documents, which Hyperslab reads but never writes.
  const key = format === "zarr3" ? "zarr.json" : ".zattrs";
  const text = new TextDecoder().decode(store.get(key));
  store.set(key, new TextEncoder().encode(text.replace('"@nan"', "NaN")));
  return { store, root };
}
