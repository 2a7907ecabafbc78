// Programs of the system: where they are, and which of them tests use if they are there.
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Servers are installed in folders that are often not on the path of users other than root. */
export const PATH = [process.env.PATH, "/usr/sbin", "/usr/local/sbin"].join(delimiter);

/** `npm test` needs only Node. Tests that use one of these are skipped where it is missing; `left-out.mjs` says so. */
export const TEST_PROGRAMS = ["bash", "git", "mkfifo", "mount", "tar", "zip"];

/** The path of a program, or undefined. */
export function findProgram(name, path = PATH) {
  const places = path.split(delimiter).filter((folder) => folder !== "");
  return places.map((folder) => join(folder, name)).find(isProgram);
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
