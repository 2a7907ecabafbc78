// Builds dist/ from src/:
//   node/     the library and its worker for Node, unminified, in a few files: loading two hundred takes three times as long
//   cli/      the program, one more entry of the same build
//   browser/  the library for pages and bundlers, in a few parts; worker.js is a page's worker, for policies that forbid Blobs,
//             service-worker.js the script of a page's service worker
//   types/    the declarations, rolled up: one file per export and one that they share
//   modules/  one file per source, for the fuzzer and the benchmarks; not in the package
// Kernels whose AssemblyScript has changed since the committed WebAssembly was compiled are compiled first. Everything is
// built in a temporary folder and renamed to dist/. If the sources have not changed, nothing is done.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import * as cdl from "./build-cdl.mjs";
import * as inflate from "./build-inflate.mjs";
import * as kernels from "./build-kernels.mjs";
import * as lzma from "./build-lzma.mjs";
import * as packed from "./build-packed.mjs";
import * as zstd from "./build-zstd.mjs";
import { rollTypes } from "./roll-types.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
/** The built library loads rarely used verbs on their first call. */
const lazyVerbs = {
  name: "lazy verbs",
  resolveId: (id) => (id.endsWith("/exports/verbs.ts") ? `${root}src/exports/lazy-verbs.ts` : undefined),
};

/** GRIB's table of parameters is the same in pages and in Node, and long: one file of the package serves both. */
const sharedTable = {
  name: "shared table",
  resolveId: (id) =>
    id.endsWith("/grib/parameter-table.ts") || id === "./parameter-table.ts"
      ? { id: "../browser/parameter-table.js", external: true }
      : undefined,
};

/** What loads each format, by part: those that are looked for first, older versions of Zarr, and one part per other format. */
const FORMATS = {};
for (const [text, folder, name] of readFileSync(`${root}src/formats/registry.ts`, "utf8").matchAll(
  /\n {2}\{\n(?:(?!\n {2}\}).)*import\("\.\/([^/"]+)\/([^/"]+)\.ts"\)/gs,
)) {
  const part = text.includes("common: true") ? "zarr" : folder.startsWith("zarr-") ? "old-zarr" : folder;
  (FORMATS[part] ??= []).push(`formats/${folder}/${name}`);
}
const { zarr: COMMON_FORMATS, ...RARE_FORMATS } = FORMATS;

/**
 * A lazily imported module that lies in a group gets a file that only exports it from there. What imports such a file is
 * made to import the group instead, which saves some seventy files.
 */
const noFacades = {
  name: "no facades",
  generateBundle(_, bundle) {
    const facades = new Map();
    for (const [file, { isEntry, code }] of Object.entries(bundle)) {
      const [, names, target] = (!isEntry && code?.match(/^export \{ ([^}]*) \} from "\.\/([^"]+)";\s*$/)) || [];
      if (target !== undefined) facades.set(posix.basename(file), { file, names: names.split(", "), target });
    }
    for (const { file } of facades.values()) delete bundle[file];
    for (const chunk of Object.values(bundle)) {
      chunk.code &&= chunk.code.replace(/\bimport\("((?:\.\/|\.\.\/node\/))([^"]+)"\)/g, (found, folder, name) => {
        const facade = facades.get(name);
        if (facade === undefined) return found;
        const members = facade.names.map((pair) => pair.split(" as ")).map(([from, to = from]) => `${to}: m.${from}`);
        return `import("${folder}${facade.target}").then((m) => ({ ${members.join(", ")} }))`;
      });
    }
  },
};

