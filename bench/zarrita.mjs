// Times zarrita on the stores of peers/make.py: node bench/zarrita.mjs DIR [--rounds N] [--ops FILTER]
import { readFile, rm } from "node:fs/promises";
import FileSystemStore from "@zarrita/storage/fs";
import * as zarr from "zarrita";
import { description, failed, field, parseArguments, report, STORES, sum, time } from "./rows.mjs";

const { dir, rounds, ops } = parseArguments(process.argv.slice(2));
const wants = (op) => ops === "" || op.includes(ops);
const open = (name) => zarr.open(new FileSystemStore(`${dir}/${name}.zarr`), { kind: "array" });
const attempt = async (op, run) => {
  if (!wants(op)) return;
  try {
    const { seconds, total } = await run();
    report("zarrita", op, seconds, total);
  } catch (error) {
    failed("zarrita", op, error);
  }
};

for (const store of STORES) {
  await attempt(`read ${store}`, async () => {
    const array = await open(store);
    const { seconds, result } = await time(rounds, () => zarr.get(array));
    return { seconds, total: sum(result.data) };
  });
}
await attempt("points v3-shard", async () => {
  const array = await open("v3-shard");
  const { points } = description(dir);
  const { seconds, result } = await time(rounds, async () => {
    let total = 0;
    for (const point of points) total += await zarr.get(array, point);
    return total;
  });
  return { seconds, total: result };
});
await attempt("column v3-shard", async () => {
  const array = await open("v3-shard");
  const at = [null, ...description(dir).column];
  const { seconds, result } = await time(rounds, () => zarr.get(array, at));
  return { seconds, total: sum(result.data) };
});

if (wants("write")) {
  const values = field(dir);
  const out = `${dir}/out-zarrita.zarr`;
  for (const store of STORES) {
    await attempt(`write ${store}`, async () => {
      const document = JSON.parse(await readFile(`${dir}/${store}.zarr/zarr.json`, "utf8"));
      if (document.codecs.some((codec) => codec.name === "sharding_indexed")) throw new Error("cannot write shards");
      const shape = document.shape;
      const data = values.subarray(0, shape[0] * shape[1] * shape[2]);
      const prepare = async () => {
        await rm(out, { recursive: true, force: true });
        const chunkShape = document.chunk_grid.configuration.chunk_shape;
        return zarr.create(new FileSystemStore(out), { shape, chunkShape, dtype: "float32", codecs: document.codecs });
      };
      const chunk = { data, shape, stride: [shape[1] * shape[2], shape[2], 1] };
      const { seconds } = await time(rounds, (array) => zarr.set(array, null, chunk), prepare);
      return { seconds, total: 0 };
    });
  }
  await rm(out, { recursive: true, force: true });
}
