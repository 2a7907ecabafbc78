/** The directory store as one JavaScript file, for child processes of any supported Node. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

/** Builds it in `directory` and gives its path. */
export function bundleFileStore(directory: string): string {
  mkdirSync(directory, { recursive: true });
  const outfile = join(directory, "file-store.mjs");
  buildSync({
    entryPoints: [fileURLToPath(new URL("../../src/stores/file/file-store.ts", import.meta.url))],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
  });
  return outfile;
}
