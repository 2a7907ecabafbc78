// Combines reference sets along time, as kerchunk's MultiZarrToZarr does: N sets of R references each, saved as JSON. Each round
// runs both, in turn; ratios are those of seconds, and of CPU seconds for busy machines. Both are those of combining and saving, without the start of the program; the peak is the process's.
// Memory that could be freed already counts too, unless --heap bounds the megabytes that V8 may take before it frees some.
//   node bench/combine.mjs [--files 1000] [--references 100] [--rounds 3] [--alone] [--heap MB]
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureEnvironment } from "../scripts/peers/environments.mjs";

const option = (name, usual) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : usual);
const files = Number(option("--files", 1000));
const references = Number(option("--references", 100));
const rounds = Number(option("--rounds", 3));
const library = option("--library", new URL("../dist/lib/index.js", import.meta.url).href);
const keep = option("--keep");
const heap = option("--heap");
const isAlone = process.argv.includes("--alone");

const heapOption = heap === undefined ? [] : [`--max-old-space-size=${heap}`];

const base64 = (array) => `base64:${Buffer.from(array.buffer).toString("base64")}`;

/** One step of time and `references` chunks of one variable. */
function setOf(number) {
  const array = (shape, chunks, dtype, dims) => ({
    ".zarray": JSON.stringify({
      zarr_format: 2,
      shape,
      chunks,
      dtype,
      compressor: null,
      fill_value: null,
      order: "C",
      filters: null,
    }),
    ".zattrs": JSON.stringify({
      _ARRAY_DIMENSIONS: dims,
      ...(dims[0] === "time" && dims.length === 1 ? { units: "days since 2000-01-01", calendar: "standard" } : {}),
    }),
  });
  const refs = { ".zgroup": '{"zarr_format":2}' };
  const add = (name, members) => {
    for (const [key, value] of Object.entries(members)) refs[`${name}/${key}`] = value;
  };
  add("time", { ...array([1], [1], "<i8", ["time"]), 0: base64(BigInt64Array.of(BigInt(number))) });
  add("x", {
    ...array([references], [references], "<f4", ["x"]),
    0: base64(Float32Array.from({ length: references }, (_, i) => i)),
  });
  add("t", array([1, references, 1000], [1, 1, 1000], "<f4", ["time", "x", "y"]));
  for (let chunk = 0; chunk < references; chunk++)
    refs[`t/0.${chunk}.0`] = [`/data/a/long/path/of/a/run/file-${number}.nc`, 5000 + chunk * 4096, 4000];
  return JSON.stringify({ version: 1, refs });
}

const ours = `
import { scan } from ${JSON.stringify(library)};
const before = process.memoryUsage().rss / 2 ** 20;
const [start, cpu] = [performance.now(), process.cpuUsage()];
const result = await scan(process.argv[1] + "/*.json", { concat: "time" });
const saved = await result.save(process.argv[2], { overwrite: true });
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ cpu: (user + system) / 1e6, seconds: (performance.now() - start) / 1000, references: saved.references, peak: process.resourceUsage().maxRSS / 1024, before }));
`;

const kerchunk = `
import glob, json, resource, sys, time
from kerchunk.combine import MultiZarrToZarr
start, cpu = time.perf_counter(), time.process_time()
paths = sorted(glob.glob(sys.argv[1] + "/*.json"))
combined = MultiZarrToZarr(paths, concat_dims=["time"], identical_dims=["x"], remote_protocol="file").translate()
with open(sys.argv[2], "w") as out: json.dump(combined, out)
print(json.dumps({"cpu": time.process_time() - cpu, "seconds": time.perf_counter() - start, "references": len(combined["refs"]), "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
`;

function run(command, args) {
  const { stdout, stderr } = spawnSync(command, args, {
    encoding: "utf8",
    cwd: fileURLToPath(new URL("..", import.meta.url)),
  });
  if (stdout.trim() === "") throw new Error(stderr);
  return JSON.parse(stdout.trim().split("\n").at(-1));
}

const folder = mkdtempSync(join(tmpdir(), "hyperslab-combine-"));
try {
  mkdirSync(join(folder, "sets"));
  for (let number = 0; number < files; number++) {
    writeFileSync(join(folder, "sets", `${String(number).padStart(6, "0")}.json`), setOf(number));
  }
  const script = join(folder, "peer.py");
  writeFileSync(script, kerchunk);
  const python = isAlone ? undefined : ensureEnvironment("kerchunk");
  const rows = [];
  for (let round = 0; round < rounds; round++) {
    const out = join(folder, "ours.json");
    rows.push({
      ours: run(process.execPath, [...heapOption, "--input-type=module", "-e", ours, join(folder, "sets"), out]),
      theirs: python && run(python, [script, join(folder, "sets"), join(folder, "theirs.json")]),
    });
  }
  const best = (side) => rows.map((row) => row[side]).toSorted((a, b) => a.cpu - b.cpu)[0];
  const text = ({ cpu, seconds, peak, before, references: count }) => {
    const above = before === undefined ? "" : ` (${(peak - before).toFixed(0)} above the start)`;
    return `${cpu.toFixed(2)} s of CPU, ${seconds.toFixed(2)} s, peak ${peak.toFixed(0)} MB${above}, ${count} references`;
  };
  console.log(
    `${files} sets of ${references} references, ${(statSync(join(folder, "ours.json")).size / 1e6).toFixed(1)} MB`,
  );
  console.log(`Hyperslab: ${text(best("ours"))}`);
  if (python) {
    const ratio = (what) => `${(best("theirs")[what] / best("ours")[what]).toFixed(1)}x`;
    console.log(`kerchunk: ${text(best("theirs"))}: ${ratio("seconds")} by the clock, ${ratio("cpu")} by CPU`);
  }
  if (keep !== undefined) cpSync(folder, keep, { recursive: true });
} finally {
  rmSync(folder, { recursive: true });
}
