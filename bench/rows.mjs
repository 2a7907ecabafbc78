// The rows of the benchmark, shared by the JavaScript peers: stores that make.py lays out, and what is timed on them.
import { readFileSync } from "node:fs";

export const STORES = ["v2-blosc", "v3-zstd", "v3-gzip", "v3-raw", "v3-bitshuffle", "v3-shard", "v3-small"];

export function parseArguments(argv) {
  const options = { rounds: 3, ops: "", dir: argv[0] };
  for (let i = 1; i < argv.length; i += 2) options[argv[i].slice(2)] = argv[i + 1];
  options.rounds = Number(options.rounds);
  return options;
}

/** Best of the rounds; `prepare` is not timed. */
export async function time(rounds, action, prepare = async () => undefined) {
  let seconds = Number.POSITIVE_INFINITY;
  let result;
  for (let round = 0; round < rounds; round++) {
    const given = await prepare();
    const started = performance.now();
    result = await action(given);
    seconds = Math.min(seconds, (performance.now() - started) / 1000);
  }
  return { seconds, result };
}

export function sum(values) {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i];
  return total;
}

export function report(peer, op, seconds, total) {
  const peakRssBytes = process.resourceUsage().maxRSS * 1024;
  console.log(JSON.stringify({ peer, op, seconds, sum: total, peakRssBytes }));
}

export function failed(peer, op, error) {
  console.log(JSON.stringify({ peer, op, error: String(error.message).slice(0, 120) }));
}

/** What make.py wrote down: shapes, the points and the column that every contestant reads. */
export function description(dir) {
  return JSON.parse(readFileSync(`${dir}/bench.json`, "utf8"));
}

/** The field that the stores hold, as float32 in C order. */
export function field(dir) {
  const bytes = readFileSync(`${dir}/field.f32`);
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}
