// Times Hyperslab and zarrita in Chromium, on the stores of peers/make.py over HTTP from a local server.
//   npm run bench:browser -- [--size small|full] [--delay 30] [--rounds 5] [--only v3]
// `--delay`: milliseconds that the server waits before each answer. Nothing is kept in the browser's cache, and arrays
// are opened anew in each round, so that no library answers from what it read before; opening itself is not timed.
// "one thread" is Hyperslab without workers. "pause": the longest time in which the page could not react, in the best round.
import { createReadStream, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { arch, cpus, platform, release } from "node:os";
import { join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { ensureChromium } from "../scripts/chromium.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const options = { size: "small", delay: "0", rounds: "5", only: "" };
for (let i = 2; i < process.argv.length; i += 2) options[process.argv[i].replace(/^--/, "")] = process.argv[i + 1];

const stores = join(root, `.cache/bench-${options.size}`);
if (!existsSync(join(stores, "bench.json"))) {
  throw new Error(`there are no stores in ${stores}: npm run bench -- --size ${options.size} makes them`);
}
const description = JSON.parse(readFileSync(join(stores, "bench.json"), "utf8"));
const PEERS = ["hyperslab", "one thread", "zarrita"];
const ROWS = ["v2-blosc", "v3-zstd", "v3-bitshuffle", "v3-gzip", "v3-raw", "v3-shard", "v3-small", "points"].filter(
  (row) => options.only.split(",").some((part) => row.includes(part)),
);

let requests = 0;
const server = await serve(await bundle());
const address = `http://127.0.0.1:${server.address().port}`;
const browser = await launch();
const rows = [];
try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(error.message));
  await page.goto(`${address}/`);
  await page.waitForFunction("window.run !== undefined", undefined, { timeout: 60_000 });
  for (const row of ROWS) rows.push(await timeRow(page, row));
  print(browser.version());
  save(browser.version());
} finally {
  await browser.close();
  server.closeAllConnections();
  server.close();
}

async function timeRow(page, row) {
  const best = {};
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const peer of PEERS) {
      requests = 0;
      const task = { peer, row, data: `${address}/data`, points: description.points };
      const answer = await page.evaluate((given) => window.run(given), task).catch((error) => ({ failed: error }));
      if (answer.failed !== undefined) console.error(`${row}, ${peer}: ${answer.failed.message.split("\n")[0]}`);
      else if (!(best[peer]?.seconds < answer.seconds)) best[peer] = { ...answer, requests };
    }
  }
  const [first, ...others] = PEERS.filter((peer) => peer in best).map((peer) => best[peer].sum);
  for (const other of others) {
    if (Math.abs(first - other) > Math.abs(first) * 1e-6) throw new Error(`${row}: sums ${first} and ${other}`);
  }
  return { row, best };
}

/** What runs in the page: both libraries as an application would bundle them. */
async function bundle() {
  const contents = `
    import { openArray } from "./dist/index.js";
    import * as zarr from "zarrita";
    const sum = (values) => { let total = 0; for (let i = 0; i < values.length; i++) total += values[i]; return total; };
    const ours = (workers) => ({
      open: (url) => openArray(url),
      read: async (array) => (await array.read(null, { workers })).data,
      item: (array, at) => array.item(at),
    });
    const peers = {
      hyperslab: ours(true),
      "one thread": ours(false),
      zarrita: {
        open: (url) => zarr.open(new zarr.FetchStore(url), { kind: "array" }),
        read: async (array) => (await zarr.get(array)).data,
        item: (array, at) => zarr.get(array, at),
      },
    };
    window.run = async ({ peer, row, data, points }) => {
      const { open, read, item } = peers[peer];
      const array = await open(data + "/" + (row === "points" ? "v3-shard" : row) + ".zarr");
      let pause = 0;
      let last = performance.now();
      const started = last;
      const beat = () => {
        const now = performance.now();
        pause = Math.max(pause, now - last);
        last = now;
      };
      const timer = setInterval(beat, 1);
      let values;
      if (row === "points") {
        values = [];
        for (const point of points) values.push(await item(array, point));
      } else values = await read(array);
      beat();
      clearInterval(timer);
      return { seconds: (performance.now() - started) / 1000, sum: sum(values), pause };
    };`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    entryNames: "start",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    external: ["node:*"],
    write: false,
    outdir: "/bundle",
  });
  return new Map(outputFiles.map(({ path, contents: code }) => [path.slice(path.lastIndexOf("/") + 1), code]));
}

async function serve(files) {
  const made = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    response.setHeader("cache-control", "no-store");
    if (path === "/") {
      response.setHeader("content-type", "text/html");
      response.end('<!doctype html><title>bench</title><script type="module" src="/bundle/start.js"></script>');
    } else if (path.startsWith("/bundle/")) {
      const code = files.get(path.slice("/bundle/".length));
      response.writeHead(code === undefined ? 404 : 200, { "content-type": "text/javascript" });
      response.end(code);
    } else {
      requests++;
      const file = join(stores, normalize(path.slice("/data/".length)));
      setTimeout(() => serveFile(file, request, response), Number(options.delay));
    }
  });
  await new Promise((resolve) => made.listen(0, "127.0.0.1", resolve));
  return made;
}

function serveFile(file, { method, headers }, response) {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true) return void response.writeHead(404).end();
  const { size } = found;
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? "") ?? [];
  const whole = from === undefined;
  const start = whole ? 0 : from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = whole || from === "" || to === "" ? size - 1 : Math.min(size - 1, Number(to));
  response.setHeader("accept-ranges", "bytes");
  response.setHeader("content-length", end - start + 1);
  if (!whole) response.setHeader("content-range", `bytes ${start}-${end}/${size}`);
  response.writeHead(whole ? 200 : 206);
  if (method === "HEAD") response.end();
  else createReadStream(file, { start, end }).pipe(response);
}

/** Without the flags Chromium asks for hosts of its own, at every start. */
function launch() {
  const flags = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking";
  const args = [...flags.split(" "), "--disable-component-update", "--disable-sync"];
  return chromium.launch({ executablePath: ensureChromium(), args });
}

function print(version) {
  console.log(`Chromium ${version}, ${options.size}, delay ${options.delay} ms, best of ${options.rounds}\n`);
  const head = PEERS.flatMap((peer) => [`${peer} s`, "pause ms", "requests"]);
  console.log(`| row | ${head.join(" | ")} | x |\n|---|${"--:|".repeat(head.length + 1)}`);
  for (const { row, best } of rows) {
    const cells = PEERS.flatMap((peer) => {
      if (best[peer] === undefined) return ["fails", "", ""];
      const { seconds, pause, requests: asked } = best[peer];
      return [seconds.toFixed(3), pause.toFixed(0), asked];
    });
    const ratio = best.zarrita === undefined ? "" : (best.zarrita.seconds / best.hyperslab.seconds).toFixed(2);
    console.log(`| ${[row, ...cells].join(" | ")} | ${ratio} |`);
  }
  console.log("\nx = zarrita's time / ours: above 1 Hyperslab is faster. Requests include those of opening.");
}

function save(version) {
  const machine = { chromium: version, platform: `${platform()} ${release()} ${arch()}`, cpu: cpus()[0]?.model };
  mkdirSync(join(root, "bench/results"), { recursive: true });
  const file = join(root, `bench/results/browser-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}.json`);
  writeFileSync(file, `${JSON.stringify({ machine, options, rows }, null, 2)}\n`);
  console.error(`written to ${file}`);
}
