// HDF5: the scan of 20 000 chunks against kerchunk and VirtualiZarr, and all values of a local netCDF-4 file (deflate and
// shuffle) against h5py and h5wasm. Each round runs all peers, in turn, in processes of their own.
// Ratios are of the best of all rounds: of wall time, of the first time in a process, and of processor time, which says most
// on a busy machine.
//   node bench/scan.mjs [--megabytes 256] [--rounds 3] [--repeat 3] [--rows read] [--data FOLDER]
// `--data` names a folder where the files stay, so that a later run need not make them.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureEnvironment } from "../scripts/peers/environments.mjs";

const option = (name, usual) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : usual);
const rounds = Number(option("--rounds", 3));
/** How often each process does it: the first time is that of a command, the best that of a long scan. */
const repeat = option("--repeat", "3");
const library = option("--library", new URL("../dist/lib/index.js", import.meta.url).href);
const here = fileURLToPath(new URL("..", import.meta.url));
const script = join(here, "bench/peers/hdf5.py");
const wasmFolder = join(here, ".cache/h5wasm");
const H5WASM = "h5wasm@0.10.3";

const ours = `
import { openArray, scan } from ${JSON.stringify(library)};
const [what, path, repeat] = process.argv.slice(1);
const [times, cpu] = [[], []];
let answer;
for (let round = 0; round < Number(repeat); round++) {
  const [start, used] = [performance.now(), process.cpuUsage()];
  if (what === "scan") {
    const { virtual } = await scan(path);
    answer = [...virtual.references.table.keys("v")].length;
  } else {
    const { data } = await (await openArray(path + "::t")).read();
    answer = data;
  }
  times.push((performance.now() - start) / 1000);
  const { user, system } = process.cpuUsage(used);
  cpu.push((user + system) / 1e6);
}
if (typeof answer !== "number") answer = answer.reduce((sum, value) => sum + value, 0);
console.log(JSON.stringify({ times, cpu, answer }));
process.exit(0);
`;

const h5wasm = `
import h5wasm from ${JSON.stringify(join(wasmFolder, "node_modules/h5wasm/dist/node/hdf5_hl.js"))};
const [path, repeat] = process.argv.slice(1);
await h5wasm.ready;
const [times, cpu] = [[], []];
let answer;
for (let round = 0; round < Number(repeat); round++) {
  const [start, used] = [performance.now(), process.cpuUsage()];
  const file = new h5wasm.File(path, "r");
  answer = file.get("t").value;
  file.close();
  times.push((performance.now() - start) / 1000);
  const { user, system } = process.cpuUsage(used);
  cpu.push((user + system) / 1e6);
}
console.log(JSON.stringify({ times, cpu, answer: answer.reduce((sum, value) => sum + value, 0) }));
`;

function run(command, args) {
  const { stdout, stderr } = spawnSync(command, args, { encoding: "utf8", cwd: here });
  if (stdout.trim() === "") throw new Error(stderr);
  return JSON.parse(stdout.trim().split("\n").at(-1));
}

function installWasm() {
  if (existsSync(join(wasmFolder, "node_modules/h5wasm"))) return;
  mkdirSync(wasmFolder, { recursive: true });
  writeFileSync(join(wasmFolder, "package.json"), "{}");
  execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", H5WASM], { cwd: wasmFolder, stdio: "ignore" });
}

const node = (source, ...args) => run(process.execPath, ["--input-type=module", "-e", source, ...args]);

installWasm();
const python = ensureEnvironment("kerchunk");
const kept = option("--data");
const folder = kept ?? mkdtempSync(join(tmpdir(), "hyperslab-scan-"));
try {
  const [many, latest, big] = ["many.h5", "latest.h5", "big.nc"].map((name) => join(folder, name));
  if (!existsSync(big)) {
    mkdirSync(folder, { recursive: true });
    const megabytes = option("--megabytes", "256");
    const made = spawnSync(ensureEnvironment("files"), [script, "make", many, latest, big, megabytes]);
    if (made.status !== 0) throw new Error(String(made.stderr));
  }
  const peers = (path) => ({
    hyperslab: () => node(ours, "scan", path, repeat),
    kerchunk: () => run(python, [script, "kerchunk", path, repeat]),
    virtualizarr: () => run(python, [script, "virtualizarr", path, repeat]),
  });
  const rows = {
    "scan, B-tree": peers(many),
    "scan, fixed array": peers(latest),
    "read all": {
      hyperslab: () => node(ours, "read", big, repeat),
      h5py: () => run(python, [script, "h5py", big, repeat]),
      h5wasm: () => node(h5wasm, big, repeat),
    },
  };
  for (const [row, sides] of Object.entries(rows).filter(([name]) => name.includes(option("--rows", "")))) {
    const found = Object.fromEntries(Object.keys(sides).map((name) => [name, { wall: [], first: [], cpu: [] }]));
    let expected;
    for (let round = 0; round < rounds; round++) {
      for (const [name, side] of Object.entries(sides)) {
        const { times, cpu, answer } = side();
        expected ??= answer;
        const isSame = Math.abs(answer - expected) <= 1e-9 * Math.abs(expected);
        if (!isSame) throw new Error(`${name}: ${answer}, not ${expected}`);
        found[name].first.push(times[0]);
        found[name].wall.push(...times);
        found[name].cpu.push(...cpu);
      }
    }
    for (const [name, columns] of Object.entries(found)) {
      const cells = Object.entries(columns).map(([column, values]) => {
        const [best, mine] = [Math.min(...values), Math.min(...found.hyperslab[column])];
        return `${column} ${best.toFixed(3)} s${name === "hyperslab" ? "" : ` (${(best / mine).toFixed(2)}x)`}`;
      });
      console.log(`${row}: ${name} ${cells.join(", ")}`);
    }
  }
} finally {
  if (kept === undefined) rmSync(folder, { recursive: true });
}
