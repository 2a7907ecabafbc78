// Opens a JSON reference set of N references (10 000 URLs), and looks up one; with --peers, fsspec and zarrita do the same.
//   node bench/references.mjs [--count 1000000] [--rounds 3] [--peers]
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeReferenceSet } from "./reference-set.mjs";

const option = (name, usual) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : usual);
const count = Number(option("--count", 1_000_000));
const rounds = Number(option("--rounds", 3));

const ours = `
import { openArray } from ${JSON.stringify(new URL("../dist/lib/index.js", import.meta.url).href)};
const [start, cpu] = [performance.now(), process.cpuUsage()];
const array = await openArray(process.argv[1] + "::data");
const opened = performance.now();
const size = (await array.hierarchy.store.head("data/${count - 1}")).size;
console.log(JSON.stringify({ cpu: process.cpuUsage(cpu).user / 1e6, open: (opened - start) / 1000, lookup: (performance.now() - opened) / 1000, size, peak: process.resourceUsage().maxRSS / 1024 }));`;

/** Both versions of a generated set, in one process: what `gen` makes is looked up at its end. */
const oursGen = `
import { openArray } from ${JSON.stringify(new URL("../dist/lib/index.js", import.meta.url).href)};
const [start, cpu] = [performance.now(), process.cpuUsage()];
const array = await openArray(process.argv[1] + "::data");
const size = (await array.hierarchy.store.head("data/" + (process.argv[2] - 1))).size;
console.log(JSON.stringify({ cpu: process.cpuUsage(cpu).user / 1e6, open: (performance.now() - start) / 1000, size, peak: process.resourceUsage().maxRSS / 1024 }));`;

const zarrita = `
import { readFileSync } from "node:fs";
import ReferenceStore from ${JSON.stringify(import.meta.resolve("@zarrita/storage/ref"))};
const [start, cpu] = [performance.now(), process.cpuUsage()];
const store = ReferenceStore.fromSpec(JSON.parse(readFileSync(process.argv[1])));
if (store === undefined) throw new Error("no store");
console.log(JSON.stringify({ cpu: process.cpuUsage(cpu).user / 1e6, open: (performance.now() - start) / 1000, peak: process.resourceUsage().maxRSS / 1024 }));`;

const fsspec = `
import sys, time, json, resource
from fsspec.implementations.reference import ReferenceFileSystem
start, cpu = time.perf_counter(), time.process_time()
fs = ReferenceFileSystem(fo=sys.argv[1], remote_protocol="memory", simple_templates=sys.argv[2] == "simple")
size = fs.info("data/" + str(int(sys.argv[3]) - 1))["size"]
print(json.dumps({"cpu": time.process_time() - cpu, "open": time.perf_counter() - start, "size": size, "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))`;

const root = fileURLToPath(new URL("..", import.meta.url));
const python = join(root, ".peers/kerchunk/bin/python");
const withPeers = process.argv.includes("--peers") && existsSync(python);

function run(command, argv) {
  const { stdout, stderr } = spawnSync(command, argv, { encoding: "utf8", cwd: root });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
}

const ratio = (theirs, ours) => Number((theirs / ours).toFixed(1));

/** The best of some rounds, in which the programs take turns. */
function compare(title, programs, more = {}) {
  const best = new Map();
  for (let round = 0; round < rounds; round++) {
    for (const [name, command, argv] of programs) {
      const found = run(command, argv);
      if (!best.has(name) || found.open < best.get(name).open) best.set(name, found);
    }
  }
  const ours = best.get("hyperslab");
  for (const [name, found] of best) {
    const ratios =
      name === "hyperslab" ? {} : { times: ratio(found.open, ours.open), cpuTimes: ratio(found.cpu, ours.cpu) };
    console.log(JSON.stringify({ title, name, ...more, ...found, ...ratios }));
  }
}

const node = (code, ...argv) => [process.execPath, ["--input-type=module", "-e", code, ...argv]];
const genCount = Number(option("--gen", Math.min(count, 1_000_000)));
const folder = mkdtempSync(join(tmpdir(), "hyperslab-references-"));
try {
  const path = join(folder, "refs.json");
  await makeReferenceSet(path, count);
  const fileMB = Math.round(statSync(path).size / 1e6);
  const programs = [["hyperslab", ...node(ours, path)]];
  if (withPeers) {
    programs.push(["fsspec", python, ["-c", fsspec, path, "simple", String(count)]]);
    programs.push(["zarrita", ...node(zarrita, path)]);
  }
  compare("open JSON", programs, { count, fileMB });

  // fsspec takes milliseconds per reference: it is given a hundredth, and its time is multiplied.
  const gen = (size) => {
    const file = join(folder, `gen-${size}.json`);
    const entry = {
      key: "data/{{i}}",
      url: "s3://bucket/file.nc",
      offset: "{{1000 + i * 4000}}",
      length: "4000",
      dimensions: { i: { stop: size } },
    };
    const zarray = {
      zarr_format: 2,
      shape: [size],
      chunks: [1],
      dtype: "<f4",
      compressor: null,
      fill_value: 0,
      order: "C",
      filters: null,
    };
    const refs = { ".zgroup": { zarr_format: 2 }, "data/.zarray": zarray };
    writeFileSync(file, JSON.stringify({ version: 1, gen: [entry], refs }));
    return file;
  };
  const whole = run(...node(oursGen, gen(genCount), String(genCount)));
  const peer = withPeers
    ? run(python, ["-c", fsspec, gen(genCount / 100), "jinja", String(genCount / 100)])
    : undefined;
  const times = peer && {
    fsspec: peer.open * 100,
    times: ratio(peer.open * 100, whole.open),
    cpuTimes: ratio(peer.cpu * 100, whole.cpu),
  };
  console.log(JSON.stringify({ title: "gen", count: genCount, ...whole, ...times }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
