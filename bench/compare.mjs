// Compares this build with that of another checkout, row by row and in turn, on the stores of `npm run bench`.
//   node bench/compare.mjs ../before [--ops "read v3-shard,write"] [--rounds 5] [--turns 4] [--folder /dev/shm/bench]
// Prints the best time of each, and the ratios of the best and of the middle turns: below 1, this build is faster. Both need
// `npm run build`. The folder holds the stores of `bench/peers/make.py`; in memory, it tells the noise of a disk from the cost
// of code.
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    ops: { type: "string", default: "" },
    rounds: { type: "string", default: "5" },
    turns: { type: "string", default: "4" },
    size: { type: "string", default: "full" },
    folder: { type: "string" },
  },
});
if (positionals.length !== 1)
  throw new Error("usage: node bench/compare.mjs CHECKOUT [--ops A,B] [--rounds N] [--turns N]");
const dir = values.folder ?? join(root, `.cache/bench-${values.size}`);
const builds = [resolve(positionals[0]), root];

function peer(checkout, args) {
  const { stdout, stderr } = spawnSync(process.execPath, [join(checkout, "bench/hyperslab.mjs"), dir, ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  const line = stdout.split("\n").find((text) => text.startsWith("{") || text.startsWith("["));
  if (line === undefined) throw new Error(stderr.slice(-500));
  return JSON.parse(line);
}

const wanted = values.ops.split(",");
const rows = peer(root, ["--list"]).filter((op) => wanted.some((text) => op.includes(text)));
for (const op of rows) {
  const times = builds.map(() => []);
  for (let turn = 0; turn < Number(values.turns); turn++) {
    // The order changes from turn to turn, so that neither always follows the other.
    for (const index of turn % 2 === 0 ? [0, 1] : [1, 0]) {
      const { seconds, error } = peer(builds[index], ["--op", op, "--rounds", values.rounds]);
      if (error !== undefined) throw new Error(`${op}: ${error}`);
      times[index].push(seconds);
    }
  }
  const [before, now] = times.map((turns) => turns.sort((a, b) => a - b));
  const seconds = `before ${before[0].toFixed(4)} s   now ${now[0].toFixed(4)} s`;
  const middle = before.length >> 1;
  const ratios = `best ${(now[0] / before[0]).toFixed(2)}   middle ${(now[middle] / before[middle]).toFixed(2)}`;
  console.log(`${op.padEnd(24)} ${seconds}   ${ratios}`);
}
