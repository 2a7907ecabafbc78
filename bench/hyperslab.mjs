// Times Hyperslab on the stores of peers/make.py: node bench/hyperslab.mjs DIR [--rounds N] [--ops FILTER]
import { rm } from "node:fs/promises";
import { create, openArray } from "../dist/index.js";
import { description, failed, field, parseArguments, report, STORES, sum, time } from "./rows.mjs";

const { dir, rounds, ops } = parseArguments(process.argv.slice(2));
const wants = (op) => ops === "" || op.includes(ops);
const attempt = async (op, run) => {
  if (!wants(op)) return;
  try {
    const { seconds, total } = await run();
    report("hyperslab", op, seconds, total);
  } catch (error) {
    failed("hyperslab", op, error);
  }
};

for (const store of STORES) {
  await attempt(`read ${store}`, async () => {
    const array = await openArray(`${dir}/${store}.zarr`);
    const { seconds, result } = await time(rounds, () => array.read());
    return { seconds, total: sum(result.data) };
  });
}
for (const store of ["v3-raw", "v2-blosc"]) {
  await attempt(`read into ${store}`, async () => {
    const array = await openArray(`${dir}/${store}.zarr`);
    const into = new Float32Array(array.size);
    const { seconds, result } = await time(rounds, () => array.read(undefined, { into }));
    return { seconds, total: sum(result.data) };
  });
}

await attempt("points v3-shard", async () => {
  const array = await openArray(`${dir}/v3-shard.zarr`);
  const { points } = description(dir);
  const { seconds, result } = await time(rounds, async () => {
    let total = 0;
    for (const point of points) total += await array.item(point);
    return total;
  });
  return { seconds, total: result };
});
await attempt("column v3-shard", async () => {
  const array = await openArray(`${dir}/v3-shard.zarr`);
  const { seconds, result } = await time(rounds, () => array.read([null, ...description(dir).column]));
  return { seconds, total: sum(result.data) };
});

if (wants("write")) {
  const values = field(dir);
  const out = `${dir}/out-hyperslab.zarr`;
  for (const store of STORES) {
    await attempt(`write ${store}`, async () => {
      const source = await openArray(`${dir}/${store}.zarr`);
      const [steps, rows, columns] = source.shape;
      const data = values.subarray(0, steps * rows * columns);
      const prepare = async () => {
        await rm(out, { recursive: true, force: true });
        return emptyLike(source, out);
      };
      const { seconds } = await time(rounds, (array) => array.write(undefined, data), prepare);
      return { seconds, total: 0 };
    });
  }
  await rm(out, { recursive: true, force: true });
}

/** An array laid out as `source`, without its chunks. */
async function emptyLike(source, out) {
  const plain = (node) => JSON.parse(JSON.stringify(toPlain(node)));
  const toPlain = (node) => {
    if (node.type === "object")
      return Object.fromEntries([...node.members].map(([name, value]) => [name, toPlain(value)]));
    if (node.type === "array") return node.items.map(toPlain);
    if (node.type === "number") return Number(node.text);
    return node.type === "null" ? null : node.value;
  };
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
