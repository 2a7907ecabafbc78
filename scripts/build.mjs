// Builds dist/ from src/. The library: one .js and one .d.ts a source file, by tsc, imports rewritten from .ts to .js, for
// bundlers and pages; and the same in few files for Node, dist/node, because loading two hundred takes three times as long.
// Its worker lies beside it, and loads what it needs when it needs it, for each worker loads it anew. The program,
// dist/cli/main.js, is one more entry of the same files. A browser's worker: one text in a module, so that no bundler has to
// know of it. The kernels: where their AssemblyScript is another than the committed WebAssembly was made of, that is
// compiled first. Everything is made in a folder aside and put in place at once; what was made of the same sources is left
// as it is.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { rolldown } from "rolldown";
import * as inflate from "./build-inflate.mjs";
import * as kernels from "./build-kernels.mjs";
import * as lzma from "./build-lzma.mjs";
import * as zstd from "./build-zstd.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
/** What Node imports loads the rest when it is asked for. */
const lazyVerbs = {
  name: "lazy verbs",
  resolveId: (id) => (id.endsWith("/exports/verbs.ts") ? `${root}src/exports/lazy-verbs.ts` : undefined),
};

/**
 * What Node loads, in few files. A group is what its roots import, less what groups before it hold, so that no file needs
 * one that comes after it; what is left over, each rare codec and store, has files of its own. Workers load the first
 * three.
 */
const GROUPS = {
  base: [
    ...["bytes/json-make", "bytes/json-parse", "bytes/json-print", "bytes/json-view", "codecs/drive"],
    ...["model/chunk-grid", "model/data-type", "stores/location", "stores/file-read", "stores/file-write"],
    ...["dataset/progress", "dataset/store-decoders", "exports/lazy-verbs"],
    ...["operations/bloscpack/pack-options", "operations/bloscpack-varlen/object-options"],
  ],
  frames: [
    ...["workers/frame-runner", "stores/file-parts", "codecs/bytes-to-bytes/deflate/kernel-inflate"],
    ...["wasm", "zstd-wasm", "inflate-wasm", "plain/zstd-v07/zstd-v07"].map((name) => `codecs/kernels/${name}`),
  ],
  pipeline: ["workers/task-runner", "stores/file-synchronous"],
  packing: [
    ...["pack", "unpack", "append"].map((name) => `operations/bloscpack/${name}`),
    ...["input", "bytes", "output"].map((name) => `stores/file-${name}`),
  ],
  core: ["index", "dataset/text-address", "stores/file", "stores/file-pack"],
  zarr: ["formats/zarr-v3/zarr-v3", "formats/zarr-v2/zarr-v2"],
  program: ["cli/run"],
};

/** In dist/: what it was made of. */
const STAMP = ".sources";
/** All that decides what is made; the lock file stands for the tools. */
const SOURCES = [
  "src",
  "tsconfig.json",
  "tsconfig.build.json",
  "package.json",
  "package-lock.json",
  "scripts/build.mjs",
];

const made = `${root}.dist-${process.pid}`;
for (const { refresh, generatedFile } of [kernels, lzma, zstd, inflate]) {
  if (await refresh()) console.log(`${generatedFile} was made anew of changed sources: commit it`);
}
const sources = fingerprint();
if (stampOf(`${root}dist`) !== sources) await make();

async function make() {
  try {
    const tsc = [`${root}node_modules/typescript/bin/tsc`, "-p", `${root}tsconfig.build.json`, "--outDir", made];
    const { status } = spawnSync(process.execPath, tsc, { stdio: "inherit" });
    await inlineBrowserWorker();
    await bundleForNode();
    // What has errors is made anew each time, so that they are seen.
    if (status === 0) writeFileSync(`${made}/${STAMP}`, sources);
    if (existsSync(`${root}dist`)) renameSync(`${root}dist`, `${made}-old`);
    renameSync(made, `${root}dist`);
    process.exitCode = status ?? 1;
  } finally {
    for (const folder of [made, `${made}-old`]) rmSync(folder, { recursive: true, force: true });
  }
}

function stampOf(folder) {
  const file = `${folder}/${STAMP}`;
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

function fingerprint() {
  const hash = createHash("sha256");
  for (const name of SOURCES.flatMap(filesOf)) {
    const content = readFileSync(`${root}${name}`);
    hash.update(`${name} ${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

function filesOf(name) {
  if (name !== "src") return [name];
  const entries = readdirSync(`${root}src`, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length)).sort();
}

/** The library, the program and their worker in one build: what several of them need lies in files that they share. */
async function bundleForNode() {
  const input = {
    "node/index": `${root}src/index.ts`,
    "node/stores": `${root}src/exports/stores.ts`,
    "node/codecs": `${root}src/exports/codecs.ts`,
    "node/node-worker": `${root}src/workers/node-worker.ts`,
    "cli/main": `${root}src/cli/main.ts`,
  };
  const bundle = await rolldown({
    input,
    platform: "node",
    // Whatever is no path: packages, and Node itself.
    external: /^(?![./]|[a-z]:[\\/])/i,
    plugins: [lazyVerbs],
    // What is imported lazily for pages may be at hand for Node.
    checks: { ineffectiveDynamicImport: false },
  });
  rmSync(`${made}/cli`, { recursive: true });
  await bundle.write({
    dir: made,
    // Beside the worker, which is looked for where the code lies that starts it.
    chunkFileNames: "node/[hash].js",
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Every thread keeps the text of what it loads; without blanks and comments that is a megabyte less of a read's peak.
    minify: true,
    codeSplitting: {
      groups: Object.entries(GROUPS).map(([name, roots]) => {
        return { name, test: (id) => roots.some((path) => id.replaceAll("\\", "/").endsWith(`/src/${path}.ts`)) };
      }),
    },
  });
  await bundle.close();
  chmodSync(`${made}/cli/main.js`, 0o755);
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
