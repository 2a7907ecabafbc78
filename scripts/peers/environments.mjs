// The Python environments of the peers Hyperslab is tested against: one virtual
// environment per requirements file beside this script, below `.peers/`.
//
//   node scripts/peers/environments.mjs [NAME ... | all]
//
// The netCDF4 wheels carry netCDF-C itself: netcdf490 is netCDF-C 4.9.0, netcdf491 4.9.1, netcdf494 a development
// version of 4.9.4, netcdf4101 4.10.1. kerchunk keeps to pandas 2: with pandas 3, fsspec fails on absent references.
// pyarrow writes the same sets with another engine.
// web is zarr-python, xarray and TensorStore with what it takes to read over HTTP. gdal is the GDAL of two wheels:
// rasterio's has more codecs, pyogrio's reads Parquet through DuckDB. virtual is the newest VirtualiZarr with Icechunk
// 2; icechunk1 writes format 1.
// mfdataset is xarray with dask and netCDF4, for open_mfdataset.
//
// `all` are the peers of the tests; zarr34, for fixtures and `npm run bench`, needs a newer Python; pyarrow and
// blosc2 are for fixtures. grib is kerchunk, gribscan and gribberish with ecCodes.

import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const peersDirectory = join(here, "..", "..", ".peers");

// Peers start three times as fast from compiled modules, which are written when they are first imported.
delete process.env.PYTHONDONTWRITEBYTECODE;

/** Pythons each environment can be built with: the pinned wheels exist for these only. */
const pythons = {
  zarr3: { oldest: 11, newest: 14 },
  zarr2: { oldest: 11, newest: 12 },
  bloscpack: { oldest: 11, newest: 12 },
  zarr34: { oldest: 12, newest: 14 },
  s3: { oldest: 11, newest: 14 },
  addresses: { oldest: 11, newest: 14 },
  hdf5: { oldest: 11, newest: 14 },
  blosc2: { oldest: 11, newest: 14 },
  compressors: { oldest: 11, newest: 14 },
  netcdf490: { oldest: 9, newest: 11 },
  netcdf491: { oldest: 9, newest: 11 },
  netcdf494: { oldest: 11, newest: 13 },
  netcdf4101: { oldest: 11, newest: 14 },
  xarray: { oldest: 11, newest: 14 },
  files: { oldest: 11, newest: 14 },
  mfdataset: { oldest: 11, newest: 14 },
  kerchunk: { oldest: 11, newest: 14 },
  pyarrow: { oldest: 11, newest: 14 },
  raster: { oldest: 11, newest: 14 },
  web: { oldest: 11, newest: 14 },
  gdal: { oldest: 12, newest: 14 },
  virtual: { oldest: 12, newest: 14 },
  icechunk1: { oldest: 11, newest: 14 },
  grib: { oldest: 11, newest: 14 },
};

/** How often an installation is attempted: networks sometimes fail. */
const INSTALLS = 3;

export const environmentNames = Object.keys(pythons);

const testEnvironments = [
  ...["zarr3", "zarr2", "bloscpack", "s3", "addresses", "hdf5", "compressors"],
  "netcdf490",
  "netcdf491",
  "netcdf494",
  "netcdf4101",
  "xarray",
  "files",
  "mfdataset",
  "kerchunk",
  "grib",
  "raster",
  "web",
  "gdal",
  "virtual",
  "icechunk1",
];

/** What Python runs when it starts, for peers that are older than the Python they run in. */
const customized = { bloscpack: "bloscpack-sitecustomize.py" };

/** Path of the environment's Python, whether or not it has been made. */
export function pythonOf(name) {
  const [folder, file] = process.platform === "win32" ? ["Scripts", "python.exe"] : ["bin", "python"];
  return join(peersDirectory, name, folder, file);
}

/** True when the environment holds exactly what its requirements file says. */
export function isFresh(name) {
  try {
    return readFileSync(stampOf(name), "utf8") === fingerprint(name) && existsSync(pythonOf(name));
  } catch {
    return false;
  }
}

/** Makes the environment unless it is fresh; returns the path of its Python. */
export function ensureEnvironment(name) {
  if (!Object.hasOwn(pythons, name)) {
    throw new Error(`no peer environment "${name}": choose one of ${environmentNames.join(", ")}`);
  }
  if (!isFresh(name)) {
    withLock(name, () => {
      if (!isFresh(name)) build(name);
    });
  }
  return pythonOf(name);
}

function build(name) {
  const target = join(peersDirectory, name);
  const python = findPython(name);
  const pip = pipOf(python);
  rmSync(target, { recursive: true, force: true });
  run(python, ["-m", "venv", "--without-pip", target], `make the virtual environment .peers/${name}`);
  // What is compiled to bytecode is what gets imported, then.
  const options = [
    "--quiet",
    "--disable-pip-version-check",
    "--no-deps",
    "--no-compile",
    "--retries=5",
    "--timeout=60",
  ];
  run(
    pythonOf(name),
    [pip, "install", ...options, "-r", requirementsOf(name)],
    `install scripts/peers/${name}.txt`,
    INSTALLS,
  );
  if (Object.hasOwn(customized, name)) customize(name);
  // Written last: a build that broke off half-way is not fresh.
  writeFileSync(stampOf(name), fingerprint(name));
}

