// The benchmark: makes the stores, runs every peer in a process of its own, interleaved, and prints ratios.
//   npm run bench -- [--size small|full] [--peers hyperslab,zarrita,...] [--ops read] [--outer 2] [--rounds 5]
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { arch, cpus, platform, release, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const options = { size: "full", peers: "", ops: "", outer: "2", rounds: "5" };
for (let i = 2; i < process.argv.length; i += 2) {
  const name = process.argv[i].replace(/^--/, "");
  if (!Object.hasOwn(options, name))
    throw new Error(`no option --${name}: there are --${Object.keys(options).join(", --")}`);
  options[name] = process.argv[i + 1];
}

const python = join(root, ".peers/zarr3/bin/python");
const newPython = join(root, ".peers/zarr34/bin/python");
const dir = join(root, `.cache/bench-${options.size}`);
const javascript = (name) => [process.execPath, [join(root, `bench/${name}.mjs`), dir]];
const pythonPeer = (name, program = python) => [program, [join(root, "bench/peers/run.py"), dir, name]];
const PEERS = {
  hyperslab: javascript("hyperslab"),
  zarrita: javascript("zarrita"),
  "zarr-python": pythonPeer("zarr"),
  tensorstore: pythonPeer("tensorstore"),
  zarrs: pythonPeer("zarrs"),
  "zarr-python-3.4": pythonPeer("zarr", newPython),
  "zarr-python-3.4-fused": pythonPeer("zarr-fused", newPython),
};
const isPython = (peer) => PEERS[peer][0] !== process.execPath;
const chosen = Object.keys(PEERS).filter(
  (name) => (options.peers === "" || options.peers.split(",").includes(name)) && existsSync(PEERS[name][0]),
);

makeStores();
const best = new Map();
// Row by row, so that all run under the same load.
for (let round = 0; round < Number(options.outer); round++) {
  for (const op of operationsOf("hyperslab").filter((name) => options.ops === "" || name.includes(options.ops))) {
    console.error(op);
    for (const peer of chosen) if (isPython(peer) || operationsOf(peer).includes(op)) runPeer(peer, op);
  }
}
const rows = collect();
printTable(rows);
printMemory(rows);
save(rows);

function makeStores() {
  if (existsSync(join(dir, "bench.json"))) return;
  if (!existsSync(python))
    throw new Error("the stores are made by zarr-python: run node scripts/peers/environments.mjs zarr3 first");
  mkdirSync(dir, { recursive: true });
  console.error(`making the stores in ${dir}`);
  execFileSync(python, [join(root, "bench/peers/make.py"), dir, "--size", options.size], { stdio: "inherit" });
}

function operationsOf(peer) {
  const [program, args] = PEERS[peer];
  return JSON.parse(spawnSync(program, [...args, "--list"], { encoding: "utf8" }).stdout);
}

function runPeer(peer, op) {
  const [program, args] = PEERS[peer];
  // Only Hyperslab reads into existing memory.
  if (isPython(peer) && op.startsWith("read into")) return;
  run(peer, program, [...args, "--rounds", options.rounds, isPython(peer) ? "--alone" : "--op", op]);
}

function run(peer, program, args) {
  const { stdout, stderr, status } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 1 << 26 });
  if (status !== 0) console.error(`${peer} ended with ${status}: ${stderr.slice(-500)}`);
  for (const line of stdout.split("\n").filter((text) => text.startsWith("{"))) keep(peer, JSON.parse(line));
}

function keep(peer, result) {
  const name = `${peer}\0${result.op}`;
  const known = best.get(name);
  if (result.error !== undefined && known === undefined) best.set(name, result);
  if (result.seconds === undefined) return;
  if (known?.seconds === undefined || result.seconds < known.seconds) best.set(name, result);
}

function collect() {
  const ops = [...new Set([...best.values()].map(({ op }) => op))];
  return ops.map((op) => {
    const results = Object.fromEntries(chosen.map((peer) => [peer, best.get(`${peer}\0${op}`)]));
    checkSums(op, results);
    return { op, results };
  });
}

/** Peers that read the same values have the same sum; float32 sums differ in the last digits by order alone. */
function checkSums(op, results) {
  const sums = Object.entries(results).filter(([, result]) => result?.seconds !== undefined && !op.startsWith("write"));
  const [first] = sums;
  for (const [peer, { sum }] of sums) {
    if (Math.abs(sum - first[1].sum) > Math.abs(first[1].sum) * 1e-6) {
      throw new Error(`${op}: ${peer} read a sum of ${sum}, ${first[0]} of ${first[1].sum}`);
    }
  }
}

function printTable(rows) {
  const others = chosen.filter((peer) => peer !== "hyperslab");
  const head = ["row", "hyperslab s", ...others.flatMap((peer) => [`${peer} s`, `x`])];
  console.log(`| ${head.join(" | ")} |`);
  console.log(`|${head.map(() => "---").join("|")}|`);
  for (const { op, results } of rows) {
    const ours = results.hyperslab?.seconds;
    const cells = others.flatMap((peer) => {
      const seconds = results[peer]?.seconds;
      if (seconds === undefined) return [results[peer]?.error === undefined ? "" : "cannot", ""];
      return [seconds.toFixed(3), ours === undefined ? "" : (seconds / ours).toFixed(2)];
    });
    console.log(`| ${[op, ours?.toFixed(3) ?? results.hyperslab?.error ?? "", ...cells].join(" | ")} |`);
  }
  console.log("\nx = the peer's time / ours: above 1 Hyperslab is faster.\n");
}

/** The most memory that each peer's process held, where the result itself is 256 MiB. */
function printMemory(rows) {
  console.log(`| peak memory, MiB | ${chosen.join(" | ")} |`);
  console.log(`|---|${chosen.map(() => "---").join("|")}|`);
  for (const { op, results } of rows) {
    const cells = chosen.map((peer) => {
      const bytes = results[peer]?.peakRssBytes;
      return bytes === undefined ? "" : Math.round(bytes / 2 ** 20);
    });
    console.log(`| ${op} | ${cells.join(" | ")} |`);
  }
}

function save(rows) {
  const machine = {
    node: process.version,
    platform: `${platform()} ${release()} ${arch()}`,
    cores: cpus().length,
    cpu: cpus()[0]?.model,
    memory: totalmem(),
  };
  mkdirSync(join(root, "bench/results"), { recursive: true });
  const file = join(root, `bench/results/${new Date().toISOString().slice(0, 19).replaceAll(":", "")}.json`);
  writeFileSync(file, `${JSON.stringify({ machine, options, rows }, null, 2)}\n`);
  console.error(`written to ${file}`);
}
