// Damages valid inputs of every codec, of the JSON parser, of documents and of selections, and checks the outcome
// against one rule: a result of the right length, or a HyperslabError, quickly and in bounded memory.
//   npm run fuzz -- [--seconds 60 | --cases N] [--codec NAME] [--seed N] [--case N]
// `--cases`: how many of each target, however long they take.
// A failure is printed with the options that repeat it; the exit code is 1.
import { Worker } from "node:worker_threads";

const options = { seconds: "60", cases: "", codec: "", seed: String(Date.now() % 1_000_000), case: undefined };
if (process.argv.includes("--help")) {
  console.log("npm run fuzz -- [--seconds 60 | --cases N] [--codec NAME] [--seed N] [--case N]");
  process.exit(0);
}
for (let i = 2; i < process.argv.length; i += 2) {
  const name = process.argv[i].replace(/^--/, "");
  if (!(name in options)) throw new Error(`no option ${process.argv[i]}`);
  options[name] = process.argv[i + 1];
}

/** CPU seconds and elapsed seconds that one case may take, and bytes that the process may hold. */
const MOST_WORK = 10;
const LONGEST = 120;
const MOST_MEMORY = 1.5 * 2 ** 30;
/** Failures of one target beyond this many are only counted. */
const SHOWN = 3;

const state = new Int32Array(new SharedArrayBuffer(12));
const failures = new Map();
let names = [];

const { cases } = options;
console.log(`seed ${options.seed}, ${cases === "" ? `${options.seconds} s` : `${cases} cases of each target`}`);
const worker = new Worker(new URL("fuzz/worker.mjs", import.meta.url), {
  workerData: {
    state,
    seed: Number(options.seed),
    seconds: cases === "" ? Number(options.seconds) : undefined,
    cases: cases === "" ? undefined : Number(cases),
    codec: options.codec,
    only: options.case === undefined ? undefined : Number(options.case),
  },
});
worker.on("error", (error) => stop(`the worker fell: ${error.stack}`));
worker.on("message", (message) => {
  if (message.kind === "ready") ({ names } = message);
  else if (message.kind === "failure") report(message.name, message.index, message.what, message.details);
  else finish(message.counts);
});
watch();

/** Checks that cases end and that memory stays within its bound. */
function watch() {
  let seen = -1;
  let since = performance.now();
  let before = process.cpuUsage();
  setInterval(() => {
    if (state[2] !== seen) {
      seen = state[2];
      since = performance.now();
      before = process.cpuUsage();
    }
    const { user, system } = process.cpuUsage(before);
    const late = (user + system) / 1e6 > MOST_WORK || performance.now() - since > LONGEST * 1000;
    const memory = process.memoryUsage.rss();
    if (late) stop(`a case takes more than ${MOST_WORK} s of work, or ${LONGEST} s`);
    else if (memory > MOST_MEMORY) stop(`${Math.round(memory / 2 ** 20)} MiB are held`);
  }, 200).unref();
}

function stop(what) {
  report(names[state[0]] ?? "start", state[1], what);
  process.exit(1);
}

function report(name, index, what, details) {
  const count = (failures.get(name) ?? 0) + 1;
  failures.set(name, count);
  if (count > SHOWN) return;
  console.log(`\nFAILED ${name}: ${what}`);
  if (details !== undefined) console.log(JSON.stringify(details).slice(0, 3000));
  console.log(`repeat: npm run fuzz -- --codec ${name} --seed ${options.seed} --case ${index}`);
}

function finish(counts) {
  console.log(`\n| target | cases | accepted | refused | failed |\n|---|--:|--:|--:|--:|`);
  for (const [name, { cases, accepted, refused }] of Object.entries(counts)) {
    console.log(`| ${name} | ${cases} | ${accepted} | ${refused} | ${failures.get(name) ?? 0} |`);
  }
  process.exit(failures.size === 0 ? 0 : 1);
}
