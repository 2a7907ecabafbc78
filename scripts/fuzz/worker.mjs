// Runs the cases, in a separate thread, so that its parent notices a case that does not end. `state` is shared: the
// number of the target, of the case, and how many cases have ended.

import { parentPort, workerData } from "node:worker_threads";
import { crc32 } from "node:zlib";
import { isHyperslabError } from "../../dist/modules/errors.js";
import { cdlTargets } from "./cdl-targets.mjs";
import { codecTargets } from "./codec-targets.mjs";
import { documentTargets } from "./document-targets.mjs";
import { elementTargets } from "./element-targets.mjs";
import { fileTargets } from "./file-targets.mjs";
import { gribIndexTargets } from "./grib-index-targets.mjs";
import { hdf5FilterTargets } from "./hdf5-filter-targets.mjs";
import { hdf5Targets } from "./hdf5-targets.mjs";
import { icechunkTargets } from "./icechunk-targets.mjs";
import { imageTargets } from "./image-targets.mjs";
import { inflateTargets } from "./inflate-targets.mjs";
import { parquetTargets } from "./parquet-targets.mjs";
import { randomOf } from "./random.mjs";
import { rasterTargets } from "./raster-targets.mjs";
import { referenceRunTargets } from "./reference-run-targets.mjs";
import { referenceTargets } from "./reference-targets.mjs";
import { streamTargets } from "./stream-targets.mjs";
import { tileTargets } from "./tile-targets.mjs";
import { bothEngines } from "./twins.mjs";
import { userTypeTargets } from "./user-type-targets.mjs";
import { zstdStreamTargets } from "./zstd-stream-targets.mjs";

/** Cases in a row that damage the same valid input: binding a codec and encoding cost more than a case does. */
const SERIES = 50;

const { seed, seconds, cases, codec, only, state } = workerData;
const engines = await bothEngines();
const targets = {
  ...(await codecTargets()),
  ...(await streamTargets(engines)),
  ...(await zstdStreamTargets()),
  ...(await inflateTargets(engines)),
  ...elementTargets(engines),
  ...documentTargets(),
  ...parquetTargets(),
  ...cdlTargets(),
  ...fileTargets(),
  ...hdf5Targets(),
  ...hdf5FilterTargets(),
  ...userTypeTargets(),
  ...icechunkTargets(),
  ...imageTargets(),
  ...rasterTargets(),
  ...tileTargets(),
  ...gribIndexTargets(),
  ...referenceTargets(),
  ...referenceRunTargets(),
};
const names = Object.keys(targets).filter((name) => codec === "" || name === codec);
if (names.length === 0) throw new Error(`no target ${codec}: there are ${Object.keys(targets).join(", ")}`);
const counts = Object.fromEntries(names.map((name) => [name, { cases: 0, accepted: 0, refused: 0 }]));
parentPort.postMessage({ kind: "ready", names });

const end = performance.now() + (seconds ?? Number.POSITIVE_INFINITY) * 1000;
for (let index = only ?? 0; performance.now() < end && index < (cases ?? Number.POSITIVE_INFINITY); index++) {
  // Node frees handles of its zlib only between turns of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  for (const [number, name] of names.entries()) {
    state[0] = number;
    state[1] = index;
    const failure = await runCase(name, index);
    state[2]++;
    if (failure !== undefined) parentPort.postMessage({ kind: "failure", name, index, ...failure });
  }
  if (only !== undefined) break;
}
parentPort.postMessage({ kind: "end", counts });

async function runCase(name, index) {
  const own = seed ^ crc32(name);
  const made = await targets[name](randomOf(own, index), randomOf(~own, Math.floor(index / SERIES)));
  const count = counts[name];
  count.cases++;
  for (const attempt of made.run()) {
    try {
      const wrong = await attempt();
      if (wrong !== undefined) return { what: wrong, details: made.describe() };
      count.accepted++;
    } catch (error) {
      if (!isHyperslabError(error))
        return {
          what: String(error?.stack ?? error)
            .split("\n")
            .slice(0, 5)
            .join("\n"),
          details: made.describe(),
        };
      count.refused++;
    }
  }
  return undefined;
}
