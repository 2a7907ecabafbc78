// Builds dist/ from src/. The library: one .js and one .d.ts a source file, by tsc, imports rewritten from .ts to .js.
// The program: one file, dist/cli/main.js, and its worker beside it, by esbuild: loading two hundred small files takes
// 0.25 s, one file 0.1 s. The library's worker: a file and those that it loads when needed, for each worker loads them
// anew. A browser's worker: one text in a module, so that no bundler has to know of it. Everything is made in a folder aside and put in place at once.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const made = `${root}.dist-${process.pid}`;
try {
  const tsc = [`${root}node_modules/typescript/bin/tsc`, "-p", `${root}tsconfig.build.json`, "--outDir", made];
  const { status } = spawnSync(process.execPath, tsc, { stdio: "inherit" });
  await bundleProgram();
  await inlineBrowserWorker();
  await bundleWorker();
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

async function bundleWorker() {
  await bundle({ "node-worker": `${made}/workers/node-worker.js` }, "worker", true);
  for (const name of readdirSync(`${made}/worker`)) renameSync(`${made}/worker/${name}`, `${made}/workers/${name}`);
  rmSync(`${made}/worker`, { recursive: true });
}

function bundle(entryPoints, folder, splitting) {
  return build({
    entryPoints,
    outdir: `${made}/${folder}`,
    bundle: true,
    splitting,
    chunkNames: "node-worker/[hash]",
    format: "esm",
    platform: "node",
    target: "node20.19",
    external: ["fflate"],
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
