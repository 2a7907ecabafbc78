// Seeded runs that try to get wrong values out of Hyperslab: beside zarr-python and TensorStore on one store, beside other
// readers and writers, with signals, full disks, and servers that close, change and lie.
//   npm run torture -- [MINUTES] [--seed N] [--scenario NAME] [--times N] [--go-on] [--keep]
// Without --times, cases with seeds N, N + 1, ... run until the minutes (default 1) are over. The first failure ends the
// run with code 1, and is printed with the command that repeats it; --go-on counts failures instead, --keep leaves the
// files of failed cases. Scenarios that race (all but differential) may need several --times to fail again.
import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { ensureEnvironment } from "./peers/environments.mjs";
import { bundleTiny } from "./torture/library.mjs";
import { SCENARIOS } from "./torture/scenarios.mjs";

/** A case that takes longer hangs: the longest take ten seconds on a busy machine. */
const LONGEST = 180_000;
/** Bytes that the process of the cases may hold. */
const MOST_MEMORY = 2 * 2 ** 30;
/** Steps of a failed case that are printed: the last ones. */
const SHOWN_STEPS = 40;

const options = { minutes: 1, seed: 1, scenario: undefined, times: undefined, goOn: false, keep: false };
readArguments(process.argv.slice(2));

const folder = mkdtempSync(`${tmpdir()}/hyperslab-torture-`);
const tiny = await bundleTiny();
const totals = new Map(SCENARIOS.map(({ name }) => [name, { cases: 0, failures: 0, milliseconds: 0, counts: {} }]));
const chosen = SCENARIOS.filter(({ name }) => options.scenario === undefined || name === options.scenario);
let runner;
let stopped = false;
let mostMemory = 0;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => finish(130));
ensureEnvironment("zarr3");
console.log(`torture: seeds from ${options.seed}, ${options.times ?? `${options.minutes} min`}, ${folder}`);
const end = performance.now() + options.minutes * 60_000;
for (let i = 0; options.times === undefined ? performance.now() < end : i < options.times; i++) {
  const { name } = leastUsed();
  const seed = options.times === undefined ? options.seed + totals.get(name).cases : options.seed;
  await oneCase(name, seed, i);
}
finish([...totals.values()].some(({ failures }) => failures > 0) ? 1 : 0);

function readArguments(given) {
  const numbers = { "--seed": "seed", "--times": "times" };
  for (let i = 0; i < given.length; i++) {
    const word = given[i];
    if (word in numbers) options[numbers[word]] = numberOf(word, given[++i]);
    else if (word === "--scenario") options.scenario = given[++i];
    else if (word === "--go-on") options.goOn = true;
    else if (word === "--keep") options.keep = true;
    else options.minutes = numberOf("MINUTES", word);
  }
  const names = SCENARIOS.map(({ name }) => name);
  if (options.scenario !== undefined && !names.includes(options.scenario)) {
    usage(`no scenario ${options.scenario}: choose one of ${names.join(", ")}`);
  }
}

function numberOf(word, text) {
  const number = Number(text);
  if (text === undefined || !(number >= 0)) usage(`${word} wants a number, not ${text}`);
  return number;
}

function usage(problem) {
  console.error(
    `${problem}\nusage: npm run torture -- [MINUTES] [--seed N] [--scenario NAME] [--times N] [--go-on] [--keep]`,
  );
  process.exit(2);
}

/** The scenario that had the least of its share of the time so far. */
function leastUsed() {
  const use = ({ name, weight }) => totals.get(name).milliseconds / weight;
  return chosen.reduce((least, scenario) => (use(scenario) < use(least) ? scenario : least));
}

async function oneCase(scenario, seed, index) {
  const started = performance.now();
  const answer = await ask({
    scenario,
    seed,
    folder: `${folder}/${index}`,
    tinyEntry: tiny.entry,
    tinyProgram: tiny.program,
  });
  const total = totals.get(scenario);
  total.cases += 1;
  total.milliseconds += performance.now() - started;
  mostMemory = Math.max(mostMemory, answer.memory ?? 0);
  for (const [name, count] of Object.entries(answer.counts ?? {}))
    total.counts[name] = (total.counts[name] ?? 0) + count;
  const failure = answer.failure ?? (answer.memory > MOST_MEMORY ? tooMuch(answer.memory) : undefined);
  if (failure === undefined) return;
  total.failures += 1;
  report(scenario, seed, index, { ...answer, failure });
  if (!options.goOn) finish(1);
  if (!options.keep) remove(`${folder}/${index}`);
}

function tooMuch(memory) {
  stopRunner();
  return `the process holds ${Math.round(memory / 2 ** 20)} MiB`;
}

/** Has the runner do one case. A runner that falls or hangs is a failure, and the next case gets a new one. */
async function ask(request) {
  if (runner === undefined) {
    runner = fork(fileURLToPath(new URL("torture/runner.mjs", import.meta.url)), {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    await once(runner, "message");
  }
  const child = runner;
  return new Promise((resolve) => {
    const over = (answer) => {
      clearTimeout(timer);
      child.off("message", over);
      child.off("exit", fell);
      resolve(answer);
    };
    const fell = (code, signal) => {
      runner = undefined;
      over({ failure: `the process of the case ended with ${signal ?? code}` });
    };
    const timer = setTimeout(() => {
      stopRunner();
      over({ failure: `the case takes more than ${LONGEST / 1000} s` });
    }, LONGEST);
    child.on("message", over);
    child.on("exit", fell);
    child.send(request);
  });
}

function stopRunner() {
  runner?.removeAllListeners();
  runner?.kill("SIGKILL");
  runner = undefined;
}

function report(scenario, seed, index, { failure, limits, log = [] }) {
  console.log(`\nFAILED ${scenario}, seed ${seed}, ${limits ?? "unknown"} limits:\n${failure}`);
  for (const line of log.slice(-SHOWN_STEPS)) console.log(`  ${line}`);
  console.log(`repeat: npm run torture -- --scenario ${scenario} --seed ${seed} --times 1`);
  if (options.keep) console.log(`files: ${folder}/${index}`);
}

function remove(path) {
  // What a case mounted goes first.
  for (const mount of mountsBelow(path)) spawnSync("umount", ["-l", mount]);
  rmSync(path, { recursive: true, force: true });
}

function mountsBelow(path) {
  if (process.platform !== "linux") return [];
  const lines = readFileSync("/proc/mounts", "utf8").split("\n");
  return lines.map((line) => line.split(" ")[1] ?? "").filter((mount) => mount.startsWith(`${path}/`));
}

function finish(code) {
  if (stopped) return;
  stopped = true;
  stopRunner();
  tiny.remove();
  if (!(options.keep && code === 1)) remove(folder);
  console.log("\n| scenario | cases | failures | s | counts |\n|---|--:|--:|--:|---|");
  for (const [name, { cases, failures, milliseconds, counts }] of totals) {
    if (cases === 0) continue;
    const counted = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
    console.log(`| ${name} | ${cases} | ${failures} | ${Math.round(milliseconds / 1000)} | ${counted.join(", ")} |`);
  }
  console.log(`The process of the cases held at most ${Math.round(mostMemory / 2 ** 20)} MiB.`);
  process.exit(code);
}
