// The library under test, twice: the built package, and the sources with tiny limits, so that a few kilobytes take the
// paths (workers, batches, kept buffers, parts) that otherwise take megabytes.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Imported first by the entries below. */
const LIMITS = `
import { setLimits } from "${root}src/bytes/limit.ts";
import { setWorkerEntry } from "${root}src/workers/pool/node-threads.ts";
setLimits({ tiny: true, values: {} });
setWorkerEntry(new URL("./node-worker.mjs", import.meta.url));
`;
const LIBRARY = `
import "./limits.ts";
export * from "${root}src/index.ts";
export { httpStore, s3Store } from "${root}src/exports/stores.ts";
`;
const PROGRAM_ENTRY = `
import "./limits.ts";
await import("${root}src/cli/main.ts");
`;

/** Bundles the sources with tiny limits; returns the entries of the library and the program, and a function that removes them. */
export async function bundleTiny() {
  // Below node_modules, where bare imports of the bundle are found.
  const caches = `${root}node_modules/.cache`;
  mkdirSync(caches, { recursive: true });
  const folder = mkdtempSync(`${caches}/hyperslab-torture-`);
  // Of its own: by that of Hyperslab, modules have no side effects, and the limits would be left out.
  writeFileSync(`${folder}/package.json`, '{ "type": "module" }');
  for (const [name, text] of [
    ["limits", LIMITS],
    ["library", LIBRARY],
    ["program", PROGRAM_ENTRY],
  ]) {
    writeFileSync(`${folder}/${name}.ts`, text);
  }
  const common = { bundle: true, splitting: true, format: "esm", platform: "node", packages: "external" };
  await build({
    ...common,
    entryPoints: {
      library: `${folder}/library.ts`,
      program: `${folder}/program.ts`,
      "node-worker": `${root}src/workers/pool/node-worker.ts`,
    },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    logLevel: "error",
  });
  return {
    entry: `${folder}/library.mjs`,
    program: `${folder}/program.mjs`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const loaded = new Map();

/** `"usual"`, or `"tiny"` with the entry that `bundleTiny` gave. */
export function loadLibrary(kind, tinyEntry) {
  if (!loaded.has(kind)) loaded.set(kind, kind === "tiny" ? import(pathToFileURL(tinyEntry).href) : loadUsual());
  return loaded.get(kind);
}

async function loadUsual() {
  const [main, stores] = await Promise.all(["index", "stores"].map((name) => import(`../../dist/lib/${name}.js`)));
  return { ...stores, ...main };
}

export const PROGRAM = `${root}dist/cli/main.js`;
