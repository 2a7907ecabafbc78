// Times count, minimum, maximum, mean and deviation of 256 MiB: Hyperslab against xarray (with NumPy) and zarr-python with NumPy, in turn,
// the fastest of a few rounds each. Values and their order are the same in all; sums are compared.
//   npm run build && node bench/stats.mjs [--rounds 3] [--make]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { ensureEnvironment } from "../scripts/peers/environments.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const rounds = Number(process.argv[process.argv.indexOf("--rounds") + 1]) || 3;
const { create, stats } = await import(join(root, "dist/lib/index.js"));
const folder = join(tmpdir(), "hyperslab-bench-stats.zarr");
const MIB = 2 ** 20;

/** Smooth fields with some noise, as measured ones are. */
const field = (at) => 280 + 20 * Math.sin(at / 5000) + ((at * 2654435761) % 1000) / 500;
const ROWS = [
  { name: "float32", dtype: "float32", value: field },
  { name: "float64", dtype: "float64", value: field },
  { name: "int32", dtype: "int32", value: (at) => Math.round(1000 * field(at)) },
  { name: "int64", dtype: "int64", value: (at) => BigInt(Math.round(1e6 * field(at))) },
  {
    name: "packed int16",
    dtype: "int16",
    value: (at) => (at % 97 === 0 ? -32768 : Math.round((field(at) - 280) * 100)),
    attributes: { scale_factor: 0.01, add_offset: 280, _FillValue: -32768 },
  },
  {
    name: "packed int32",
    dtype: "int32",
    value: (at) => (at % 97 === 0 ? -999 : Math.round((field(at) - 280) * 100)),
    attributes: { scale_factor: 0.01, add_offset: 280, _FillValue: -999 },
  },
];
const SIZES = { float32: 4, float64: 8, int32: 4, int64: 8, int16: 2 };

if (!existsSync(folder)) {
  const group = await create(folder, { format: "zarr3" });
  for (const { name, dtype, value, attributes } of ROWS) {
    const count = (256 * MIB) / SIZES[dtype];
    const side = 2 ** 20;
    const array = await group.create(name, {
      ...{ shape: [count / side, side], dtype, chunks: [1, side], attributes, dims: [`${name} y`, `${name} x`] },
      codecs: [
        { name: "blosc", configuration: { cname: "lz4", clevel: 5, shuffle: "shuffle", typesize: SIZES[dtype] } },
      ],
    });
    for (let row = 0; row < count / side; row++) {
      const data = Array.from({ length: side }, (_, at) => value(row * side + at));
      await array.write(`${row}:${row + 1}`, { data, shape: [1, side] });
    }
  }
  await group.consolidate?.();
}
if (process.argv.includes("--make")) process.exit();

const peer = spawn(ensureEnvironment("xarray"), [join(root, "bench/peers/stats.py"), folder], {
  stdio: ["pipe", "pipe", "inherit"],
});
const answers = createInterface({ input: peer.stdout });
console.log("256 MiB, in s       hyperslab    xarray   ratio  zarr + NumPy (stored)   ratio (--raw)");
for (const { name } of ROWS) {
  const best = {
    ours: Number.POSITIVE_INFINITY,
    raw: Number.POSITIVE_INFINITY,
    xarray: Number.POSITIVE_INFINITY,
    numpy: Number.POSITIVE_INFINITY,
  };
  for (let round = 0; round < rounds; round++) {
    const asked = once(answers, "line");
    peer.stdin.write(`${name}\n`);
    const told = JSON.parse((await asked)[0]);
    best.xarray = Math.min(best.xarray, told.xarray);
    best.numpy = Math.min(best.numpy, told.numpy);
    const timed = async (options) => {
      const start = performance.now();
      const found = (await stats(folder, { variables: [name], ...options })).arrays[0];
      return { seconds: (performance.now() - start) / 1000, found };
    };
    const { seconds, found } = await timed({});
    best.ours = Math.min(best.ours, seconds);
    best.raw = Math.min(best.raw, (await timed({ decode: false })).seconds);
    if (found.count !== told.count || Math.abs(found.mean / told.mean - 1) > 1e-6) {
      throw new Error(`${name}: ${found.count} ${found.mean}, xarray ${told.count} ${told.mean}`);
    }
  }
  const seconds = (value) => value.toFixed(2).padStart(8);
  const ratio = (value) => value.toFixed(2);
  console.log(
    `${name.padEnd(18)} ${seconds(best.ours)}  ${seconds(best.xarray)}    ${ratio(best.ours / best.xarray)}  ${seconds(best.numpy)}                ${ratio(best.raw / best.numpy)}`,
  );
}
peer.stdin.end();
