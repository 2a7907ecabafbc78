// What is timed, shared by the JavaScript peers: stores that peers/make.py lays out, and how a row is run and reported.
import { readFileSync } from "node:fs";

export const STORES = ["v2-blosc", "v3-zstd", "v3-gzip", "v3-raw", "v3-bitshuffle", "v3-shard", "v3-small"];

/** What make.py recorded: shapes, the points and the column that every contestant reads. */
export function description(dir) {
  return JSON.parse(readFileSync(`${dir}/bench.json`, "utf8"));
}

/** The field that the stores hold, as float32 in C order. */
export function field(dir) {
  const bytes = readFileSync(`${dir}/field.f32`);
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

/** The peak after the first round: what one call takes, without uncollected results of earlier rounds. */
let firstPeak;

/** Best of the rounds; `prepare` is not timed. */
export async function time(rounds, action, prepare = async () => undefined) {
  let seconds = Number.POSITIVE_INFINITY;
  let result;
  for (let round = 0; round < rounds; round++) {
    const given = await prepare();
    result = undefined;
    const started = performance.now();
    result = await action(given);
    seconds = Math.min(seconds, (performance.now() - started) / 1000);
    firstPeak ??= process.resourceUsage().maxRSS * 1024;
  }
  return { seconds, result };
}

export function sum(values) {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i];
  return total;
}

/**
 * Runs a peer's program: `node PEER.mjs DIR --list` names its operations, `--op NAME --rounds N` runs one of them, in a
 * separate process, so that its peak memory is its own.
 */
export async function main(peer, operations) {
  const [dir, ...rest] = process.argv.slice(2);
  const option = (name) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined);
  if (rest.includes("--list")) {
    console.log(JSON.stringify(Object.keys(operations)));
    return;
  }
  const op = option("--op");
  try {
    const { seconds, total } = await operations[op](dir, Number(option("--rounds") ?? 3));
    console.log(JSON.stringify({ peer, op, seconds, sum: total, peakRssBytes: firstPeak }));
  } catch (error) {
    console.log(JSON.stringify({ peer, op, error: String(error.message).slice(0, 200) }));
  }
}
