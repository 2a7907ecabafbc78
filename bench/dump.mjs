// Times dump against ncdump (Debian's netcdf-bin): 2 million values of each of several types, stored without compression by
// each in its own format (Zarr v2 and netCDF-4).
//
//   node bench/dump.mjs [--values 2000000] [--rounds 5]
//
// Each run is a process of its own, started from scratch, interleaved; the best time counts. Both texts must be equal.
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findProgram } from "../scripts/programs.mjs";
import { environment } from "./environment.mjs";

const options = { values: "2000000", rounds: "5" };
for (let i = 2; i < process.argv.length; i += 2) options[process.argv[i].replace(/^--/, "")] = process.argv[i + 1];
const ROW = 1000;
const rows = Math.ceil(Number(options.values) / ROW);
const program = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const { create } = await import(new URL("../dist/lib/index.js", import.meta.url).href);

const ncdump = findProgram("ncdump");
const ncgen = findProgram("ncgen");
if (ncdump === undefined || ncgen === undefined) throw new Error("ncdump or ncgen is missing: install netcdf-bin");

const count = rows * ROW;
const TYPES = {
  int: ["int32", Int32Array.from({ length: count }, (_, i) => (i * 2654435761) | 0)],
  float: ["float32", Float32Array.from({ length: count }, (_, i) => Math.sin(i) * 1000)],
  double: ["float64", Float64Array.from({ length: count }, (_, i) => Math.sin(i) * 1000)],
  int64: ["int64", BigInt64Array.from({ length: count }, (_, i) => BigInt(i) * 4611686018427n)],
};

const folder = mkdtempSync(join(tmpdir(), "hyperslab-dump-"));
try {
  console.log("| values | ncdump s | dump s | ncdump / dump |\n|---|--:|--:|--:|");
  for (const [type, [dtype, data]] of Object.entries(TYPES)) {
    const zarr = join(folder, `${type}.zarr`);
    const shape = [rows, ROW];
    const array = await create(`${zarr}::v`, { format: "zarr2", shape, dims: ["y", "x"], dtype, codecs: [] });
    await array.write(undefined, data);
    const text = join(folder, "ours.cdl");
    const other = join(folder, "theirs.cdl");
    timed(process.execPath, [program, "dump", zarr], text);
    // The text makes ncdump's file, so that both print the same values.
    const file = join(folder, `${type}.nc`);
    timed(ncgen, ["-k", "nc4", "-o", file, text], other);
    const best = { ncdump: Number.POSITIVE_INFINITY, dump: Number.POSITIVE_INFINITY };
    for (let round = 0; round < Number(options.rounds); round++) {
      best.ncdump = Math.min(best.ncdump, timed(ncdump, [file], other));
      best.dump = Math.min(best.dump, timed(process.execPath, [program, "dump", zarr], text));
    }
    if (!readFileSync(text).equals(readFileSync(other))) throw new Error(`the texts of ${type} differ`);
    const ratio = (best.ncdump / best.dump).toFixed(2);
    console.log(`| ${count} ${type} | ${best.ncdump.toFixed(2)} | ${best.dump.toFixed(2)} | ${ratio} |`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

function timed(command, words, output) {
  writeFileSync(output, "");
  const file = openSync(output, "w");
  const start = performance.now();
  const { status, stderr } = spawnSync(command, words, {
    stdio: ["ignore", file, "pipe"],
    encoding: "utf8",
    env: environment,
  });
  const seconds = (performance.now() - start) / 1000;
  closeSync(file);
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
  return seconds;
}
