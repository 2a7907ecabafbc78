// Where Chromium is: CHROMIUM, or on the path; on Debian and Ubuntu, as root, it is installed if it is missing.
import { execFileSync, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

function find() {
  const given = process.env.CHROMIUM;
  if (given !== undefined && given !== "") return given;
  for (const name of NAMES) {
    const { stdout, status } = spawnSync("which", [name], { encoding: "utf8" });
    if (status === 0) return stdout.trim();
  }
  return undefined;
}

/** The path of a Chromium; installs Debian's where there is none. */
export function ensureChromium() {
  const found = find();
  if (found !== undefined) return found;
  if (process.getuid?.() !== 0 || spawnSync("which", ["apt-get"]).status !== 0) {
    throw new Error("no Chromium here: install one, or set CHROMIUM to its path");
  }
  execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
  execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], { stdio: "inherit" });
  return find();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(ensureChromium());
