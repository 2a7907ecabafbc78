// System packages that tests need, from Debian or Ubuntu: found, or installed where permitted. Several tests may want
// the same at once on a fresh machine, apt lets one at its lists at a time, and networks fail now and then.
import { spawnSync } from "node:child_process";
import { findProgram } from "./programs.mjs";

const TURNS = 6;
const PAUSE = 5000;
const OPTIONS = ["-o", "DPkg::Lock::Timeout=300", "-o", "Acquire::Retries=3", "-qq"];

/** Installs the packages unless `isThere()`, and retries until it returns true. `what` is the name for errors. */
export function ensurePackages(what, packages, isThere) {
  if (isThere()) return;
  const list = packages.join(", ");
  if (process.getuid?.() !== 0 || findProgram("apt-get") === undefined) {
    throw new Error(`${what} is missing: install ${list}`);
  }
  let said = "";
  for (let turn = 0; turn < TURNS && !isThere(); turn++) {
    if (turn > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    said = apt("update") + apt("install", "-y", "--no-install-recommends", ...packages);
  }
  if (!isThere()) throw new Error(`${what} could not be installed (${list}): ${said.slice(-2000)}`);
}

function apt(...args) {
  // Installed servers must not start automatically.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const { stdout, stderr, error } = spawnSync("apt-get", [...OPTIONS, ...args], { encoding: "utf8", env });
  return `${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}`;
}
