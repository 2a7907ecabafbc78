// Times reading over HTTP, Hyperslab against zarrita's FetchStore: node bench/http.mjs [--rounds N] [--delays 0,30]
// The server is a process of its own on the loopback that waits before every answer; each contestant is one too, and
// starts every round with a fresh array, so that nothing is remembered. Every read is checked by the sum of its values.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const TURNS = 3;
const LENGTH = 2048;
/** 16 MiB of float32: 256 chunks of 64 KiB, or 16 shards of 64 chunks of 16 KiB each, plain and with zstd. */
const LAYOUTS = {
  chunked: { chunks: [128, 128], codecs: [] },
  "chunked-zstd": { chunks: [128, 128], codecs: ["zstd"] },
  sharded: { chunks: [64, 64], shards: [512, 512], codecs: [] },
  "sharded-zstd": { chunks: [64, 64], shards: [512, 512], codecs: ["zstd"] },
};
/** [start, stop] along both axes. A window is 10 x 10 chunks of the layout. */
const windowOf = (layout) => [300, 300 + 10 * LAYOUTS[layout].chunks[0]];
const POINTS = Array.from({ length: 20 }, (_, i) => [(i * 397) % LENGTH, (i * 811) % LENGTH]);

const OPERATIONS = {
  all: { hyperslab: (array) => array.read(), zarrita: (array, _, zarr) => zarr.get(array) },
  window: {
    hyperslab: (array, layout) => {
      const [start, stop] = windowOf(layout);
      return array.read(`${start}:${stop}, ${start}:${stop}`);
    },
    zarrita: (array, layout, zarr) =>
      zarr.get(array, [zarr.slice(...windowOf(layout)), zarr.slice(...windowOf(layout))]),
  },
  points: {
    hyperslab: async (array) => ({ data: await inTurn(POINTS, (point) => array.item(point)) }),
    zarrita: async (array, _, zarr) => ({ data: await inTurn(POINTS, (point) => zarr.get(array, point)) }),
  },
};

const CONTESTANTS = {
  hyperslab: async () => {
    const { openArray } = await import("../dist/index.js");
    return { open: (url) => openArray(url) };
  },
  zarrita: async () => {
    const zarr = await import("zarrita");
    return { open: (url) => zarr.open(new zarr.FetchStore(url), { kind: "array" }), zarr };
  },
};

const option = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
if (option("--contestant") !== undefined) await contend(option("--contestant"), JSON.parse(option("--task")));
else if (option("--serve") !== undefined) await serve(option("--serve"));
else await main();

async function inTurn(items, run) {
  const results = [];
  for (const item of items) results.push(await run(item));
  return results;
}

