// Times reading over HTTP, Hyperslab against zarrita's FetchStore, near and far:
//   node bench/http.mjs [--delays 0,30] [--layouts chunked-8k,sharded-64k] [--operations all,window,points] [--rounds N] [--turns N]
// The server is nginx on the loopback, the delay that of delay-proxy.mjs. Each contestant is a process of its own and
// starts every round with a fresh array, so that nothing is remembered but its connections. Every read is checked by the
// sum of its values.
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startServer } from "../scripts/web-servers.mjs";

/** 32 MiB of float32 in chunks of 8 KiB and of 64 KiB, each an object of its own or 256 of them in a shard of 2 MiB or 16. */
const SHAPE = [2048, 4096];
const SIZES = {
  "8k": { chunks: [32, 64], shards: [512, 1024] },
  "64k": { chunks: [128, 128], shards: [2048, 2048] },
};
const LAYOUTS = {};
for (const [size, { chunks, shards }] of Object.entries(SIZES)) {
  for (const [suffix, codecs] of Object.entries({ "": [], "-zstd": ["zstd"] })) {
    LAYOUTS[`chunked-${size}${suffix}`] = { chunks, codecs };
    LAYOUTS[`sharded-${size}${suffix}`] = { chunks, shards, codecs };
  }
}
/** 10 x 10 chunks: [start, stop] along each axis. */
const windowOf = (layout) => LAYOUTS[layout].chunks.map((length) => [5 * length, 15 * length]);
const POINTS = Array.from({ length: 20 }, (_, i) => [(i * 397) % SHAPE[0], (i * 811) % SHAPE[1]]);

const OPERATIONS = {
  all: { hyperslab: (array) => array.read(), zarrita: (array, _, zarr) => zarr.get(array) },
  window: {
    hyperslab: (array, layout) =>
      array.read(
        windowOf(layout)
          .map(([start, stop]) => `${start}:${stop}`)
          .join(),
      ),
    zarrita: (array, layout, zarr) =>
      zarr.get(
        array,
        windowOf(layout).map(([start, stop]) => zarr.slice(start, stop)),
      ),
  },
  points: {
    hyperslab: async (array) => ({ data: await inTurn(POINTS, (point) => array.item(point)) }),
    zarrita: async (array, _, zarr) => ({ data: await inTurn(POINTS, (point) => zarr.get(array, point)) }),
  },
};

const CONTESTANTS = {
  hyperslab: async () => {
    const { openArray } = await import("../dist/lib/index.js");
    return { open: (url) => openArray(url) };
  },
  zarrita: async () => {
    const zarr = await import("zarrita");
    return { open: (url) => zarr.open(new zarr.FetchStore(url), { kind: "array" }), zarr };
  },
};

const option = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
const chosen = (name, all) => option(name)?.split(",") ?? all;
if (option("--contestant") !== undefined) await contend(option("--contestant"), JSON.parse(option("--task")));
else await main();

async function inTurn(items, run) {
  const results = [];
  for (const item of items) results.push(await run(item));
  return results;
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), "hyperslab-bench-http-"));
  chmodSync(folder, 0o755);
  const layouts = chosen("--layouts", Object.keys(LAYOUTS));
  await makeStores(folder, layouts);
  const server = await startServer("nginx", { root: folder });
  const requests = requestCounter(server.log);
  try {
    console.log("ms to read, best of all rounds; in brackets requests to open and read");
    for (const delay of chosen("--delays", ["0", "30"]).map(Number)) {
      const proxy = delay === 0 ? undefined : await startProxy(server.port, delay);
      const origin = `http://127.0.0.1:${proxy?.port ?? server.port}`;
      try {
        for (const layout of layouts) {
          for (const operation of chosen("--operations", Object.keys(OPERATIONS))) {
            await compare({ origin, delay, layout, operation, rounds: Number(option("--rounds") ?? 4) }, requests);
          }
        }
      } finally {
        proxy?.process.kill();
      }
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Contestants take turns, so that other load on the machine affects them alike. */
async function compare(task, requests) {
  const results = {};
  for (let turn = 0; turn < Number(option("--turns") ?? 3); turn++) {
    for (const name of Object.keys(CONTESTANTS)) {
      requests();
      const result = JSON.parse(
        await lineOf(fileURLToPath(import.meta.url), "--contestant", name, "--task", JSON.stringify(task)),
      );
      result.requests = Math.round(requests() / (task.rounds + 1));
      if (!(results[name]?.milliseconds <= result.milliseconds)) results[name] = result;
    }
  }
  const { hyperslab, zarrita } = results;
  if (Math.abs(hyperslab.sum - zarrita.sum) > 1e-6 * Math.abs(zarrita.sum)) throw new Error("the sums differ");
  const show = ({ milliseconds, requests }) => `${milliseconds.toFixed(1)} (${requests})`.padStart(16);
  const label = `${`${task.delay} ms`.padStart(5)}  ${task.layout.padEnd(16)} ${task.operation.padEnd(7)}`;
  const ratio = (zarrita.milliseconds / hyperslab.milliseconds).toFixed(1);
  console.log(`${label} hyperslab${show(hyperslab)}   zarrita${show(zarrita)}   ${ratio.padStart(5)}x`);
}

async function contend(name, { origin, layout, operation, rounds }) {
  const { open, zarr } = await CONTESTANTS[name]();
  let best = Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let round = 0; round < rounds + 1; round++) {
    const array = await open(`${origin}/${layout}.zarr`);
    const started = performance.now();
    const { data } = await OPERATIONS[operation][name](array, layout, zarr);
    const taken = performance.now() - started;
    // The first round is a warm-up: code is loaded and compiled, connections are made.
    if (round > 0) best = Math.min(best, taken);
    sum = data.reduce((total, value) => total + value, 0);
  }
  console.log(JSON.stringify({ milliseconds: best, sum }));
  process.exit();
}

async function makeStores(folder, layouts) {
  const { create } = await import("../dist/lib/index.js");
  const values = Float32Array.from(
    { length: SHAPE[0] * SHAPE[1] },
    (_, i) => Math.round(1000 * Math.sin(i / 5000)) + (i % 7),
  );
  for (const name of layouts) {
    const array = await create(join(folder, `${name}.zarr`), { shape: SHAPE, dtype: "float32", ...LAYOUTS[name] });
    await array.write(undefined, values);
  }
}

/** How many requests nginx has logged since the last call. */
function requestCounter(log) {
  let seen = 0;
  return () => {
    const lines = readFileSync(log, { encoding: "latin1", flag: "a+" }).split("\n").length;
    const count = lines - seen;
    seen = lines;
    return count;
  };
}

async function startProxy(port, delay) {
  const path = fileURLToPath(new URL("delay-proxy.mjs", import.meta.url));
  const started = spawn(process.execPath, [path, port, delay], { stdio: ["ignore", "pipe", "inherit"] });
  return { process: started, port: Number(await firstLine(started)) };
}

/** The first line that a started program prints. */
async function lineOf(...args) {
  return firstLine(spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] }));
}

function firstLine(started) {
  return new Promise((resolve, reject) => {
    let text = "";
    started.stdout.on("data", (data) => {
      text += data;
      if (text.includes("\n")) resolve(text.slice(0, text.indexOf("\n")));
    });
    started.on("exit", (code) => reject(new Error(`a program ended with ${code}`)));
  });
}
