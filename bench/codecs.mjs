// Times codecs, one thread, on chunks of 1 MiB: Hyperslab (through its pipeline), numcodecs for Python where it is
// installed, and numcodecs.js. All three decode the same bytes, and what they decode is compared.
//   npm run bench:codecs -- [--rounds 3] [--seconds 0.1] [--only "^zstd|lz4"]
//   node bench/codecs.mjs --from a.json,b.json     the tables of several runs' results, as one
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { arch, cpus, platform, release } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { makeData, ROWS } from "./codec-rows.mjs";
import { printTables } from "./codec-tables.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const options = { rounds: "3", seconds: "0.1", only: "", from: "" };
for (let i = 2; i < process.argv.length; i += 2) options[process.argv[i].replace(/^--/, "")] = process.argv[i + 1];
const OPS = ["decode", "into", "encode"];

if (options.from !== "") {
  printTables(joined(options.from.split(",").map((file) => JSON.parse(readFileSync(file, "utf8")))));
  process.exit();
}

const folder = join(root, ".cache/bench-codecs");
rmSync(folder, { recursive: true, force: true });
makeData(folder, join(root, ".cache/bench-full/field.f32"));
writeFileSync(join(folder, "rows.json"), JSON.stringify(ROWS));

const python = join(root, ".peers/zarr3/bin/python");
const javascript = (name) => contestant(process.execPath, [join(root, "bench/codec-peer.mjs"), name, folder]);
const peers = {
  hyperslab: javascript("hyperslab"),
  ...(existsSync(python)
    ? { numcodecs: contestant(python, [join(root, "bench/peers/codecs.py"), folder, join(folder, "rows.json")]) }
    : {}),
  "numcodecs.js": javascript("numcodecs.js"),
};

const rows = [];
const only = new RegExp(options.only);
for (const { name } of ROWS.filter((row) => only.test(row.name))) rows.push(await timeRow(name));
const memory = {};
for (const [peer, { ask }] of Object.entries(peers)) memory[peer] = (await ask({ op: "memory" })).bytes;
for (const { close } of Object.values(peers)) close();
const result = { machine: machine(), options, peers: Object.keys(peers), memory, rows };
printTables(result);
save();

async function timeRow(name) {
  console.error(name);
  const preparer = await prepare(name);
  const best = {};
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const op of OPS) {
      for (const [peer, { ask }] of Object.entries(peers)) {
        const answer = await ask({ row: name, op, seconds: Number(options.seconds) });
        const known = best[`${peer} ${op}`];
        if (known?.seconds === undefined || answer.seconds < known.seconds) best[`${peer} ${op}`] = answer;
      }
    }
  }
  checkSums(name, best);
  return { name, preparer, best };
}

/** Writes what is decoded: numcodecs' bytes, or ours where it is missing or has no such codec. */
async function prepare(name) {
  for (const peer of ["numcodecs", "hyperslab"]) {
    const answer = await peers[peer]?.ask({ row: name, op: "prepare", seconds: 0 });
    if (answer !== undefined && answer.error === undefined) return peer;
  }
  throw new Error(`${name}: no contestant encodes it`);
}

function checkSums(name, best) {
  const sums = Object.entries(best).filter(([, { sum }]) => sum !== undefined);
  for (const [who, { sum }] of sums) {
    if (sum !== sums[0][1].sum) throw new Error(`${name}: ${who} and ${sums[0][0]} decode to different bytes`);
  }
}

function contestant(program, args) {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (question) => {
      child.stdin.write(`${JSON.stringify(question)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${args.join(" ")} ended at ${JSON.stringify(question)}`);
      return JSON.parse(value);
    },
    close: () => child.stdin.end(),
  };
}

function machine() {
  return {
    node: process.version,
    platform: `${platform()} ${release()} ${arch()}`,
    cores: cpus().length,
    cpu: cpus()[0]?.model,
  };
}

function save() {
  mkdirSync(join(root, "bench/results"), { recursive: true });
  const file = join(root, `bench/results/codecs-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}.json`);
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  console.error(`written to ${file}`);
}

/** Results of runs of different rows, as of one run in the order of the rows. */
function joined(results) {
  const order = ROWS.map(({ name }) => name);
  const all = results.flatMap((run) => run.rows).sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  const peak = (peer) => Math.max(...results.map((run) => run.memory[peer] ?? 0));
  const [{ peers: names }] = results;
  return { peers: names, rows: all, memory: Object.fromEntries(names.map((peer) => [peer, peak(peer)])) };
}
