// Times opening an NCZarr dataset of 1000 variables in 50 groups, all of its metadata, against netCDF-C through netCDF4.
//
//   node bench/nczarr-open.mjs [--rounds 5]
//
// Inside one process each, after the libraries are loaded: `netcdfView` here, `Dataset` and every variable's attributes there. `hyperslab
// dump -h` is a process from its start. Runs alternate; the best time counts.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureEnvironment, pythonOf } from "../scripts/peers/environments.mjs";

const options = { rounds: "5" };
for (let i = 2; i < process.argv.length; i += 2) options[process.argv[i].replace(/^--/, "")] = process.argv[i + 1];
const program = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const { gen, netcdfView, open } = await import(new URL("../dist/node/index.js", import.meta.url).href);
ensureEnvironment("netcdf4101");

const GROUPS = 50;
const VARIABLES = 20;
const PYTHON = `
import sys, time, netCDF4
def walk(group):
    for variable in group.variables.values():
        variable.dimensions, {name: variable.getncattr(name) for name in variable.ncattrs()}
    for inner in group.groups.values(): walk(inner)
start = time.perf_counter()
dataset = netCDF4.Dataset(sys.argv[1])
walk(dataset)
print(time.perf_counter() - start)
`;

const folder = mkdtempSync(join(tmpdir(), "hyperslab-open-"));
try {
  const dataset = join(folder, "many.zarr");
  await gen(cdl(), dataset, { format: "nczarr", dialect: "4.9.3" });
  const best = { netcdf: Number.POSITIVE_INFINITY, view: Number.POSITIVE_INFINITY, dump: Number.POSITIVE_INFINITY };
  for (let round = 0; round < Number(options.rounds); round++) {
    best.netcdf = Math.min(best.netcdf, netcdf(`file://${dataset}#mode=nczarr,file`));
    let start = performance.now();
    const { root } = await netcdfView(await open(dataset));
    best.view = Math.min(best.view, (performance.now() - start) / 1000);
    if (root.groups.length !== GROUPS || root.groups[0].variables.length !== VARIABLES)
      throw new Error("not all is there");
    start = performance.now();
    run(process.execPath, [program, "dump", "-h", dataset]);
    best.dump = Math.min(best.dump, (performance.now() - start) / 1000);
  }
  console.log("| 1000 variables in 50 groups | s | of netCDF4's time |\n|---|--:|--:|");
  for (const [name, seconds] of Object.entries({ netCDF4: best.netcdf, netcdfView: best.view, "dump -h": best.dump })) {
    console.log(`| ${name} | ${seconds.toFixed(2)} | ${(seconds / best.netcdf).toFixed(2)} |`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

function netcdf(url) {
  const limited = ["-c", 'ulimit -v 4000000; exec "$@"', "sh", pythonOf("netcdf4101"), "-c", PYTHON, url];
  return Number(run("sh", limited));
}

function run(command, words) {
  const { status, stdout, stderr } = spawnSync(command, words, {
    encoding: "utf8",
    timeout: 120_000,
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
  return stdout;
}

function cdl() {
  const group = (g) => {
    const names = Array.from({ length: VARIABLES }, (_, v) => `v${v}`);
    const variables = names.map(
      (name) => `\tfloat ${name}(x) ;\n\t\t${name}:units = "K" ;\n\t\t${name}:valid_max = ${g}.5 ;\n`,
    );
    return `group: g${g} {\ndimensions:\n\tx = 4 ;\nvariables:\n${variables.join("")}}\n`;
  };
  return `netcdf many {\n${Array.from({ length: GROUPS }, (_, g) => group(g)).join("")}}\n`;
}
