// Times Hyperslab and zarrita in Chromium, on the stores of the main bench, over HTTP from nginx on the loopback.
//   npm run bench:browser -- [--size full|small] [--rounds 4] [--only shard,points] [--pages plain,isolated]
//                            [--peers hyperslab,zarrita] [--delay 30]
// Each contestant has a bundle of its own (esbuild) and, for each row, a fresh browser context; they take turns, round by
// round. Arrays are reopened each time and nothing is cached, so that no library answers from earlier reads.
// Every read is checked by its sum, which is computed here from the values themselves. "isolated": the page has COOP and
// COEP, so that it may share memory. "pause": the longest time in which the page could not react, in the best round.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { arch, availableParallelism, cpus, platform, release, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { ensureChromium } from "../scripts/chromium.mjs";
import { startServer } from "../scripts/web-servers.mjs";
import { description, field, STORES } from "./rows.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const options = { size: "full", rounds: "4", only: "", pages: "plain,isolated", peers: "", delay: "0" };
for (let i = 2; i < process.argv.length; i += 2) options[process.argv[i].replace(/^--/, "")] = process.argv[i + 1];

const stores = join(root, `.cache/bench-${options.size}`);
if (!existsSync(join(stores, "bench.json"))) {
  throw new Error(`there are no stores in ${stores}: npm run bench -- --size ${options.size} makes them`);
}

const OURS = (options) => `
  import { openArray } from "./dist/lib/index.js";
  contend({
    open: (url) => openArray(url),
    read: async (array, at) => (await array.read(at, ${JSON.stringify(options)})).data,
    item: (array, point) => array.item(point),
  });`;
/** How each reads. `isolated`: it can only where memory may be shared. */
const PEERS = {
  hyperslab: { code: OURS({}) },
  workers: { code: OURS({ workers: true }) },
  shared: { code: OURS({ workers: true, shared: true }), isolated: true },
  zarrita: {
    code: `
      import * as zarr from "zarrita";
      contend({
        open: (url) => zarr.open(new zarr.FetchStore(url), { kind: "array" }),
        read: async (array, at) => (await zarr.get(array, at)).data,
        item: (array, point) => zarr.get(array, point),
      });`,
  },
};
const chosen = Object.keys(PEERS).filter((name) => options.peers === "" || options.peers.split(",").includes(name));
const rows = makeRows().filter(({ name }) => options.only.split(",").some((part) => name.includes(part)));

const site = await makeSite();
const server = await startServer("nginx", { root: site, settings: nginxSettings() });
const proxy = Number(options.delay) === 0 ? undefined : await startProxy(server.port, options.delay);
const origin = `http://127.0.0.1:${proxy?.port ?? server.port}`;
const requests = requestCounter(server.log);
const browser = await launch();
const results = [];
try {
  for (const page of options.pages.split(",")) {
    for (const row of rows) results.push({ page, row: row.name, best: await timeRow(page, row) });
  }
} finally {
  // Results of a run that was stopped are printed too.
  print(results, browser.version());
  save(results, browser.version());
  await browser.close();
  proxy?.process.kill();
  await server.stop();
  rmSync(site, { recursive: true, force: true });
}

/** The rows of the main bench that read, each with the sum of its values. */
function makeRows() {
  const { stores: made, points, column, shape } = description(stores);
  const values = field(stores);
  const [steps, height, width] = shape;
  const at = ([step, y, x]) => values[(step * height + y) * width + x];
  const total = (all) => all.reduce((sum, place) => sum + at(place), 0);
  const columnPlaces = Array.from({ length: steps }, (_, step) => [step, ...column]);
  return [
    ...STORES.map((store) => ({ name: `read ${store}`, store, task: { at: null }, sum: made[store].sum })),
    { name: "points v3-shard", store: "v3-shard", task: { points }, sum: total(points) },
    { name: "column v3-shard", store: "v3-shard", task: { at: [null, ...column] }, sum: total(columnPlaces) },
  ];
}

async function timeRow(kind, { name, store, task, sum }) {
  console.error(`${name}, ${kind} page`);
  const pages = {};
  const best = {};
  try {
    for (const peer of chosen) {
      if (kind === "isolated" || PEERS[peer].isolated !== true) pages[peer] = await openPage(kind, peer);
    }
    for (let round = 0; round < Number(options.rounds); round++) {
      for (const peer of Object.keys(pages)) {
        const { page, failures } = pages[peer];
        await requests();
        const answer = await page
          .evaluate((given) => window.run(given), { ...task, url: `${origin}/data/${store}.zarr` })
          .catch((error) => ({ failed: [error.message.split("\n")[0], ...new Set(failures.splice(0))].join("; ") }));
        const asked = await requests();
        if (answer.failed !== undefined) best[peer] ??= { failed: answer.failed };
        else if (Math.abs(answer.sum - sum) > Math.abs(sum) * 1e-6) {
          throw new Error(`${name}: ${peer} read a sum of ${answer.sum} where it is ${sum}`);
        } else if (!(best[peer]?.seconds < answer.seconds)) best[peer] = { ...answer, requests: asked };
      }
    }
  } finally {
    for (const { context } of Object.values(pages)) await context.close();
  }
  return best;
}

