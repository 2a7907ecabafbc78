// One turn of compare.mjs: loads several builds and runs one row on all of them, round by round.
//   node --expose-gc bench/compare-turn.mjs DIR LIBRARY,LIBRARY... OP ROUNDS TURN     prints each timed round: build, seconds, processor
//   node bench/compare-turn.mjs DIR LIBRARY,... --list
import { operationsOf } from "./operations.mjs";

const [dir, libraries, op, rounds, turn] = process.argv.slice(2);
/** The first rounds load code and start threads. */
const WARM_UP = 3;

/** Numbers from 0 up to `count`, from `first` on and then from the start. */
const order = (count, first) => Array.from({ length: count }, (_, i) => (first + i) % count);

/** What takes less time than this is repeated within a round. */
const LEAST_SECONDS = 0.1;

async function measure({ prepare, run }, times) {
  const prepared = await prepare?.();
  // Memory of the rounds before, of whichever build, is not collected on this one's time.
  globalThis.gc();
  const used = process.cpuUsage();
  const started = performance.now();
  let result;
  for (let i = 0; i < times; i++) result = await run(prepared);
  const seconds = (performance.now() - started) / 1000 / times;
  const { user, system } = process.cpuUsage(used);
  return { result, seconds, processor: (user + system) / 1e6 / times };
}

const names = libraries.split(",");
if (op === "--list") {
  console.log(JSON.stringify(Object.keys(operationsOf(await import(names[0])))));
} else {
  const builds = new Map();
  // Which one is loaded first and which one goes first change from turn to turn and from round to round.
  for (const build of order(names.length, Number(turn))) {
    builds.set(build, await operationsOf(await import(names[build]))[op](dir));
  }
  const measured = [];
  let times = 1;
  for (let round = 0; round < Number(rounds) + WARM_UP; round++) {
    const totals = new Set();
    for (const build of order(names.length, round + Number(turn))) {
      const operation = builds.get(build);
      const { result, seconds, processor } = await measure(operation, times);
      if (round < WARM_UP) times = Math.max(times, Math.ceil(LEAST_SECONDS / seconds));
      totals.add(operation.total(result));
      if (round >= WARM_UP) measured.push({ build, seconds, processor });
    }
    if (totals.size > 1) throw new Error(`${op}: the builds read different values`);
  }
  for (const { end } of builds.values()) await end?.();
  console.log(JSON.stringify(measured));
}
