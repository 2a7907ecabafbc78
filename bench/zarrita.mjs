// Times zarrita on the stores of peers/make.py; see rows.mjs for how it is called.
import { readFile, rm } from "node:fs/promises";
import FileSystemStore from "@zarrita/storage/fs";
import * as zarr from "zarrita";
import { description, field, main, STORES, sum, time } from "./rows.mjs";

const open = (dir, store) => zarr.open(new FileSystemStore(`${dir}/${store}.zarr`), { kind: "array" });

const read = (store) => async (dir, rounds) => {
  const array = await open(dir, store);
  const { seconds, result } = await time(rounds, () => zarr.get(array));
  return { seconds, total: sum(result.data) };
};

const points = async (dir, rounds) => {
  const array = await open(dir, "v3-shard");
  const chosen = description(dir).points;
  const { seconds, result } = await time(rounds, async () => {
    let total = 0;
    for (const point of chosen) total += await zarr.get(array, point);
    return total;
  });
  return { seconds, total: result };
};

const column = async (dir, rounds) => {
  const array = await open(dir, "v3-shard");
  const at = [null, ...description(dir).column];
  const { seconds, result } = await time(rounds, () => zarr.get(array, at));
  return { seconds, total: sum(result.data) };
};

const write = (store) => async (dir, rounds) => {
  const document = JSON.parse(await readFile(`${dir}/${store}.zarr/zarr.json`, "utf8"));
  const { shape, codecs } = document;
  const data = field(dir).subarray(0, shape[0] * shape[1] * shape[2]);
  const out = `${dir}/out-zarrita.zarr`;
  const prepare = async () => {
    await rm(out, { recursive: true, force: true });
    const chunkShape = document.chunk_grid.configuration.chunk_shape;
    return zarr.create(new FileSystemStore(out), { shape, chunkShape, dtype: "float32", codecs });
  };
  const chunk = { data, shape, stride: [shape[1] * shape[2], shape[2], 1] };
  const { seconds } = await time(rounds, (array) => zarr.set(array, null, chunk), prepare);
  await rm(out, { recursive: true, force: true });
  return { seconds, total: 0 };
};

await main("zarrita", {
  ...Object.fromEntries(STORES.map((store) => [`read ${store}`, read(store)])),
  "points v3-shard": points,
  "column v3-shard": column,
  ...Object.fromEntries(STORES.map((store) => [`write ${store}`, write(store)])),
});