/** Rarely needed modules, one file per kind. */
const SELDOM_USED = {
  "one-file": ["formats/detect-file", "stores/place", "stores/object-source", "stores/wrappers/lone-object"],
  zip: ["stores/zip/zip", "stores/zip/repack"],
  web: ["stores/http/http-store", "stores/http/transport/node-transport", "stores/http/transport/fetch-transport"],
  buckets: ["stores/s3/s3-store", "stores/cloud/gs", "stores/cloud/az", "stores/s3/netcdf-settings"],
  filters: [
    ...readdirSync(`${root}src/codecs/array-to-array`)
      .filter((file) => file !== "transpose.ts")
      .map((file) => `array-to-array/${file.slice(0, -".ts".length)}`),
    ...["objects/objects", "optional", "packbits", "vlen/vlen-array"].map((name) => `array-to-bytes/${name}`),
    "bytes-to-bytes/base64",
  ].map((name) => `codecs/${name}`),
  // What dumps need of netCDF, without the format NCZarr and without CF.
  netcdf: ["netcdf/attribute", "netcdf/types", "netcdf/values", "values/calendar", "values/float-text"].map(
    (name) => `model/${name}`,
  ),
  cf: ["dataset/array/decoding", "cf/decoder", "cf/times", "cf/labels/resolve", "cf/coordinates/dataset"],
  ...RARE_FORMATS,
  bloscpack: [
    ...RARE_FORMATS.bloscpack,
    "codecs/array-to-bytes/bloscpack/bloscpack",
    "codecs/array-to-bytes/bloscpack/varlen",
    "dataset/engine/packed-encoder",
  ],
  // A scanner with the decoders that only its files need.
  scanned: [
    "dataset/virtual/settle",
    "dataset/virtual/derived-chunks",
    "bytes/source/block-reader",
    "model/virtual/table-chunks",
  ],
  tiff: [
    "scanners/tiff/tiff",
    "codecs/array-to-bytes/tiff/tiff",
    ...["lzw", "packbits", "fill-order"].map((name) => `codecs/bytes-to-bytes/tiff/${name}`),
  ],
  grib: ["scanners/grib/grib", "codecs/array-to-bytes/grib/grib"],
  fits: ["scanners/fits/fits", "codecs/array-to-bytes/fits/tile", "codecs/array-to-bytes/fits/ascii"],
  hdf5: [
    "scanners/hdf5/hdf5",
    ...["bitshuffle", "lz4", "lzf", "nbit", "scale-offset", "szip"].map((name) => `codecs/bytes-to-bytes/hdf5/${name}`),
  ],
  // What dumps share with the verbs of references.
  blocks: ["operations/export/blocks"],
  refs: [
    ...filesIn("operations/refs"),
    ...["scan/scan", "scan/save-scan", "log/log", "log/diff-snapshots"].map((name) => `operations/${name}`),
  ],
};

/** The modules of a folder. */
function filesIn(folder) {
  return readdirSync(`${root}src/${folder}`).map((file) => `${folder}/${file.slice(0, -".ts".length)}`);
}

/**
 * What Node loads, in a few files. A group holds what its roots import, except what earlier groups hold, so that no file
 * imports a later one. The rest, rare codecs and stores, get files of their own. Workers load the first three.
 */
const GROUPS = {
  base: [
    ...["bytes/known-options", "dataset/option-names", "operations/option-names"],
    ...[
      "bytes/limit",
      "bytes/json/make",
      "bytes/json/parse",
      "bytes/json/print",
      "bytes/json/view",
      "bytes/source/byte-cursor",
      "bytes/source/byte-writer",
      "codecs/pipeline/drive",
    ],
    ...[
      "model/grid/chunk-grid",
      "model/data-types/data-type",
      "model/netcdf/text",
      "stores/location/location",
      "stores/file/read",
      "stores/file/write",
    ],
    ...["dataset/array/progress", "dataset/open/store-decoders", "exports/lazy-verbs", "cf/labels/labels"],
    ...["operations/pack/pack-options", "operations/pack/varlen/object-options"],
  ],
  frames: [
    ...["workers/task/frames", "codecs/bytes-to-bytes/deflate/kernel-inflate"],
    ...["wasm", "zstd/wasm", "inflate/wasm", "plain/zstd/v07"].map((name) => `codecs/kernels/${name}`),
  ],
  pipeline: [
    "workers/task/runner",
    "stores/file/synchronous",
    "model/grid/chunk-plan",
    "bytes/checksum/fletcher32",
    "bytes/checksum/jenkins-lookup3",
  ],
  // What makes bytes of the values of nearly every array.
  serializer: ["codecs/array-to-bytes/bytes"],
  // What other codecs share with the library: a thread that decodes must not load the library.
  numbers: [
    "bytes/text/base64",
    ...["values/numeric-array", "values/element", "data-types/small-float"].map((name) => `model/${name}`),
  ],
  // What packing shares with everything else, so that opening and reading a dataset do not load packing.
  places: [
    ...["store", "place", "object-source", "lending", "file/lock"].map((name) => `stores/${name}`),
    ...["registry", "documents/document", "spelling/numpy-type", "spelling/members"].map((name) => `formats/${name}`),
    ...[
      "bytes/text/byte-characters",
      "dataset/open/location",
      "operations/limits",
      "workers/pool/node-threads",
      "workers/pool/spare-buffers",
    ],
  ],
  packing: [
    ...["pack", "unpack", "append"].map((name) => `operations/pack/${name}`),
    ...["bytes", "output"].map((name) => `stores/file/${name}`),
  ],
  core: [
    ...["index", "dataset/open/text-address", "dataset/open/unfinished", "formats/detect-file"],
    ...["stores/file/file-store", "stores/file/place-at", "dataset/open/enclosing-directory"],
  ],
  zarr: COMMON_FORMATS,
  program: ["cli/run"],
  workers: ["dataset/engine/chunk-workers", "dataset/engine/parallel"],
  // Decoders of scanned files, apart from their scanners.
  "grib-codecs": ["codecs/array-to-bytes/grib/grib", "codecs/bytes-to-bytes/aec/decode"],
  "hdf5-codecs": filesIn("codecs/bytes-to-bytes/hdf5").filter((name) => !name.endsWith("/zfp")),
  "fits-codecs": ["tile", "ascii"].map((name) => `codecs/array-to-bytes/fits/${name}`),
  "tiff-codecs": [
    "codecs/array-to-bytes/tiff/tiff",
    ...["lzw", "packbits", "fill-order"].map((name) => `codecs/bytes-to-bytes/tiff/${name}`),
  ],
  ...SELDOM_USED,
};

