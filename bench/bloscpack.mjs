// Times pack and unpack of 256 MiB against blpk with as many threads as there are cores, in one run, and the peak memory.
//   node bench/bloscpack.mjs [--rounds 3] [--size 256] [--folder DIRECTORY]
// Each is a process of its own, started in turn; the best of the rounds counts. Prints a table in Markdown. On a disk the
// times are mostly those of the disk: a folder in memory (/dev/shm) compares the programs.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureEnvironment } from "../scripts/peers/environments.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const options = { rounds: "3", size: "256", folder: join(root, ".cache", "bench-bloscpack") };
for (let i = 2; i < process.argv.length; i += 2) options[process.argv[i].replace(/^--/, "")] = process.argv[i + 1];

const { folder } = options;
mkdirSync(folder, { recursive: true });
const python = ensureEnvironment("bloscpack");
const raw = join(folder, `raw-${options.size}`);
if (!existsSync(raw)) makeRaw();

const ROWS = [
  ["lz4", "5"],
  ["zstd", "3"],
  ["blosclz", "7"],
];
const threads = String(cpus().length);
const blpk = ["-c", "import sys; sys.argv[0] = 'blpk'; from bloscpack.cli import main; main()", "-f", "-n", threads];
const hyperslab = [join(root, "dist/cli/main.js")];

console.log("| | blpk s | Hyperslab s | blpk / Hyperslab | blpk MiB | Hyperslab MiB |\n|---|---|---|---|---|---|");
for (const [codec, level] of ROWS) {
  const theirs = join(folder, `${codec}-theirs.blp`);
  const ours = join(folder, `${codec}-ours.blp`);
  const common = ["-c", codec, "-l", level, "-t", "4"];
  compare(
    `pack ${codec} ${level}`,
    [...blpk, "compress", ...common, raw, theirs],
    ["pack", "-f", "-q", ...common, raw, ours],
  );
  const out = join(folder, "out");
  compare(`unpack ${codec} ${level}`, [...blpk, "decompress", theirs, out], ["unpack", "-f", "-q", theirs, out]);
  if (statSync(out).size !== statSync(raw).size) throw new Error("what was unpacked has another length");
  for (const file of [theirs, ours, out]) rmSync(file);
}

function compare(name, blpkArguments, hyperslabArguments) {
  const best = { theirs: Infinity, ours: Infinity };
  const peak = { theirs: 0, ours: 0 };
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const [who, program, argv] of [
      ["theirs", python, blpkArguments],
      ["ours", process.execPath, [...hyperslab, ...hyperslabArguments]],
    ]) {
      // Neither has to clear away what was there.
      rmSync(argv.at(-1), { force: true });
      const { seconds, megabytes } = timed(program, argv);
      best[who] = Math.min(best[who], seconds);
      peak[who] = Math.max(peak[who], megabytes);
    }
  }
  const ratio = (best.theirs / best.ours).toFixed(2);
  console.log(
    `| ${name} | ${best.theirs.toFixed(2)} | ${best.ours.toFixed(2)} | ${ratio} | ${peak.theirs.toFixed(0)} | ${peak.ours.toFixed(0)} |`,
  );
}

/** Runs a program; the peak of its memory is what the kernel says of finished children. */
function timed(program, argv) {
  const watcher =
    "import resource, subprocess, sys, time\n" +
    "begin = time.perf_counter()\n" +
    "code = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL)\n" +
    "print(time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024, code)";
  const { stdout, stderr } = spawnSync(python, ["-c", watcher, program, ...argv], { encoding: "utf8" });
  const [seconds, megabytes, code] = stdout.trim().split(" ").map(Number);
  if (code !== 0) throw new Error(`${program} ${argv.join(" ")} ended with ${code}: ${stderr}`);
  return { seconds, megabytes };
}

/** Smooth float32 with noise, as in the other benchmarks. */
function makeRaw() {
  const values = new Float32Array((Number(options.size) * 1024 * 1024) / 4);
  let state = 1;
  for (let i = 0; i < values.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    values[i] = Math.sin((i % 2048) / 100) * Math.cos(i / 2048 / 70) * 50 + (state / 2 ** 32 - 0.5) * 0.04;
  }
  writeFileSync(raw, new Uint8Array(values.buffer));
}
