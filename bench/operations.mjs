// What `npm run bench` times of Hyperslab, for a given build of it. Each row opens what it needs, then runs round by round.
import { rm } from "node:fs/promises";
import { description, field, STORES, sum } from "./rows.mjs";

/** By name: `(dir) => { prepare?, run(prepared), total?(result), end?() }`. `prepare` is not timed. */
export function operationsOf({ create, openArray }) {
  const open = (dir, store) => openArray(`${dir}/${store}.zarr`);
  const total = ({ data }) => sum(data);

  const read = (store) => async (dir) => {
    const array = await open(dir, store);
    return { run: () => array.read(), total };
  };
  const readInto = (store) => async (dir) => {
    const array = await open(dir, store);
    const into = new Float32Array(array.size);
    return { run: () => array.read(undefined, { into }), total };
  };
  const points = async (dir) => {
    const array = await open(dir, "v3-shard");
    const chosen = description(dir).points;
    const run = async () => {
      let result = 0;
      for (const point of chosen) result += await array.item(point);
      return result;
    };
    return { run, total: (result) => result };
  };
  const column = async (dir) => {
    const array = await open(dir, "v3-shard");
    const at = [null, ...description(dir).column];
    return { run: () => array.read(at), total };
  };
  const write = (store) => async (dir) => {
    const source = await open(dir, store);
    const data = field(dir).subarray(0, source.size);
    const out = `${dir}/out-hyperslab.zarr`;
    const clear = () => rm(out, { recursive: true, force: true });
    const prepare = async () => {
      await clear();
      return emptyLike(create, source, out);
    };
    return { prepare, run: (array) => array.write(undefined, data), total: () => 0, end: clear };
  };
  return {
    ...Object.fromEntries(STORES.map((store) => [`read ${store}`, read(store)])),
    "read into v3-raw": readInto("v3-raw"),
    "read into v2-blosc": readInto("v2-blosc"),
    "points v3-shard": points,
    "column v3-shard": column,
    ...Object.fromEntries(STORES.map((store) => [`write ${store}`, write(store)])),
  };
}

/** An array laid out as `source`, without its chunks. */
function emptyLike(create, source, out) {
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
