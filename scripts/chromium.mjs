// Where Chromium is: CHROMIUM, or on the path; on Debian and Ubuntu, as root, it is installed if it is missing.
import { fileURLToPath } from "node:url";
import { ensurePackages } from "./apt.mjs";
import { findProgram } from "./programs.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

function find() {
  const given = process.env.CHROMIUM;
  if (given !== undefined && given !== "") return given;
  return NAMES.map((name) => findProgram(name)).find((path) => path !== undefined);
}

/** The path of Chromium; installs Debian's package if there is none. */
export function ensureChromium() {
  ensurePackages("Chromium (or CHROMIUM set to the path of one)", ["chromium"], () => find() !== undefined);
  return find();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(ensureChromium());
