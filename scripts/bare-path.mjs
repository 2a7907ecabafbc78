// Runs an npm script as a newcomer's machine would: in a copy of this checkout, with only Node, npm and a shell on the
// path, and not as root. Fails if the script fails, or if it leaves something in the temporary folder.
//
//   node scripts/bare-path.mjs [SCRIPT [ARGUMENT ...]]      test:fast unless another one is named
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, lchownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findProgram } from "./programs.mjs";

const [script = "test:fast", ...more] = process.argv.slice(2);
const root = fileURLToPath(new URL("..", import.meta.url));
/** The user "nobody" on Linux. */
const NOBODY = 65_534;
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

const folder = mkdtempSync(join(tmpdir(), "hyperslab-bare-"));
const [checkout, path, temporary] = ["checkout", "path", "temporary"].map((name) => join(folder, name));
try {
  chmodSync(folder, 0o755);
  for (const name of [path, temporary]) mkdirSync(name);
  for (const name of ["node", "npm", "sh"]) symlinkSync(findProgram(name), join(path, name));
  // A fresh checkout, except for what `npm ci` installs.
  cpSync(root, checkout, { recursive: true, verbatimSymlinks: true, filter: isCommittedOrInstalled });
  if (user.uid !== undefined) for (const place of [checkout, temporary]) give(place);
  const env = { PATH: path, HOME: join(checkout, ".home"), TMPDIR: temporary };
  const { status } = spawnSync(join(path, "npm"), ["run", "--silent", script, "--", ...more], {
    cwd: checkout,
    env,
    ...user,
    stdio: "inherit",
  });
  const left = readdirSync(temporary);
  if (left.length > 0) console.error(`left in the temporary folder: ${left.join(", ")}`);
  process.exitCode = status === 0 && left.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function isCommittedOrInstalled(file) {
  return !/^(?:\.git|\.cache|\.peers|dist|node_modules\/\.[^/]*cache[^/]*|node_modules\/\.vite[^/]*)(?:\/|$)/.test(
    file.slice(root.length),
  );
}

function give(place) {
  lchownSync(place, user.uid, user.gid);
  for (const entry of readdirSync(place, { recursive: true })) lchownSync(join(place, entry), user.uid, user.gid);
}