async function main() {
  const rounds = Number(option("--rounds") ?? 3);
  const delays = (option("--delays") ?? "0,30").split(",").map(Number);
  const folder = mkdtempSync(join(tmpdir(), "hyperslab-bench-http-"));
  const server = child(["--serve", folder]);
  try {
    await makeStores(folder);
    const origin = await server.line();
    console.log("ms, best of rounds; requests of one round in brackets");
    for (const delay of delays) {
      for (const layout of Object.keys(LAYOUTS)) {
        for (const operation of Object.keys(OPERATIONS)) await compare(origin, { delay, layout, operation, rounds });
      }
    }
  } finally {
    server.process.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Contestants take turns, so that whatever else the machine does meets them alike. */
async function compare(origin, task) {
  const results = {};
  for (let turn = 0; turn < TURNS; turn++) {
    for (const name of Object.keys(CONTESTANTS)) {
      const program = child(["--contestant", name, "--task", JSON.stringify({ ...task, origin })]);
      const result = JSON.parse(await program.line());
      if (!(results[name]?.milliseconds <= result.milliseconds)) results[name] = result;
    }
  }
  const { hyperslab, zarrita } = results;
  if (Math.abs(hyperslab.sum - zarrita.sum) > 1e-6 * Math.abs(zarrita.sum)) throw new Error("the sums differ");
  const show = ({ milliseconds, requests }) => `${milliseconds.toFixed(1)} (${requests})`.padStart(16);
  const label = `${`${task.delay} ms`.padStart(5)}  ${task.layout.padEnd(13)} ${task.operation.padEnd(7)}`;
  const ratio = (zarrita.milliseconds / hyperslab.milliseconds).toFixed(1);
  console.log(`${label} hyperslab${show(hyperslab)}   zarrita${show(zarrita)}   ${ratio.padStart(5)}x`);
}

async function contend(name, { origin, delay, layout, operation, rounds }) {
  const { open, zarr } = await CONTESTANTS[name]();
  let best = Number.POSITIVE_INFINITY;
  let sum = 0;
  let requests = 0;
  for (let round = 0; round < rounds + 1; round++) {
    const array = await open(`${origin}/${delay}/${layout}.zarr`);
    await fetch(`${origin}/count`);
    const started = performance.now();
    const { data } = await OPERATIONS[operation][name](array, layout, zarr);
    const taken = performance.now() - started;
    // The first round is to get warm: code is loaded and compiled, connections are made.
    if (round > 0) best = Math.min(best, taken);
    requests = Number(await (await fetch(`${origin}/count`)).text());
    sum = data.reduce((total, value) => total + value, 0);
  }
  console.log(JSON.stringify({ milliseconds: best, sum, requests }));
  process.exit();
}

async function makeStores(folder) {
  const { create } = await import("../dist/index.js");
  const values = Float32Array.from(
    { length: LENGTH * LENGTH },
    (_, i) => Math.round(1000 * Math.sin(i / 5000)) + (i % 7),
  );
  for (const [name, layout] of Object.entries(LAYOUTS)) {
    const array = await create(join(folder, `${name}.zarr`), { shape: [LENGTH, LENGTH], dtype: "float32", ...layout });
    await array.write(undefined, values);
  }
}

/** Files from memory: `/DELAY/path`. `/count` tells how many requests there were since it was last asked. */
async function serve(folder) {
  await new Promise((resolve) => process.stdin.once("data", resolve));
  const files = new Map();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.set(relative(folder, path), readFileSync(path));
  }
  let count = 0;
  const server = createServer((request, response) => {
    if (request.url === "/count") {
      response.end(String(count));
      count = 0;
      return;
    }
    count += 1;
    const [, delay, path] = /^\/(\d+)\/(.*)$/.exec(request.url);
    const send = () => sendFile(files.get(path), request, response);
    if (delay === "0") send();
    else setTimeout(send, Number(delay));
  });
  server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
}

function sendFile(file, request, response) {
  if (file === undefined) {
    response.writeHead(404).end();
    return;
  }
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  const headers = { etag: '"1"', "accept-ranges": "bytes" };
  if (first === undefined) {
    response
      .writeHead(200, { ...headers, "content-length": file.length })
      .end(request.method === "HEAD" ? undefined : file);
    return;
  }
  const start = first === "" ? Math.max(0, file.length - Number(last)) : Number(first);
  const end = first === "" || last === "" ? file.length : Math.min(file.length, Number(last) + 1);
  const range = `bytes ${start}-${end - 1}/${file.length}`;
  response.writeHead(206, { ...headers, "content-length": end - start, "content-range": range });
  response.end(file.subarray(start, end));
}

/** This program again, in another role; `line()` lets a server go and gives what it says. */
function child(args) {
  const started = spawn(process.execPath, [fileURLToPath(import.meta.url), ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const line = () =>
    new Promise((resolve, reject) => {
      let text = "";
      started.stdout.on("data", (data) => {
        text += data;
        if (text.includes("\n")) resolve(text.slice(0, text.indexOf("\n")));
      });
      started.on("exit", (code) => reject(new Error(`${args[0]} ended with ${code}`)));
      started.stdin.write("go\n");
    });
  return { process: started, line };
}
