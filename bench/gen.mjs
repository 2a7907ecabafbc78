// Times gen against ncgen (Debian's netcdf-bin) on the same CDL: 2 million values of each of several types.
//
//   node bench/gen.mjs [--values 2000000] [--rounds 3]
//
// Each run is a process of its own, started from scratch, interleaved; the best time counts. What gen wrote is compared with
// the text it was given.
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findProgram } from "../scripts/programs.mjs";
import { environment } from "./environment.mjs";

const options = { values: "2000000", rounds: "3" };
for (let i = 2; i < process.argv.length; i += 2) options[process.argv[i].replace(/^--/, "")] = process.argv[i + 1];
const ROW = 1000;
const rows = Math.ceil(Number(options.values) / ROW);
const program = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const { openArray } = await import(new URL("../dist/lib/index.js", import.meta.url).href);

const ncgen = findProgram("ncgen");
if (ncgen === undefined) throw new Error("ncgen is missing: install netcdf-bin");

/** How a value of each type is spelled, as ncdump prints it. */
const TYPES = {
  int: (i) => String((i * 2654435761) | 0),
  float: (i) => String(Number(Math.fround(Math.sin(i) * 1000).toPrecision(7))),
  double: (i) => String(Number((Math.sin(i) * 1000).toPrecision(15))),
  int64: (i) => String(BigInt(i) * 4611686018427n),
};

const folder = mkdtempSync(join(tmpdir(), "hyperslab-gen-"));
try {
  console.log("| values | ncgen s | gen s | ncgen / gen |\n|---|--:|--:|--:|");
  for (const [type, spell] of Object.entries(TYPES)) {
    const text = join(folder, `${type}.cdl`);
    writeText(text, type, spell);
    const target = join(folder, "out.zarr");
    const best = { ncgen: Number.POSITIVE_INFINITY, gen: Number.POSITIVE_INFINITY };
    for (let round = 0; round < Number(options.rounds); round++) {
      best.ncgen = Math.min(best.ncgen, timed(ncgen, ["-k", "nc4", "-o", join(folder, "out.nc"), text]));
      best.gen = Math.min(best.gen, timed(process.execPath, [program, "gen", text, "-o", target, "--overwrite", "-q"]));
    }
    const { data } = await (await openArray(`${target}::v`)).read();
    for (let i = 0; i < data.length; i++) {
      const wanted = type === "float" ? Math.fround(spell(i)) : type === "int64" ? BigInt(spell(i)) : Number(spell(i));
      if (data[i] !== wanted) throw new Error(`${type} ${i}: ${data[i]} instead of ${spell(i)}`);
    }
    const ratio = (best.ncgen / best.gen).toFixed(2);
    console.log(`| ${rows * ROW} ${type} | ${best.ncgen.toFixed(2)} | ${best.gen.toFixed(2)} | ${ratio} |`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

function writeText(path, type, spell) {
  const file = openSync(path, "w");
  writeSync(
    file,
    `netcdf bench {\ndimensions:\n\ty = ${rows} ;\n\tx = ${ROW} ;\nvariables:\n\t${type} v(y, x) ;\ndata:\n\n v =\n`,
  );
  for (let row = 0; row < rows; row++) {
    const values = Array.from({ length: ROW }, (_, i) => spell(row * ROW + i));
    writeSync(file, `  ${values.join(", ")}${row === rows - 1 ? " ;\n}\n" : ",\n"}`);
  }
  closeSync(file);
}

function timed(command, words) {
  const start = performance.now();
  const { status, stderr } = spawnSync(command, words, { encoding: "utf8", env: environment });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
  return (performance.now() - start) / 1000;
}
