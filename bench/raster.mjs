// GRIB2 of 500 messages: our scan against cfgrib's index, and all values against ecCodes. Each round runs all, in turn. Beside the time on
// the clock, decoding is compared by the time of the processor without workers, which other programs on the machine change little.
//   node bench/raster.mjs [--messages 500] [--rounds 3] [--packings grid_simple,grid_complex_spatial_differencing,grid_ccsds]
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureEnvironment } from "../scripts/peers/environments.mjs";

const option = (name, usual) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : usual);
const messages = Number(option("--messages", 500));
const packings = option("--packings", "grid_simple,grid_complex_spatial_differencing,grid_ccsds");
const rounds = Number(option("--rounds", 3));
const library = option("--library", new URL("../dist/lib/index.js", import.meta.url).href);
const python = ensureEnvironment("raster");

/** Levels and steps of temperature on a grid of a degree; packings in turn. */
const maker = `
import sys, numpy as np, eccodes as ec
packings = sys.argv[3].split(",")
with open(sys.argv[1], "wb") as file:
    for index in range(int(sys.argv[2])):
        h = ec.codes_grib_new_from_samples("regular_ll_sfc_grib2")
        keys = dict(Ni=360, Nj=181, latitudeOfFirstGridPointInDegrees=90, longitudeOfFirstGridPointInDegrees=0, latitudeOfLastGridPointInDegrees=-90,
                    longitudeOfLastGridPointInDegrees=359, iDirectionIncrementInDegrees=1, jDirectionIncrementInDegrees=1, bitsPerValue=12,
                    shortName="t", typeOfLevel="isobaricInhPa", level=1000 - 20 * (index % 50), step=index // 50)
        for key, value in keys.items(): ec.codes_set(h, key, value)
        y, x = np.mgrid[0:181, 0:360]
        values = (280 + 20 * np.sin(x / 30 + index) * np.cos(y / 20) + np.random.default_rng(index).normal(0, 0.2, x.shape)).ravel()
        ec.codes_set_values(h, values)
        ec.codes_set(h, "packingType", packings[index % len(packings)])
        ec.codes_set_values(h, values)
        file.write(ec.codes_get_message(h))
`;

const peer = `
import sys, time, json, numpy as np
import cfgrib, eccodes as ec
from cfgrib import messages
start = time.perf_counter()
index = messages.FileIndex.from_fieldset(messages.FileStream(sys.argv[1]), cfgrib.dataset.INDEX_KEYS + ["time", "step"], computed_keys=cfgrib.cfmessage.COMPUTED_KEYS)
scanned = time.perf_counter()
work = time.process_time()
total = 0.0
with open(sys.argv[1], "rb") as file:
    while True:
        h = ec.codes_grib_new_from_file(file)
        if h is None: break
        total += float(ec.codes_get_values(h)[0])
        ec.codes_release(h)
print(json.dumps({"scan": scanned - start, "decode": time.perf_counter() - scanned, "work": time.process_time() - work, "total": total}))
`;

const ours = `
import { openArray } from ${JSON.stringify(library)};
const start = performance.now();
const array = await openArray(process.argv[1] + "::t");
const scanned = performance.now();
const { data, shape } = await array.read();
const decode = (performance.now() - scanned) / 1000;
const before = process.cpuUsage();
await array.read(undefined, { workers: false });
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ scan: (scanned - start) / 1000, decode, work: (user + system) / 1e6, shape, first: data[0] }));
`;

function run(command, args) {
  const { stdout, stderr } = spawnSync(command, args, {
    encoding: "utf8",
    cwd: fileURLToPath(new URL("..", import.meta.url)),
  });
  if (stdout.trim() === "") throw new Error(stderr);
  return JSON.parse(stdout.trim().split("\n").at(-1));
}

const folder = mkdtempSync(join(tmpdir(), "hyperslab-raster-"));
try {
  const file = join(folder, "many.grib2");
  const made = spawnSync(python, ["-c", maker, file, String(messages), packings], { encoding: "utf8" });
  if (made.status !== 0) throw new Error(made.stderr);
  const script = join(folder, "peer.py");
  writeFileSync(script, peer);
  const rows = [];
  for (let round = 0; round < rounds; round++) {
    rows.push({
      ours: run(process.execPath, ["--input-type=module", "-e", ours, file]),
      theirs: run(python, [script, file]),
    });
  }
  for (const what of ["scan", "decode", "work"]) {
    const best = (side) => Math.min(...rows.map((row) => row[side][what]));
    const [mine, other] = [best("ours"), best("theirs")];
    const name = what === "scan" ? "cfgrib's index" : "ecCodes";
    const title = what === "work" ? "decode, processor" : what;
    console.log(`${title}: ${mine.toFixed(3)} s, ${name} ${other.toFixed(3)} s: ${(other / mine).toFixed(1)}x`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
