// Times the decoding of a million CF times: Hyperslab against xarray with cftime, in turn, the fastest of a few rounds each.
//   npm run build && node bench/cf.mjs [--rounds 3]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { ensureEnvironment } from "../scripts/peers/environments.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const rounds = Number(process.argv[process.argv.indexOf("--rounds") + 1]) || 3;
const { decodeTimes } = await import(join(root, "dist/modules/cf/time/decode.js"));
const { parseTimeUnits } = await import(join(root, "dist/modules/cf/time/units.js"));

const COUNT = 1_000_000;
const ROWS = [
  { units: "days since 2000-01-01", calendar: "standard", dtype: "int64" },
  { units: "hours since 1900-01-01", calendar: "standard", dtype: "int32" },
  { units: "days since 2000-01-01", calendar: "standard", dtype: "float64" },
  { units: "days since 0001-01-01", calendar: "standard", dtype: "int64" },
  { units: "days since 2000-01-01", calendar: "noleap", dtype: "float64" },
  { units: "days since 2000-01-01", calendar: "360_day", dtype: "int32" },
];

const counts = Array.from({ length: COUNT }, (_, index) => index % 30000);
const data = ROWS.map(({ dtype }) => {
  if (dtype === "int64") return BigInt64Array.from(counts, BigInt);
  return dtype === "int32" ? Int32Array.from(counts) : Float64Array.from(counts, (count) => count * 0.25);
});

const peer = spawn(ensureEnvironment("xarray"), [join(root, "bench/peers/cf.py"), JSON.stringify(ROWS)], {
  stdio: ["pipe", "pipe", "inherit"],
});
const answers = createInterface({ input: peer.stdout });
const ours = ROWS.map(() => Number.POSITIVE_INFINITY);
const theirs = ROWS.map(() => Number.POSITIVE_INFINITY);
for (let round = 0; round < rounds; round++) {
  const asked = once(answers, "line");
  peer.stdin.write("\n");
  JSON.parse((await asked)[0]).forEach((seconds, row) => {
    theirs[row] = Math.min(theirs[row], seconds);
  });
  ROWS.forEach(({ units, calendar }, row) => {
    const start = performance.now();
    decodeTimes(data[row], parseTimeUnits(units, calendar));
    ours[row] = Math.min(ours[row], (performance.now() - start) / 1000);
  });
}
peer.stdin.end();

const milliseconds = (seconds) => (seconds * 1000).toFixed(1).padStart(8);
console.log("a million times, in ms               hyperslab  xarray + cftime   ratio");
ROWS.forEach(({ units, calendar, dtype }, row) => {
  const name = `${dtype} ${units.replace(" since ", " ")} ${calendar}`.padEnd(36);
  const ratio = (ours[row] / theirs[row]).toFixed(2);
  console.log(`${name} ${milliseconds(ours[row])} ${milliseconds(theirs[row])}            ${ratio}`);
});
const sum = (list) => list.reduce((total, value) => total + value, 0);
console.log(`together: ${(sum(ours) / sum(theirs)).toFixed(3)} of the time`);
