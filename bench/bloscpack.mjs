// Bloscpack files, four tables in Markdown:
//   speed   pack and unpack of 256 MiB against blpk with as many threads as there are cores, and the peak memory of both
//   memory  the peak memory of pack and unpack alone, whatever the file's length, codec and size of chunks
//   append  1 MiB to a long file and to one of 10 MiB: how long it takes
//   arrays  256 MiB as a NumPy array: read and written by the libraries, within one process each
//
//   node bench/bloscpack.mjs [--parts speed,memory,append,arrays] [--rounds 3] [--size 256] [--long 1024] [--folder DIRECTORY]
//
// Each is a process of its own, started in turn; the best of the rounds counts for times, the highest for memory. On a disk
// the times are mostly those of the disk: a folder in memory (/dev/shm) compares the programs.
import { spawnSync } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureEnvironment } from "../scripts/peers/environments.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const options = {
  parts: "speed,memory,append,arrays",
  rounds: "3",
  size: "256",
  long: "1024",
  folder: join(root, ".cache", "bench-bloscpack"),
};
for (let i = 2; i < process.argv.length; i += 2) options[process.argv[i].replace(/^--/, "")] = process.argv[i + 1];

const { folder } = options;
const parts = options.parts.split(",");
const rounds = Number(options.rounds);
mkdirSync(folder, { recursive: true });
const python = ensureEnvironment("bloscpack");
const threads = String(cpus().length);
const blpk = ["-c", "import sys; sys.argv[0] = 'blpk'; from bloscpack.cli import main; main()", "-f", "-n", threads];
const hyperslab = [join(root, "dist/cli/main.js")];
const inFolder = (name) => join(folder, name);

const THEIR_ARRAYS = `
import json, os, sys, time, blosc, bloscpack, numpy
s = json.loads(sys.argv[2])
blosc.set_nthreads(os.cpu_count())
values = numpy.fromfile(s["raw"], "f4").reshape(s["shape"])
choice = bloscpack.BloscArgs(typesize=4, clevel=s["level"], shuffle=True, cname=s["codec"])
best = 1e9
for _ in range(s["rounds"]):
    if sys.argv[1] == "write" and os.path.exists(s["theirs"]): os.remove(s["theirs"])
    begin = time.perf_counter()
    if sys.argv[1] == "write": bloscpack.pack_ndarray_to_file(values, s["theirs"], blosc_args=choice)
    else: found = bloscpack.unpack_ndarray_from_file(s["ours"])
    best = min(best, time.perf_counter() - begin)
if sys.argv[1] == "read": assert (found == values).all()
print(best)`;

const OUR_ARRAYS = `
import { readFileSync, rmSync } from "node:fs";
const { create, openArray } = await import(${JSON.stringify(new URL("../dist/lib/index.js", import.meta.url).href)});
const [step, text] = process.argv.slice(-2);
const { raw, theirs, ours, shape, codec, level, rounds } = JSON.parse(text);
const values = new Float32Array(readFileSync(raw).buffer);
const codecs = [{ name: "blosc", configuration: { cname: codec, clevel: level, shuffle: "shuffle", typesize: 4 } }];
let best = Infinity;
let found;
for (let round = 0; round < rounds; round++) {
  if (step === "write") rmSync(ours, { force: true });
  const begin = performance.now();
  if (step === "write") await (await create(ours, { shape, dtype: "float32", codecs })).write(undefined, values);
  else found = await (await openArray(theirs)).read();
  best = Math.min(best, performance.now() - begin);
}
if (found !== undefined && Buffer.compare(Buffer.from(found.data.buffer), Buffer.from(values.buffer)) !== 0) process.exit(1);
console.log(best / 1000);
process.exit(0);`;

if (parts.includes("speed")) speed();
if (parts.includes("memory")) memory();
if (parts.includes("append")) append();
if (parts.includes("arrays")) arrays();

function speed() {
  const raw = rawFile(Number(options.size));
  console.log("| | blpk s | Hyperslab s | blpk / Hyperslab | blpk MiB | Hyperslab MiB |\n|---|--:|--:|--:|--:|--:|");
  for (const [codec, level] of [
    ["lz4", "5"],
    ["zstd", "3"],
    ["blosclz", "7"],
  ]) {
    const theirs = inFolder(`${codec}-theirs.blp`);
    const ours = inFolder(`${codec}-ours.blp`);
    const common = ["-c", codec, "-l", level, "-t", "4"];
    compare(
      `pack ${codec} ${level}`,
      [...blpk, "compress", ...common, raw, theirs],
      ["pack", "-f", "-q", ...common, raw, ours],
    );
    const out = inFolder("out");
    compare(`unpack ${codec} ${level}`, [...blpk, "decompress", theirs, out], ["unpack", "-f", "-q", theirs, out]);
    if (statSync(out).size !== statSync(raw).size) throw new Error("what was unpacked has another length");
    for (const file of [theirs, ours, out]) rmSync(file);
  }
}

