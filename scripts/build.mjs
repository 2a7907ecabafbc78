// Builds dist/ from src/. The library: one .js and one .d.ts a source file, by tsc, imports rewritten from .ts to .js, for
// bundlers and pages; and the same in few files for Node, dist/node, because loading two hundred takes three times as long.
// Its worker lies beside it, and loads what it needs when it needs it, for each worker loads it anew.
// The program: one file, dist/cli/main.js, and its worker. A browser's worker: one text in a module, so that no bundler
// has to know of it. The kernels: where their AssemblyScript is another than the committed WebAssembly was made of, that is
// compiled first. Everything is made in a folder aside and put in place at once.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import * as inflate from "./build-inflate.mjs";
import * as kernels from "./build-kernels.mjs";
import * as zstd from "./build-zstd.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Every thread keeps the text of what it loads; without blanks and comments that is a megabyte less of a read's peak. */
const LIBRARY = {
  packages: "external",
  sourcemap: true,
  sourcesContent: false,
  minifyWhitespace: true,
  minifySyntax: true,
};

const made = `${root}.dist-${process.pid}`;
try {
  for (const { refresh, generatedFile } of [kernels, zstd, inflate]) {
    if (await refresh()) console.log(`${generatedFile} was made anew of changed sources: commit it`);
  }
  const tsc = [`${root}node_modules/typescript/bin/tsc`, "-p", `${root}tsconfig.build.json`, "--outDir", made];
  const { status } = spawnSync(process.execPath, tsc, { stdio: "inherit" });
  await bundleProgram();
  await inlineBrowserWorker();
  await bundleLibrary();
  if (existsSync(`${root}dist`)) renameSync(`${root}dist`, `${made}-old`);
  renameSync(made, `${root}dist`);
  process.exitCode = status ?? 1;
} finally {
  for (const folder of [made, `${made}-old`]) rmSync(folder, { recursive: true, force: true });
}

async function bundleProgram() {
  await bundle({ main: `${made}/cli/main.js`, "node-worker": `${made}/workers/node-worker.js` }, "program", false);
  rmSync(`${made}/cli`, { recursive: true });
  renameSync(`${made}/program`, `${made}/cli`);
  chmodSync(`${made}/cli/main.js`, 0o755);
}

/** All that Node loads, in one build: what several entries need lies in files that they share. */
async function bundleLibrary() {
  const entries = {
    index: `${made}/index.js`,
    stores: `${made}/exports/stores.js`,
    codecs: `${made}/exports/codecs.js`,
    "node-worker": `${made}/workers/node-worker.js`,
  };
  await bundle(entries, "node", true);
}

function bundle(entryPoints, folder, splitting) {
  return build({
    entryPoints,
    outdir: `${made}/${folder}`,
    bundle: true,
    splitting,
    // Beside the worker, which is looked for where the code lies that starts it.
    chunkNames: "[hash]",
    format: "esm",
    platform: "node",
    target: "node20.19",
    ...(splitting ? LIBRARY : { external: ["fflate"] }),
    logLevel: "warning",
  });
}

/** Replaces the module without a script by one with it. */
async function inlineBrowserWorker() {
  const { outputFiles } = await build({
    entryPoints: [`${made}/workers/browser-worker.js`],
    bundle: true,
    format: "iife",
    platform: "browser",
    target: "es2022",
    minify: true,
    external: ["node:*"],
    write: false,
    logLevel: "warning",
  });
  const text = JSON.stringify(outputFiles[0].text);
  writeFileSync(`${made}/workers/browser-worker-source.js`, `export const workerSource = ${text};\n`);
}
