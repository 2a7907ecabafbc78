// Writes a Parquet set of N references (100 per URL), then opens it and looks up one; fsspec and kerchunk do the same, in turn.
//   npm run build && node scripts/peers/environments.mjs kerchunk && node bench/references-parquet.mjs [--count 1000000] [--rounds 3] [--record 10000]
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pythonOf } from "../scripts/peers/environments.mjs";
import { makeReferenceSet } from "./reference-set.mjs";

const option = (name, usual) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : usual);
const count = Number(option("--count", 1_000_000));
const rounds = Number(option("--rounds", 3));
const record = Number(option("--record", 10_000));
const root = fileURLToPath(new URL("..", import.meta.url));
const module = (name) => JSON.stringify(new URL(`../dist/${name}`, import.meta.url).href);

/** From references in memory to files, as kerchunk's side is timed. */
const write = `
import { createReadStream } from "node:fs";
import { readJsonReferences } from ${module("modules/formats/references/read-json.js")};
import { saveParquet } from ${module("modules/dataset/virtual/save-parquet.js")};
import { noteList } from ${module("modules/formats/notes.js")};
import { openStore } from ${module("modules/index.js")};
const [source, target] = process.argv.slice(1);
const set = await readJsonReferences(() => createReadStream(source, { highWaterMark: 1 << 22 })[Symbol.asyncIterator](), noteList());
const store = await openStore(target);
const start = performance.now();
const saved = await saveParquet(set, store, { recordSize: ${record} });
console.log(JSON.stringify({ seconds: (performance.now() - start) / 1000, bytes: saved.bytes, peak: process.resourceUsage().maxRSS / 1024 }));`;

/**
 * Without loading code, as fsspec's side is timed without its imports: another set is opened before, and what loading left behind
 * is collected. `cold` counts that too.
 */
const lookup = `
import { openGroup } from ${module("lib/index.js")};
const [warm, path] = process.argv.slice(1);
const timed = async (set, key) => {
  const [start, used] = [performance.now(), process.cpuUsage()];
  const found = await (await openGroup(set)).hierarchy.store.head(key);
  const { user, system } = process.cpuUsage(used);
  return { seconds: (performance.now() - start) / 1000, cpu: (user + system) / 1e6, found };
};
const cold = (await timed(warm, "data/0")).seconds;
globalThis.gc();
console.log(JSON.stringify({ ...(await timed(path, "data/${count - 1}")), cold, peak: process.resourceUsage().maxRSS / 1024 }));`;

function run(program, args) {
  const { stdout, stderr } = spawnSync(program, args, { encoding: "utf8", cwd: root });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout.trim().split("\n").at(-1));
}
const javascript = (code, ...args) =>
  run(process.execPath, ["--expose-gc", "--input-type=module", "-e", code, ...args]);
const peer = (...args) => run(pythonOf("kerchunk"), [join(root, "bench/peers/references_parquet.py"), ...args]);
const faster = (best, next) => (best === undefined || next.seconds < best.seconds ? next : best);

const folder = mkdtempSync(join(tmpdir(), "hyperslab-references-parquet-"));
try {
  const json = join(folder, "refs.json");
  const warm = join(folder, "warm.parq");
  await makeReferenceSet(json, 100);
  javascript(write, json, warm);
  await makeReferenceSet(json, count);
  const hasPeer = existsSync(pythonOf("kerchunk"));
  const best = {};
  for (let round = 0; round < rounds; round++) {
    const [ours, theirs] = [join(folder, `ours-${round}.parq`), join(folder, `theirs-${round}.parq`)];
    best.write = faster(best.write, javascript(write, json, ours));
    if (hasPeer) best.kerchunkWrite = faster(best.kerchunkWrite, peer("write", json, theirs, String(record)));
    // Each reads what the other wrote, too.
    for (let turn = 0; turn < 5; turn++) {
      best.lookup = faster(best.lookup, javascript(lookup, warm, ours));
      if (!hasPeer) continue;
      best.fsspecLookup = faster(best.fsspecLookup, peer("lookup", ours, `data/${count - 1}`));
      best.lookupTheirs = faster(best.lookupTheirs, javascript(lookup, warm, theirs));
      best.fsspecLookupTheirs = faster(best.fsspecLookupTheirs, peer("lookup", theirs, `data/${count - 1}`));
    }
    for (const path of [ours, theirs]) rmSync(path, { recursive: true, force: true });
  }
  for (const [name, result] of Object.entries(best)) console.log(JSON.stringify({ name, count, record, ...result }));
  if (hasPeer) {
    const ratio = (a, b, of = "seconds") => `${(a[of] / b[of]).toFixed(2)}x`;
    console.log(`write: ${ratio(best.kerchunkWrite, best.write)} kerchunk`);
    for (const of of ["seconds", "cpu"]) {
      const [own, other] = [
        ratio(best.fsspecLookup, best.lookup, of),
        ratio(best.fsspecLookupTheirs, best.lookupTheirs, of),
      ];
      console.log(`open and look up one, ${of}: ${own} fsspec, of kerchunk's files ${other}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