function memory() {
  const lengths = [Number(options.size), Number(options.long)];
  console.log(`| peak MiB of | ${lengths.map((length) => `pack ${length} MiB | unpack ${length} MiB`).join(" | ")} |`);
  console.log(`|---|${"--:|--:|".repeat(lengths.length)}`);
  for (const [codec, level] of [
    ["lz4", "5"],
    ["zstd", "3"],
    ["zlib", "1"],
    ["blosclz", "7"],
  ]) {
    for (const chunk of ["1M", "4M", "16M", "max"]) {
      const peaks = lengths.flatMap((length) =>
        peaksOf(rawFile(length), ["-c", codec, "-l", level, "-t", "4", "-z", chunk]),
      );
      console.log(`| ${codec} ${level}, chunks ${chunk} | ${peaks.map((peak) => peak.toFixed(0)).join(" | ")} |`);
    }
  }
}

function peaksOf(raw, choice) {
  const [packed, out] = [inFolder("memory.blp"), inFolder("out")];
  const run = (...argv) => timed(process.execPath, [...hyperslab, ...argv]).megabytes;
  const peaks = { pack: 0, unpack: 0 };
  for (let round = 0; round < rounds; round++) {
    peaks.pack = Math.max(peaks.pack, run("pack", "-f", "-q", ...choice, raw, packed));
    peaks.unpack = Math.max(peaks.unpack, run("unpack", "-f", "-q", packed, out));
  }
  if (statSync(out).size !== statSync(raw).size) throw new Error("what was unpacked has another length");
  for (const file of [packed, out]) rmSync(file);
  return [peaks.pack, peaks.unpack];
}

/** Each time to a fresh copy of the file, so that all rounds do the same. */
function append() {
  const more = rawFile(1);
  const best = new Map();
  const files = new Map();
  for (const length of [10, Number(options.long)]) {
    files.set(length, inFolder(`append-${length}.blp`));
    timed(process.execPath, [
      ...hyperslab,
      "pack",
      "-f",
      "-q",
      "-c",
      "lz4",
      "-t",
      "4",
      rawFile(length),
      files.get(length),
    ]);
  }
  for (let round = 0; round < rounds; round++) {
    for (const [length, file] of files) {
      const grown = inFolder("grown.blp");
      copyFileSync(file, grown);
      const { seconds } = timed(process.execPath, [...hyperslab, "append", "-q", "-c", "lz4", "-t", "4", grown, more]);
      best.set(length, Math.min(best.get(length) ?? Infinity, seconds));
      rmSync(grown);
    }
  }
  const [short, long] = [...best.values()];
  console.log(`| append 1 MiB to | 10 MiB, s | ${options.long} MiB, s | ratio |\n|---|--:|--:|--:|`);
  console.log(`| lz4 5 | ${short.toFixed(3)} | ${long.toFixed(3)} | ${(long / short).toFixed(2)} |`);
  for (const file of files.values()) rmSync(file);
}

/** The libraries alone: the best of the rounds, once code and memory are warm. Each reads what the other wrote. */
function arrays() {
  const raw = rawFile(Number(options.size));
  const shape = [Number(options.size), 512, 512];
  console.log(
    `| ${options.size} MiB of float32 | bloscpack s | Hyperslab s | bloscpack / Hyperslab |\n|---|--:|--:|--:|`,
  );
  for (const [codec, level] of [
    ["lz4", 5],
    ["zstd", 3],
  ]) {
    const [theirs, ours] = [inFolder("array-theirs.blp"), inFolder("array-ours.blp")];
    const settings = { raw, theirs, ours, shape, codec, level, rounds };
    const results = {};
    for (const step of ["write", "read"]) {
      results[step] = {
        theirs: answerOf(python, ["-c", THEIR_ARRAYS, step, JSON.stringify(settings)]),
        ours: answerOf(process.execPath, ["--input-type=module", "-e", OUR_ARRAYS, step, JSON.stringify(settings)]),
      };
    }
    for (const [step, { theirs: their, ours: our }] of Object.entries(results)) {
      console.log(
        `| ${step} ${codec} ${level} | ${their.toFixed(3)} | ${our.toFixed(3)} | ${(their / our).toFixed(2)} |`,
      );
    }
    for (const file of [theirs, ours]) rmSync(file);
  }
}

function answerOf(program, argv) {
  const { status, stdout, stderr } = spawnSync(program, argv, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return Number(stdout);
}

function compare(name, blpkArguments, hyperslabArguments) {
  const best = { theirs: Infinity, ours: Infinity };
  const peak = { theirs: 0, ours: 0 };
  for (let round = 0; round < rounds; round++) {
    for (const [who, program, argv] of [
      ["theirs", python, blpkArguments],
      ["ours", process.execPath, [...hyperslab, ...hyperslabArguments]],
    ]) {
      // Neither has to remove an existing file.
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

/** Runs a program; its peak memory is what the kernel reports for finished children. */
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

/** Smooth float32 with noise, as in the other benchmarks; made once, and a piece at a time. */
function rawFile(megabytes) {
  const path = inFolder(`raw-${megabytes}`);
  if (existsSync(path)) return path;
  const values = new Float32Array((1024 * 1024) / 4);
  const file = openSync(`${path}.partial`, "w");
  let state = 1;
  for (let from = 0; from < megabytes * values.length; from += values.length) {
    for (let i = 0; i < values.length; i++) {
      const at = from + i;
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      values[i] = Math.sin((at % 2048) / 100) * Math.cos(at / 2048 / 70) * 50 + (state / 2 ** 32 - 0.5) * 0.04;
    }
    writeSync(file, values);
  }
  closeSync(file);
  renameSync(`${path}.partial`, path);
  return path;
}