/** What pages load, in the same way. Rare codecs and stores get files of their own, plus one for what they share. */
const BROWSER_GROUPS = {
  core: [
    "dataset/open/open",
    "dataset/tree/create",
    "dataset/array/decoder-slot",
    "dataset/open/text-address",
    "stores/http/http-store",
    "stores/http/transport/fetch-transport",
    // The rest of what index.ts exports: bundlers load every file that it imports.
    ...["stores/browser/dropped-items", "bytes/source/byte-target", "stores/wrappers/read-only", "stores/adapters"],
    ...["model/netcdf/text", "cf/labels/labels", "workers/pool/worker-url"],
    ...["pack/pack-options", "pack/varlen/object-options", "export/export-format"].map((name) => `operations/${name}`),
  ],
  zarr: COMMON_FORMATS,
  codecs: [
    ...["bytes", "sharding-indexed/sharding-indexed", "vlen/vlen"].map((name) => `array-to-bytes/${name}`),
    "array-to-array/transpose",
    // A Blosc chunk may be compressed by any of these, whatever the document says.
    ...["wasm", "zstd/wasm", "inflate/wasm", "plain/zstd/v07"].map((name) => `kernels/${name}`),
    ...["kernel-inflate", "portable-deflate"].map((name) => `bytes-to-bytes/deflate/${name}`),
    ...["blosc", "checksums", "deflate/deflate", "lz4", "shuffle", "zstd/zstd"].map((name) => `bytes-to-bytes/${name}`),
    ...["../bytes/source/byte-cursor", "../bytes/source/byte-writer"],
  ].map((name) => posix.join("codecs", name)),
  workers: ["dataset/engine/chunk-workers", "workers/pool/page-workers"],
  ...SELDOM_USED,
  "browser-files": ["stores/browser/browser-input"],
  // Never loaded by a page: only this part and the file codecs of Node import `node:`.
  files: [
    ...["file-store", "bytes", "output", "place-at", "zip", "zip-repack"].map((name) => `stores/file/${name}`),
    ...["dataset/engine/parallel", "dataset/open/enclosing-directory", "stores/http/transport/node-transport"],
  ],
};

/** The kernels that pages have in the part `codecs`: the text of a page's worker refers to them by these names. */
const KERNELS = new Map(
  ["wasm-binary", "zstd/binary", "inflate/binary"].map((name, index) => [
    `codecs/kernels/${name}.ts`,
    `kernel${index}`,
  ]),
);

/** Names are kept, for stack traces; documentation is in the sources and the types. */
const COMMENTS = { annotation: true, jsdoc: false, legal: true };

/** In dist/: the fingerprint of its sources. */
const STAMP = ".sources";
/** Everything that the result depends on; the lock file stands for the tools. */
const SOURCES = [
  "src",
  "tsconfig.json",
  "tsconfig.build.json",
  "package.json",
  "package-lock.json",
  "scripts/build.mjs",
  "scripts/roll-types.mjs",
];

const made = `${root}.dist-${process.pid}`;
for (const { refresh, generatedFile } of [kernels, lzma, packed, zstd, inflate, cdl]) {
  if (await refresh()) console.log(`${generatedFile} was compiled from changed sources: commit it`);
}
const sources = fingerprint();
if (stampOf(`${root}dist`) !== sources) await make();

async function make() {
  try {
    const tsc = [
      `${root}node_modules/typescript/bin/tsc`,
      "-p",
      `${root}tsconfig.build.json`,
      "--outDir",
      `${made}/modules`,
    ];
    const { status } = spawnSync(process.execPath, tsc, { stdio: "inherit" });
    writeTypes();
    const worker = await browserWorker();
    await bundleForNode();
    await bundleForBrowser(worker);
    await bundleServiceWorker();
    // A build with errors is repeated each time, so that the errors are seen.
    if (status === 0) writeFileSync(`${made}/${STAMP}`, sources);
    if (existsSync(`${root}dist`)) renameSync(`${root}dist`, `${made}-old`);
    renameSync(made, `${root}dist`);
    process.exitCode = status ?? 1;
  } finally {
    for (const folder of [made, `${made}-old`]) rmSync(folder, { recursive: true, force: true });
  }
}

