/** The real path of a file or directory, with every link resolved. */
import { closeSync, openSync, readlinkSync, realpathSync } from "node:fs";
import { storeLimits } from "../limits.ts";

/** Linux: a descriptor that names a file and reads nothing, so that no permission to read it is needed. */
const O_PATH = 0o10000000;

export function realPathOf(path: string): string {
  const asked =
    process.platform === "linux" && storeLimits.longPath.isExceededBy(path.length) ? kernelPath(path) : undefined;
  return asked ?? realpathSync.native(path);
}

/** `undefined`: it cannot be told in this way, because there is no /proc, or the path is too long, or the file is gone. */
function kernelPath(path: string): string | undefined {
  const file = openSync(path, O_PATH);
  try {
    const real = readlinkSync(`/proc/self/fd/${file}`);
    return real.startsWith("/") && !real.endsWith(" (deleted)") ? real : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}
