// Compares this build with that of another checkout, row by row, on the stores of `npm run bench`. Both need `npm run build`.
//   node bench/compare.mjs ../before [--ops "read v3-shard,write"] [--rounds 8] [--turns 4] [--folder /dev/shm/bench] [--json FILE] [--apart]
// In each turn one process loads three builds: the other one, the other one again, and this one. They take every round one after
// another, in changing order, so that whatever else the machine does meets all three. Rounds are compared with the same round of the
// other build. Below 1, this build takes less time:
//   time         the middle of these ratios; and of the best rounds
//   again        the same for the build that was loaded twice: what is noise
//   processor    the ratio of the processor time of all threads; and of the build that was loaded twice
// With --apart, every build runs in a process of its own, as in `npm run bench`, in changing order. In one process the builds share
// V8's compiler threads and its heap, so their first rounds cost more.
// Rows of a few milliseconds take three times as many turns, because their processes differ more than their rounds do.
// A row whose `again` is far from 1 tells nothing: repeat it with more turns, or on a machine without other work. The folder holds the
// stores of `bench/peers/make.py`; in memory, it tells the noise of a disk from the cost of code.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    ops: { type: "string", default: "" },
    rounds: { type: "string", default: "8" },
    turns: { type: "string", default: "4" },
    size: { type: "string", default: "full" },
    folder: { type: "string" },
    json: { type: "string" },
    apart: { type: "boolean", default: false },
  },
});
if (positionals.length !== 1)
  throw new Error("usage: node bench/compare.mjs CHECKOUT [--ops A,B] [--rounds N] [--turns N]");
const dir = values.folder ?? join(root, `.cache/bench-${values.size}`);

/** The library of a build, as a URL; earlier builds kept Node's in a folder of its own. */
function libraryIn(dist) {
  const found = ["lib/index.js", "node/index.js"].map((name) => join(dist, name)).find(existsSync);
  if (found === undefined) throw new Error(`${dist} has no build: run npm run build there`);
  return pathToFileURL(found).href;
}

function turn(libraries, args) {
  const program = fileURLToPath(new URL("compare-turn.mjs", import.meta.url));
  const command = ["--expose-gc", program, dir, libraries.join(), ...args];
  const { stdout, stderr } = spawnSync(process.execPath, command, { encoding: "utf8", maxBuffer: 1 << 26 });
  const line = stdout.split("\n").find((text) => text.startsWith("["));
  if (line === undefined) throw new Error(stderr.slice(-2000));
  return JSON.parse(line);
}

/** One turn of each build alone; they take the first place in turn. */
function turnApart(libraries, [op, rounds, number]) {
  const builds = libraries.map((_, i) => (i + Number(number)) % libraries.length);
  return builds.flatMap((build) => {
    return turn([libraries[build]], [op, rounds, number]).map((round) => ({ ...round, build }));
  });
}

const middle = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
};
const best = (numbers) => numbers.reduce((least, number) => Math.min(least, number));

/** Of two builds' rounds: the middle of the ratios round by round, and the ratio of the best rounds. */
function ratios(before, now) {
  return [middle(now.map((number, i) => number / before[i])), best(now) / best(before)];
}

/** Of rows that take less than this, two processes differ more than two rounds: their compilers decide differently. */
const SHORT_SECONDS = 0.02;
const SHORT_TURNS = 3;

const copy = mkdtempSync(join(tmpdir(), "hyperslab-compare-"));
try {
  const other = join(resolve(positionals[0]), "dist");
  cpSync(other, copy, { recursive: true });
  const libraries = [libraryIn(other), libraryIn(copy), libraryIn(join(root, "dist"))];
  const wanted = values.ops.split(",");
  const take = values.apart ? turnApart : turn;
  const rows = turn(libraries, ["--list"]).filter((op) => wanted.some((text) => op.includes(text)));
  const results = values.json !== undefined && existsSync(values.json) ? JSON.parse(readFileSync(values.json)) : {};
  console.log(`${"".padEnd(20)}   before      now   time: middle best   again: middle best   processor: middle again`);
  for (const op of rows) {
    const times = libraries.map(() => []);
    const used = libraries.map(() => []);
    let turns = Number(values.turns);
    for (let number = 0; number < turns; number++) {
      for (const { build, seconds, processor } of take(libraries, [op, values.rounds, String(number)])) {
        times[build].push(seconds);
        used[build].push(processor);
      }
      if (number === 0 && best(times[0]) < SHORT_SECONDS) turns *= SHORT_TURNS;
    }
    const [time, again] = [times[2], times[1]].map((numbers) => ratios(times[0], numbers));
    const [processor, processorAgain] = [used[2], used[1]].map((numbers) => ratios(used[0], numbers));
    results[op] = { before: best(times[0]), now: best(times[2]), time, again, processor, processorAgain };
    const seconds = [times[0], times[2]].map((numbers) => `${best(numbers).toFixed(4)} s`.padStart(9)).join(" ");
    const figures = [...time, ...again, processor[0], processorAgain[0]].map((number) => number.toFixed(2));
    console.log(
      `${op.padEnd(20)} ${seconds}         ${figures[0]} ${figures[1]}           ${figures[2]} ${figures[3]}               ${figures[4]}  ${figures[5]}`,
    );
  }
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, undefined, 1)}\n`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
