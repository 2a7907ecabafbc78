// Times opening an NCZarr dataset of 1000 variables in 50 groups, all of its metadata, against netCDF-C through netCDF4: object by
// object, and from consolidated metadata.
//
//   node bench/nczarr-open.mjs [--rounds 5]
//
// Four measures of each, of which the best of all rounds counts. Hyperslab and netCDF4 take turns.
//   first    the first open of a process whose library is loaded: parts that are loaded when they are needed count, and no code
//            has been compiled by running it often
//   later    the best of the 24 opens of that dataset that follow in the same process, as in a server
//   others   the middle of opens of other datasets, one after another in the same process: no document was seen before
//   process  a whole process that opens the dataset once, from its start to its end: `hyperslab dump -h` and Python
// An open here is `open` and `netcdfView`, there `Dataset` and every variable's dimensions and attributes.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureEnvironment, pythonOf } from "../scripts/peers/environments.mjs";
import { environment } from "./environment.mjs";

const options = { rounds: "5" };
for (let i = 2; i < process.argv.length; i += 2) options[process.argv[i].replace(/^--/, "")] = process.argv[i + 1];
const program = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const { gen, openGroup } = await import(new URL("../dist/lib/index.js", import.meta.url).href);
ensureEnvironment("netcdf4101");

const GROUPS = 50;
const VARIABLES = 20;
const OPENS = 25;
const OTHERS = 9;
const PYTHON = `
import sys, time, netCDF4
def walk(group):
    for variable in group.variables.values():
        variable.dimensions, {name: variable.getncattr(name) for name in variable.ncattrs()}
    for inner in group.groups.values(): walk(inner)
for url in sys.argv[1:]:
    start = time.perf_counter()
    dataset = netCDF4.Dataset(url)
    walk(dataset)
    print(time.perf_counter() - start)
    dataset.close()
`;
/** By what Node loads for `import "hyperslab"`. */
const OURS = `
const { netcdfView, open } = await import(${JSON.stringify(new URL("../dist/lib/index.js", import.meta.url).href)});
for (const dataset of process.argv.slice(1)) {
  const start = performance.now();
  const { root } = await netcdfView(await open(dataset));
  console.log((performance.now() - start) / 1000);
  if (root.groups.length !== ${GROUPS} || root.groups[0].variables.length !== ${VARIABLES}) throw new Error("not all is there");
}
`;

const MEASURES = {
  first: "first open of a process",
  later: "later open, best of 24",
  others: "other datasets later, middle of 9",
  process: "whole process",
};
const folder = mkdtempSync(join(tmpdir(), "hyperslab-open-"));
try {
  console.log("| 1000 variables in 50 groups | netCDF4 s | here s | of netCDF4's time |\n|---|--:|--:|--:|");
  for (const consolidated of [false, true]) {
    const datasets = [];
    for (let number = 0; number <= OTHERS; number++) {
      const made = join(folder, `${consolidated ? "one" : "many"}${number}.zarr`);
      await gen(cdl(number), made, { format: "nczarr", dialect: "4.9.3" });
      if (consolidated) await (await openGroup(made)).consolidate();
      datasets.push(made);
    }
    const opened = [...Array.from({ length: OPENS }, () => datasets[0]), ...datasets.slice(1)];
    const urlOf = (dataset) => `file://${dataset}#mode=nczarr,file${consolidated ? ",consolidated" : ""}`;
    const best = new Map();
    for (let round = 0; round < Number(options.rounds); round++) {
      note(best, "netcdf", "sh", python(["-c", PYTHON, ...opened.map(urlOf)]));
      note(best, "here", process.execPath, ["--input-type=module", "-e", OURS, ...opened]);
      // Closing a dataset takes netCDF-C a while too, so this is a process that opens only one.
      noteProcess(best, "netcdf", "sh", python(["-c", PYTHON, urlOf(datasets[0])]));
      noteProcess(best, "here", process.execPath, [program, "dump", "-h", datasets[0]]);
    }
    for (const [part, meaning] of Object.entries(MEASURES)) {
      const [theirs, ours] = [best.get(`netcdf ${part}`), best.get(`here ${part}`)];
      const what = `${consolidated ? "consolidated" : "object by object"}: ${meaning}`;
      console.log(`| ${what} | ${theirs.toFixed(3)} | ${ours.toFixed(3)} | ${(ours / theirs).toFixed(2)} |`);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** Times of the opens that a program prints. */
function note(best, who, command, words) {
  const times = run(command, words).trim().split("\n").map(Number);
  keep(best, `${who} first`, times[0]);
  keep(best, `${who} later`, Math.min(...times.slice(1, OPENS)));
  keep(best, `${who} others`, times.slice(OPENS).sort((a, b) => a - b)[OTHERS >> 1]);
}

function noteProcess(best, who, command, words) {
  const start = performance.now();
  run(command, words);
  keep(best, `${who} process`, (performance.now() - start) / 1000);
}

function keep(best, name, seconds) {
  best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, seconds));
}

/** netCDF-C may loop and take all memory. */
function python(words) {
  return ["-c", 'ulimit -v 4000000; exec "$@"', "sh", pythonOf("netcdf4101"), ...words];
}

function run(command, words) {
  const { status, stdout, stderr } = spawnSync(command, words, {
    encoding: "utf8",
    timeout: 120_000,
    maxBuffer: 2 ** 28,
    env: environment,
  });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
  return stdout;
}

/** Datasets of different numbers differ in every attribute. */
function cdl(number) {
  const group = (g) => {
    const names = Array.from({ length: VARIABLES }, (_, v) => `v${v}`);
    const variables = names.map(
      (name) =>
        `\tfloat ${name}(x) ;\n\t\t${name}:long_name = "${name} of g${g} in ${number}" ;\n\t\t${name}:units = "K${number}" ;\n\t\t${name}:valid_max = ${g}.${number}5 ;\n`,
    );
    return `group: g${g} {\ndimensions:\n\tx = 4 ;\nvariables:\n${variables.join("")}}\n`;
  };
  return `netcdf many {\n${Array.from({ length: GROUPS }, (_, g) => group(g)).join("")}}\n`;
}