async function openPage(kind, peer) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const failures = [];
  page.on("pageerror", (error) => failures.push(error.message));
  page.on("requestfailed", (request) => failures.push(request.failure()?.errorText ?? "a request failed"));
  await page.goto(`${origin}/${kind}/${peer}.html`);
  await page.waitForFunction("window.run !== undefined", undefined, { timeout: 60_000 });
  if ((await page.evaluate("crossOriginIsolated")) !== (kind === "isolated")) throw new Error(`no ${kind} page`);
  return { context, page, failures };
}

/** A folder with the stores, a page for each contestant, and its bundle. */
async function makeSite() {
  const folder = mkdtempSync(join(tmpdir(), "hyperslab-bench-browser-"));
  symlinkSync(stores, join(folder, "data"));
  for (const peer of chosen) {
    const contents = `import { contend } from "./bench/browser-page.mjs"; ${PEERS[peer].code}`;
    await build({
      stdin: { contents, resolveDir: root },
      entryNames: "start",
      bundle: true,
      splitting: true,
      minify: true,
      format: "esm",
      platform: "browser",
      external: ["node:*"],
      outdir: join(folder, "bundle", peer),
    });
    for (const kind of ["plain", "isolated"]) {
      mkdirSync(join(folder, kind), { recursive: true });
      const script = `<script type="module" src="/bundle/${peer}/start.js"></script>`;
      writeFileSync(join(folder, kind, `${peer}.html`), `<!doctype html><title>bench</title>${script}`);
    }
  }
  return folder;
}

function nginxSettings() {
  const isolation = `add_header Cross-Origin-Opener-Policy same-origin;
    add_header Cross-Origin-Embedder-Policy require-corp;`;
  return `types { text/html html; text/javascript js; } etag on;
    location /isolated/ { ${isolation} }
    location /bundle/ { ${isolation} }
    location /data/ { add_header Cache-Control no-store; }`;
}

async function startProxy(port, delay) {
  const path = join(root, "bench/delay-proxy.mjs");
  const started = spawn(process.execPath, [path, port, delay], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await started.stdout.take(1).toArray();
  return { process: started, port: Number(String(line)) };
}

/** How many requests for data nginx has logged since the last call. */
function requestCounter(log) {
  let seen = 0;
  return () => {
    const text = readFileSync(log, { encoding: "latin1", flag: "a+" });
    const count = text
      .slice(seen)
      .split("\n")
      .filter((line) => line.includes(" /data/")).length;
    seen = text.length;
    return count;
  };
}

/** Without the flags, Chromium contacts its own hosts at every start. */
function launch() {
  const flags = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking";
  const args = [...flags.split(" "), "--disable-component-update", "--disable-sync"];
  return chromium.launch({ executablePath: ensureChromium(), args });
}

function print(results, version) {
  const { size, delay, rounds } = options;
  console.log(`Chromium ${version}, ${size}, ${delay} ms away, best of ${rounds}`);
  for (const kind of options.pages.split(",")) {
    const here = chosen.filter((peer) => kind === "isolated" || PEERS[peer].isolated !== true);
    const head = here.flatMap((peer) => [`${peer} s`, ...(peer === "zarrita" ? [] : ["x"]), "pause ms", "requests"]);
    console.log(`\n| ${kind} page | ${head.join(" | ")} |\n|---|${"--:|".repeat(head.length)}`);
    for (const { row, best } of results.filter(({ page }) => page === kind)) {
      console.log(`| ${[row, ...here.flatMap((peer) => cells(peer, best))].join(" | ")} |`);
    }
  }
  console.log("\nx = zarrita's time / ours: above 1 Hyperslab is faster. Requests include those of opening.");
  for (const { page, row, best } of results) {
    for (const [peer, { failed }] of Object.entries(best)) {
      if (failed !== undefined) console.log(`${row}, ${page} page: ${peer} fails: ${failed}`);
    }
  }
}

function cells(peer, best) {
  const { seconds, pause, requests: asked } = best[peer] ?? {};
  if (seconds === undefined) return peer === "zarrita" ? ["fails", "", ""] : ["fails", "", "", ""];
  const peerSeconds = best.zarrita?.seconds;
  const ratio = peer === "zarrita" ? [] : [peerSeconds === undefined ? "" : (peerSeconds / seconds).toFixed(2)];
  return [seconds.toFixed(3), ...ratio, pause.toFixed(0), asked];
}

function save(results, version) {
  const zarrita = JSON.parse(readFileSync(join(root, "node_modules/zarrita/package.json"), "utf8")).version;
  const machine = {
    chromium: version,
    zarrita,
    node: process.version,
    platform: `${platform()} ${release()} ${arch()}`,
    cores: availableParallelism(),
    cpu: cpus()[0]?.model,
  };
  mkdirSync(join(root, "bench/results"), { recursive: true });
  const file = join(root, `bench/results/browser-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}.json`);
  writeFileSync(file, `${JSON.stringify({ machine, options, rows: results }, null, 2)}\n`);
  console.error(`written to ${file}`);
}
