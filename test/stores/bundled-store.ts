/** Stores of the file system as one JavaScript file, for child processes of any supported Node. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

/** Builds a file of `src/stores/file` in `directory` and gives its path; it exports `fileStore` or `zipFile`. */
export function bundleStore(directory: string, name: "file-store" | "zip"): string {
  mkdirSync(directory, { recursive: true });
  const outfile = join(directory, `${name}.mjs`);
  buildSync({
    entryPoints: [fileURLToPath(new URL(`../../src/stores/file/${name}.ts`, import.meta.url))],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
  });
  return outfile;
}
