// Times codecs, one thread, on chunks of 1 MiB: Hyperslab (through its pipeline), numcodecs for Python where it is
// installed, and numcodecs.js. All three decode the same bytes, and what they decode is compared.
//   npm run bench:codecs -- [--rounds 3] [--seconds 0.1] [--only "^zstd|lz4"]
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { arch, cpus, platform, release } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { CHUNK, makeData, ROWS } from "./codec-rows.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const options = { rounds: "3", seconds: "0.1", only: "" };
for (let i = 2; i < process.argv.length; i += 2) options[process.argv[i].replace(/^--/, "")] = process.argv[i + 1];
const OPS = ["decode", "into", "encode"];

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
for (const { close } of Object.values(peers)) close();
printDecode();
printEncode();
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
  throw new Error(`${name}: nobody encodes it`);
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

function printDecode() {
  const others = Object.keys(peers).filter((peer) => peer !== "hyperslab");
  const kinds = others.flatMap((peer) => [`${peer} decode`, `${peer} into`]);
  printRows("Decode, MB/s", ["hyperslab decode", "hyperslab into"], kinds, []);
}

function printEncode() {
  const others = Object.keys(peers).filter((peer) => peer !== "hyperslab");
  const sizes = ["hyperslab", ...others].map((peer) => `${peer} encode`);
  printRows(
    "Encode, MB/s",
    ["hyperslab encode"],
    others.map((peer) => `${peer} encode`),
    sizes,
  );
}

/** Speeds of ours and the peers', each peer's with its time / our time at the same, and compression ratios. */
function printRows(title, ours, theirs, sizes) {
  const head = [title, ...ours, ...theirs.flatMap((kind) => [kind, "x"]), ...sizes.map((kind) => `${kind} ratio`)];
  console.log(`\n| ${head.join(" | ")} |\n|${head.map((_, i) => (i === 0 ? "---" : "--:")).join("|")}|`);
  for (const { name, best } of rows) {
    const cells = [name, ...ours.map((kind) => speed(best[kind]))];
    for (const kind of theirs) {
      const own = best[`hyperslab ${kind.split(" ").at(-1)}`]?.seconds;
      const other = best[kind]?.seconds;
      cells.push(speed(best[kind]), own === undefined || other === undefined ? "" : (other / own).toFixed(2));
    }
    for (const kind of sizes) {
      const length = best[kind]?.length;
      cells.push(length === undefined ? "" : (CHUNK / length).toFixed(2));
    }
    console.log(`| ${cells.join(" | ")} |`);
  }
  console.log("\nx = the peer's time / ours: above 1 Hyperslab is faster. `into`: into a given buffer.");
}

function speed(result) {
  return result?.seconds === undefined ? "" : (CHUNK / 1e6 / result.seconds).toFixed(0);
}

function save() {
  const machine = {
    node: process.version,
    platform: `${platform()} ${release()} ${arch()}`,
    cores: cpus().length,
    cpu: cpus()[0]?.model,
  };
  mkdirSync(join(root, "bench/results"), { recursive: true });
  const file = join(root, `bench/results/codecs-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}.json`);
  writeFileSync(file, `${JSON.stringify({ machine, options, rows }, null, 2)}\n`);
  console.error(`written to ${file}`);
}