function writeTypes() {
  const entries = {
    index: "index.d.ts",
    stores: "exports/stores.d.ts",
    codecs: "exports/codecs.d.ts",
    worker: "workers/pool/page-worker.d.ts",
    "service-worker": "operations/serve/page/service-worker.d.ts",
  };
  mkdirSync(`${made}/types`);
  for (const [name, text] of Object.entries(rollTypes(`${made}/modules`, entries))) {
    writeFileSync(`${made}/types/${name}`, text);
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
    "node/node-worker": `${root}src/workers/pool/node-worker.ts`,
    "cli/main": `${root}src/cli/main.ts`,
  };
  const bundle = await rolldown({
    input,
    platform: "node",
    // Everything that is not a path: packages, and Node itself.
    external: /^(?![./]|[a-z]:[\\/])/i,
    plugins: [lazyVerbs, noFacades, sharedTable],
    // A module that pages import lazily may already be loaded in Node.
    experimental: { attachDebugInfo: "none" },
    checks: { ineffectiveDynamicImport: false },
  });
  await bundle.write({
    dir: made,
    // Beside the worker, which is looked for where the code lies that starts it.
    chunkFileNames: "node/[name].js",
    minifyInternalExports: false,
    comments: COMMENTS,
    codeSplitting: { groups: groupsOf(GROUPS) },
  });
  await bundle.close();
  chmodSync(`${made}/cli/main.js`, 0o755);
}

function groupsOf(groups) {
  return Object.entries(groups).map(([name, roots]) => {
    return { name, test: (id) => roots.some((path) => id.replaceAll("\\", "/").endsWith(`/src/${path}.ts`)) };
  });
}

/** The library for pages, in a few parts: modules that one read needs together share a file. */
async function bundleForBrowser(workerSource) {
  const bundle = await rolldown({
    input: {
      index: `${root}src/index.ts`,
      stores: `${root}src/exports/stores.ts`,
      codecs: `${root}src/exports/codecs.ts`,
      worker: `${root}src/workers/pool/page-worker.ts`,
    },
    platform: "browser",
    external: /^(?![./]|[a-z]:[\\/])/i,
    plugins: [
      lazyVerbs,
      {
        name: "worker source",
        load: (id) =>
          id.replaceAll("\\", "/").endsWith("/workers/pool/page-worker-source.ts")
            ? withKernels(workerSource)
            : undefined,
      },
    ],
    experimental: { attachDebugInfo: "none" },
    checks: { ineffectiveDynamicImport: false },
  });
  await bundle.write({
    dir: `${made}/browser`,
    chunkFileNames: "[name].js",
    comments: COMMENTS,
    // Most pages load these files through a bundler, or as they are: readable code is what Node gets.
    minify: true,
    codeSplitting: { groups: groupsOf(BROWSER_GROUPS) },
  });
  await bundle.close();
}

/** One file without imports: it is a good script, classic or module, wherever it is copied to. */
async function bundleServiceWorker() {
  const bundle = await rolldown({
    input: { "service-worker": `${root}src/operations/serve/page/service-worker.ts` },
    platform: "browser",
  });
  await bundle.write({ dir: `${made}/browser`, comments: COMMENTS, minify: true });
  await bundle.close();
}

/** The module that gives the text of a page's worker: the page's own kernels, then the script. */
function withKernels(script) {
  const kernels = Array.from(KERNELS);
  const imports = kernels.map(([path, name]) => `import { WASM_HEX as ${name} } from "${root}src/${path}";`);
  const values = kernels.map(([, name]) => `const ${name}="${"${"}${name}}";`).join("");
  return `${imports.join("\n")}\nexport const workerSource = \`${values}\` + ${JSON.stringify(script)};`;
}

/** The script of a page's worker: one file with everything that it needs, except the kernels that the page has. */
async function browserWorker() {
  const bundle = await rolldown({
    input: `${root}src/workers/pool/page-worker.ts`,
    platform: "browser",
    external: /^node:/,
    plugins: [
      {
        name: "kernels of the page",
        load: (id) => {
          const name = KERNELS.get(id.replaceAll("\\", "/").split("/src/").at(-1));
          return name && readFileSync(id, "utf8").replace(/WASM_HEX =\s*"[^"]*"/, `WASM_HEX = ${name}`);
        },
      },
    ],
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await bundle.generate({ format: "iife", minify: true, codeSplitting: false });
  await bundle.close();
  return output[0].code;
}