/**
 * The folder of a pip that every environment of this interpreter runs: giving each its own takes as long as installing the
 * peers.
 */
function pipOf(python) {
  const version = answerOf(python, "import sys; print('.'.join(map(str, sys.version_info[:3])))");
  const name = `.pip-${version}`;
  const note = join(peersDirectory, name, "pip-folder");
  withLock(name, () => {
    if (existsSync(note)) return;
    rmSync(join(peersDirectory, name), { recursive: true, force: true });
    run(python, ["-m", "venv", join(peersDirectory, name)], `make a virtual environment with pip in .peers/${name}`);
    writeFileSync(note, answerOf(pythonOf(name), "import os, pip; print(os.path.dirname(pip.__file__))"));
  });
  return readFileSync(note, "utf8");
}

function answerOf(python, program) {
  return spawnSync(python, ["-c", program], { encoding: "utf8" }).stdout.trim();
}

function customize(name) {
  const folder = answerOf(pythonOf(name), "import sysconfig; print(sysconfig.get_paths()['purelib'])");
  copyFileSync(join(here, customized[name]), join(folder, "sitecustomize.py"));
}

/** The one that PYTHON names if it fits, else the newest on the path, else the newest of pyenv, whose shims run only one. */
export function findPython(name) {
  const { oldest, newest } = pythons[name];
  const candidates = [process.env.PYTHON];
  for (let minor = newest; minor >= oldest; minor--) candidates.push(`python3.${minor}`);
  candidates.push("python3", ...pyenvPythons());
  for (const candidate of candidates) {
    if (!candidate) continue;
    const program = "import sys, venv, ensurepip; print(sys.version_info[0], sys.version_info[1])";
    const answer = spawnSync(candidate, ["-c", program], { encoding: "utf8" });
    const [major, minor] = (answer.stdout ?? "").trim().split(" ").map(Number);
    if (answer.status === 0 && major === 3 && minor >= oldest && minor <= newest) return candidate;
  }
  throw new Error(
    `the peer environment "${name}" needs Python 3.${oldest} to 3.${newest} with its venv module: ` +
      `install python3.${oldest} and python3.${oldest}-venv (or set PYTHON to such an interpreter)`,
  );
}

/** The interpreters that pyenv installed, newest first. */
function pyenvPythons() {
  const versions = join(process.env.PYENV_ROOT || join(homedir(), ".pyenv"), "versions");
  if (!existsSync(versions)) return [];
  const numbers = readdirSync(versions).filter((name) => /^3\.\d+\.\d+$/.test(name));
  numbers.sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
  return numbers.map((number) => join(versions, number, "bin", "python3"));
}

function run(command, args, purpose, attempts = 1) {
  const result = spawnSync(command, args, { encoding: "utf8" });
  if (result.status !== 0 && attempts > 1) {
    pause(3000);
    return run(command, args, purpose, attempts - 1);
  }
  if (result.error) throw new Error(`cannot ${purpose}: ${result.error.message}`);
  if (result.status !== 0) {
    throw new Error(`cannot ${purpose}:\n${result.stderr || result.stdout}`);
  }
}

/** One builder at a time: test workers may all ask for the same environment at once. */
function withLock(name, action) {
  const lock = join(peersDirectory, `${name}.lock`);
  mkdirSync(peersDirectory, { recursive: true });
  while (!tryLock(lock)) pause(200);
  try {
    action();
  } finally {
    rmSync(lock, { force: true });
  }
}

function pause(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function tryLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (!isHeld(lock)) rmSync(lock, { force: true });
    return false;
  }
}

/** A lock whose builder died is free again. */
function isHeld(lock) {
  try {
    const owner = Number(readFileSync(lock, "utf8"));
    if (owner > 0) process.kill(owner, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function requirementsOf(name) {
  return join(here, `${name}.txt`);
}

function stampOf(name) {
  return join(peersDirectory, name, "requirements.sha256");
}

function fingerprint(name) {
  return createHash("sha256")
    .update(readFileSync(requirementsOf(name)))
    .digest("hex");
}

/** Each in its own process, as many at once as there are cores: each installation uses one. */
async function ensureAll(names) {
  const rest = names.values();
  const builder = async () => {
    for (const name of rest) {
      const child = spawn(process.execPath, [fileURLToPath(import.meta.url), name], { stdio: "inherit" });
      const [code] = await once(child, "exit");
      if (code !== 0) process.exitCode = 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, builder));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const wanted = process.argv[2] ?? "all";
  try {
    if (wanted === "all") await ensureAll(testEnvironments);
    else {
      const state = isFresh(wanted) ? "is fresh" : "made";
      ensureEnvironment(wanted);
      console.log(`.peers/${wanted} ${state}`);
    }
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
