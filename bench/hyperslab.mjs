// Times Hyperslab on the stores of peers/make.py; see rows.mjs for how it is called.
import { rm } from "node:fs/promises";
import { create, openArray } from "../dist/lib/index.js";
import { description, field, main, STORES, sum, time } from "./rows.mjs";

const open = (dir, store) => openArray(`${dir}/${store}.zarr`);

const read = (store) => async (dir, rounds) => {
  const array = await open(dir, store);
  const { seconds, result } = await time(rounds, () => array.read());
  return { seconds, total: sum(result.data) };
};

const readInto = (store) => async (dir, rounds) => {
  const array = await open(dir, store);
  const into = new Float32Array(array.size);
  const { seconds, result } = await time(rounds, () => array.read(undefined, { into }));
  return { seconds, total: sum(result.data) };
};

const points = async (dir, rounds) => {
  const array = await open(dir, "v3-shard");
  const chosen = description(dir).points;
  const { seconds, result } = await time(rounds, async () => {
    let total = 0;
    for (const point of chosen) total += await array.item(point);
    return total;
  });
  return { seconds, total: result };
};

const column = async (dir, rounds) => {
  const array = await open(dir, "v3-shard");
  const at = [null, ...description(dir).column];
  const { seconds, result } = await time(rounds, () => array.read(at));
  return { seconds, total: sum(result.data) };
};

const write = (store) => async (dir, rounds) => {
  const source = await open(dir, store);
  const [steps, rows, columns] = source.shape;
  const data = field(dir).subarray(0, steps * rows * columns);
  const out = `${dir}/out-hyperslab.zarr`;
  const prepare = async () => {
    await rm(out, { recursive: true, force: true });
    return emptyLike(source, out);
  };
  const { seconds } = await time(rounds, (array) => array.write(undefined, data), prepare);
  await rm(out, { recursive: true, force: true });
  return { seconds, total: 0 };
};

/** An array laid out as `source`, without its chunks. */
function emptyLike(source, out) {
  const codecs = source.codecs.map((spec) => ({ name: spec.name, configuration: plain(spec.configuration) }));
  const sharding = codecs.find((codec) => codec.name === "sharding_indexed");
  return create(out, {
    shape: source.shape,
    dtype: source.dtype,
    chunks: source.chunks,
    ...(sharding === undefined ? { codecs } : { shards: source.shards, codecs: sharding.configuration.codecs }),
    format: source.hierarchy.format,
  });
}

function plain(node) {
  if (node.type === "object") return Object.fromEntries([...node.members].map(([name, value]) => [name, plain(value)]));
  if (node.type === "array") return node.items.map(plain);
  if (node.type === "number") return Number(node.text);
  return node.type === "null" ? null : node.value;
}

await main("hyperslab", {
  ...Object.fromEntries(STORES.map((store) => [`read ${store}`, read(store)])),
  "read into v3-raw": readInto("v3-raw"),
  "read into v2-blosc": readInto("v2-blosc"),
  "points v3-shard": points,
  "column v3-shard": column,
  ...Object.fromEntries(STORES.map((store) => [`write ${store}`, write(store)])),
});
