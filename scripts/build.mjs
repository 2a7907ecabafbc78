// Builds dist/ from src/:
//   lib/      the library for Node, pages and bundlers, unminified, in a few parts: loading two hundred files takes three times
//             as long. Parts that need Node's own modules are loaded on demand, in Node only. worker.js is a page's worker,
//             for policies that forbid Blobs, service-worker.js the script of a page's service worker
//   cli/      the program, one more entry of the same build
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
import { withPlainImports } from "./page-worker.mjs";
import { rollTypes } from "./roll-types.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
/** The built library loads rarely used verbs on their first call. */
const lazyVerbs = {
  name: "lazy verbs",
  resolveId: (id) => (id.endsWith("/exports/verbs.ts") ? `${root}src/exports/lazy-verbs.ts` : undefined),
};

/**
 * The modules that load each format, by part: formats that are probed first, older versions of Zarr, and one part per
 * other format.
 */
const FORMATS = {};
for (const [text, folder, name] of readFileSync(`${root}src/formats/registry.ts`, "utf8").matchAll(
  /\n {2}\{\n(?:(?!\n {2}\}).)*import\("\.\/([^/"]+)\/([^/"]+)\.ts"\)/gs,
)) {
  const part = text.includes("common: true") ? "zarr" : folder.startsWith("zarr-") ? "old-zarr" : folder;
  (FORMATS[part] ??= []).push(`formats/${folder}/${name}`);
}
const { zarr: COMMON_FORMATS, ...RARE_FORMATS } = FORMATS;

/**
 * Bundlers make a file more for a part that others import both at once and lazily. These are imported lazily by way of
 * another part, which is needed next anyway.
 */
const VIA = new Map([
  ["lib/frames.js", "lib/common-codecs.js"],
  ["lib/core.js", "lib/zarr.js"],
]);
/** Suffix of names that a part re-exports. */
const PASSED_ON = "of_";

/** What commands need to open and read local files, read from disk at the same time as the core and not one after the other. */
const PRELOADED = ["places", "files"];

/**
 * A lazily imported module that lies in a group gets a file that only exports it from there. What imports such a file is
 * made to import the group instead, which saves some seventy files.
 */
const noFacades = {
  name: "no facades",
  generateBundle(_, bundle) {
    const facades = new Map();
    for (const [file, { isEntry, code }] of Object.entries(bundle)) {
      const [, names, target] = (!isEntry && code?.match(/^export \{ ([^}]*) \} from "([^"]+)";\s*$/)) || [];
      if (target === undefined) continue;
      facades.set(file, { names: names.split(", "), target: posix.join(posix.dirname(file), target) });
    }
    for (const file of facades.keys()) delete bundle[file];
    const passedOn = new Map([...VIA.keys()].map((target) => [target, new Set()]));
    for (const [file, chunk] of Object.entries(bundle)) {
      const folder = posix.dirname(file);
      const own = [];
      chunk.code &&= chunk.code.replace(/\bimport\("(\.[^"]+)"\)/g, (found, path) => {
        const facade = facades.get(posix.join(folder, path));
        if (facade === undefined) return found;
        const members = facade.names.map((pair) => pair.split(" as ")).map(([from, to = from]) => [from, to]);
        if (facade.target === file) return `ownPart${own.push(members)}()`;
        const via = chunk.imports.includes(facade.target) ? undefined : VIA.get(facade.target);
        if (via !== undefined) for (const [from] of members) passedOn.get(facade.target).add(from);
        const given = `import("${pathTo(via ?? facade.target, folder)}")`;
        if (via === undefined && members.every(([from, to]) => from === to)) return given;
        const list = members.map(([from, to]) => `${to}: m.${via === undefined ? "" : PASSED_ON}${from}`);
        return `${given}.then((m) => ({ ${list.join(", ")} }))`;
      });
      if (own.length > 0) chunk.code += ownParts(chunk.code, own);
    }
    for (const [target, found] of passedOn) {
      const part = VIA.get(target);
      const names = [...found].map((name) => `${name} as ${PASSED_ON}${name}`);
      bundle[part].code += `export { ${names.join(", ")} } from "${pathTo(target, posix.dirname(part))}";\n`;
    }
  },
};

/** Parts have no side effects, as the manifest says: bundlers warn about an import that uses nothing from one. */
const noBareImports = {
  name: "no bare imports",
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (!chunk.isEntry) chunk.code &&= chunk.code.replace(/^import "\.[^"]+";\n/gm, "");
    }
  },
};

/** What a file imports lazily of itself: functions that give it, outside of scopes that use the same names. */
function ownParts(code, parts) {
  const [, list] = code.match(/^export \{ ([^}]*) \};$/m);
  const locals = new Map(
    list
      .split(", ")
      .map((pair) => pair.split(" as ").reverse())
      .map(([to, from = to]) => [to, from]),
  );
  const printed = parts.map((members, i) => {
    const pairs = members.map(([from, to]) => `${to}: ${locals.get(from)}`);
    return `async function ownPart${i + 1}() {\n\treturn { ${pairs.join(", ")} };\n}\n`;
  });
  return `\n${printed.join("")}`;
}

function pathTo(file, folder) {
  const path = posix.relative(folder, file);
  return path.startsWith(".") ? path : `./${path}`;
}

/** Rarely needed modules, one file per kind. */
const SELDOM_USED = {
  zip: ["stores/zip/zip", "stores/zip/repack"],
  "node-web": ["stores/http/transport/node-transport"],
  buckets: ["stores/s3/s3-store", "stores/cloud/gs", "stores/cloud/az", "stores/s3/netcdf-settings"],
  filters: [
    ...readdirSync(`${root}src/codecs/array-to-array`)
      .filter((file) => file !== "transpose.ts")
      .map((file) => `array-to-array/${file.slice(0, -".ts".length)}`),
    ...["objects/objects", "optional", "packbits", "vlen/vlen-array"].map((name) => `array-to-bytes/${name}`),
    "bytes-to-bytes/base64",
  ].map((name) => `codecs/${name}`),
  // What dumps need of netCDF, without the format NCZarr and without CF.
  netcdf: [
    ...["netcdf/attribute", "netcdf/types", "netcdf/values", "values/calendar", "values/float-text"].map(
      (name) => `model/${name}`,
    ),
    "dataset/netcdf/view",
  ],
  cf: [
    "operations/info/coordinate-info",
    "dataset/array/decoding",
    "cf/decoder",
    "cf/times",
    "cf/labels/resolve",
    "cf/coordinates/dataset",
  ],
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
  // Objects of variable length in Bloscpack files.
  "pack-objects": ["pack-objects", "unpack-objects", "append-objects", "directory-objects", "read-object"].map(
    (name) => `operations/pack/varlen/${name}`,
  ),
  zfp: ["array-to-bytes/zfp/zfp", "array-to-bytes/zfp/zfpy", "bytes-to-bytes/hdf5/zfp"].map((name) => `codecs/${name}`),
  showing: [...["info/info", "info/tree"].map((name) => `operations/${name}`), "dataset/array/grid-positions"],
  // What explains a failure of `open`, and what few addresses need.
  "hard-openings": [
    ...["failures/unexpected-node", "failures/refused-target", "blocks-above", "whole-root", "consolidated-node"].map(
      (name) => `dataset/open/${name}`,
    ),
    ...["engine/read-only", "engine/parts-again"].map((name) => `dataset/${name}`),
    "stores/http/directory-lister",
  ],
  reshaping: ["array/shrink", "tree/orphan-chunks", "tree/delete-own", "tree/dimensions"].map(
    (name) => `dataset/${name}`,
  ),
  refs: [
    ...filesIn("operations/refs"),
    ...["scan/scan", "scan/save-scan", "log/log", "log/diff-snapshots"].map((name) => `operations/${name}`),
  ],
};

/** Lists the modules of a folder. */
function filesIn(folder) {
  return readdirSync(`${root}src/${folder}`).map((file) => `${folder}/${file.slice(0, -".ts".length)}`);
}

const COMMON_CODECS = [
  ...["bytes", "sharding-indexed/sharding-indexed", "vlen/vlen"].map((name) => `array-to-bytes/${name}`),
  "array-to-array/transpose",
  ...["blosc", "checksums", "deflate/deflate", "lz4", "shuffle", "zstd/zstd"].map((name) => `bytes-to-bytes/${name}`),
];

/** Blosc frames and what may have compressed them, whatever the document says. */
const FRAMES = [
  ...["workers/task/frames", "codecs/bytes-to-bytes/deflate/kernel-inflate"],
  ...["wasm", "zstd/wasm", "inflate/wasm", "plain/zstd/v07"].map((name) => `codecs/kernels/${name}`),
];

/** What formats and rare codecs both use: commands that decode nothing load no codecs for it. */
const TEXT_TOOLS = ["bytes/json/print", "bytes/text/base64"];

/** What packing needs for opening and for local files. */
const PLACES = [
  ...["place", "object-source", "direct-reads", "wrappers/lone-object"].map((name) => `stores/${name}`),
  ...["registry", "documents/document", "spelling/numpy-type", "spelling/members"].map((name) => `formats/${name}`),
  ...["formats/icechunk/snapshot-facts", "formats/container"],
  "bytes/text/byte-characters",
  ...["dataset/open/location", "dataset/tree/codec-names", "operations/limits", "operations/option-names"],
  ...["pool/node-threads", "pool/spare-buffers"].map((name) => `workers/${name}`),
];

/** Local directories. */
const FILES = [
  ...["file-store", "place-at", "bytes", "output", "lock"].map((name) => `stores/file/${name}`),
  "dataset/open/enclosing-directory",
];

/** What reads and writes ranges of local files, in workers too. */
const FILE_RANGES = ["synchronous", "read", "write"].map((name) => `stores/file/${name}`);

const PACKING = ["pack", "unpack", "append"].map((name) => `operations/pack/${name}`);

/** What commands need from index.ts before they open anything. */
const VERBS = [
  ...["exports/lazy-verbs", "cf/labels/labels"],
  ...["pack/pack-options", "pack/varlen/object-options", "export/export-format"].map((name) => `operations/${name}`),
];

/** Every codec: a thread that decodes does not load the core. */
const CODECS = readdirSync(`${root}src/codecs`, { recursive: true })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => `codecs/${file.slice(0, -".ts".length)}`);

/** What every page and program loads: bundlers load every file that index.ts imports. */
const CORE = [
  ...["index", "dataset/open/text-address"],
  ...["http-store", "transport/fetch-transport"].map((name) => `stores/http/${name}`),
];

/**
 * The parts of the library. A part holds what its roots import, except what earlier parts hold. Rare codecs get files of their
 * own. Only the parts of NODE_ONLY import `node:`.
 */
function partsOf() {
  const core = closure(CORE);
  const local = closure([...FILES, ...FILE_RANGES]);
  const codecs = closure(CODECS);
  const packing = closure([...PLACES, ...PACKING]);
  const formats = closure(COMMON_FORMATS);
  const beside = new Set([...closure([...VERBS, ...FRAMES, "workers/task/runner"]), ...codecs, ...packing, ...local]);
  return {
    // What the core shares with workers, codecs and packing, which do not load the core; and tools of formats and codecs.
    base: [
      ...[...beside].filter((name) => core.has(name)),
      ...["bytes/source/join-bytes", "workers/limits", "workers/task/messages", ...TEXT_TOOLS],
    ],
    core: CORE,
    tools: [...closure(FILE_RANGES)].filter(isForPages),
    places: [...PLACES, "formats/detect-file", "dataset/open/unfinished", ...[...local].filter(isForPages)],
    // With what codecs share with packing.
    frames: [...FRAMES, ...[...codecs].filter((name) => packing.has(name))],
    columns: ["workers/task/columns"],
    task: ["workers/task/runner"],
    "file-ranges": FILE_RANGES,
    // With what codecs share with formats.
    "common-codecs": [
      ...COMMON_CODECS.map((name) => `codecs/${name}`),
      ...["fletcher32", "jenkins-lookup3"].map((name) => `bytes/checksum/${name}`),
      ...[...codecs].filter((name) => formats.has(name)),
    ],
    packing: PACKING,
    creation: ["dataset/tree/create-node", "dataset/tree/auto-chunks"],
    zarr: COMMON_FORMATS,
    files: FILES,
    program: ["cli/run"],
    workers: ["dataset/engine/chunk-workers", "dataset/engine/parallel"],
    "rare-kernels": ["lzma/binary", "packed/binary"].map((name) => `codecs/kernels/${name}`),
    // Decoders of scanned files, apart from their scanners.
    "grib-codecs": ["codecs/array-to-bytes/grib/grib", "codecs/bytes-to-bytes/aec/decode"],
    "hdf5-codecs": filesIn("codecs/bytes-to-bytes/hdf5").filter((name) => !name.endsWith("/zfp")),
    "fits-codecs": ["tile", "ascii"].map((name) => `codecs/array-to-bytes/fits/${name}`),
    "tiff-codecs": [
      "codecs/array-to-bytes/tiff/tiff",
      ...["lzw", "packbits", "fill-order"].map((name) => `codecs/bytes-to-bytes/tiff/${name}`),
    ],
    // What dumps share with other verbs, in one file and without CF.
    "value-text": [
      ...["text/value-form", "text/value-text", "info/shown-nodes", "export/blocks", "dump/shown-tree"].map(
        (name) => `operations/${name}`,
      ),
      ...["dataset/array/fixed-bytes", "model/netcdf/user-types", "cdl/limits"],
    ],
    ...SELDOM_USED,
    "file-archives": ["stores/file/zip", "stores/file/zip-repack"],
    serving: ["operations/serve/serve", "operations/serve/page/page-server"],
    server: ["operations/serve/node/server"],
    "browser-files": ["stores/browser/browser-input"],
    arguments: ["arguments", "output/note-text", "output/table"].map((name) => `cli/${name}`),
    // Commands that are loaded together: each file more takes room in the package.
    changes: [
      ...["attrs", "consolidate", "delete", "rename", "resize"].map((name) => `cli/commands/change/${name}`),
      "cli/commands/convert/zip",
    ],
    "bloscpack-commands": [
      ...["info", "objects", "pack", "unpack"].map((name) => `cli/commands/bloscpack/${name}`),
      "cli/output/bloscpack-lines",
    ],
    "show-commands": ["info", "tree"].map((name) => `cli/commands/show/${name}`),
    "rare-commands": ["show/doctor", "show/log", "store/serve", "guide/completion"].map(
      (name) => `cli/commands/${name}`,
    ),
    "value-commands": ["change/create", "change/write", "convert/gen", "bloscpack/append"].map(
      (name) => `cli/commands/${name}`,
    ),
  };
}

/** The kernels that pages have in the part `codecs`: the text of a page's worker refers to them by these names. */
const KERNELS = new Map(
  ["wasm-binary", "zstd/binary", "inflate/binary", "lzma/binary", "packed/binary"].map((name, index) => [
    `codecs/kernels/${name}.ts`,
    `kernel${index}`,
  ]),
);

/** Names are kept, for stack traces; documentation is in the sources and the types. */
const COMMENTS = { annotation: true, jsdoc: false, legal: true };

/** Parts that only Node loads. */
const NODE_ONLY = new Set(["file-ranges", "files", "file-archives", "node", "node-worker", "server"]);

/** In dist/: the fingerprint of its sources. */
const STAMP = ".sources";
/** Everything that the result depends on; the lock file represents the tools. */
const SOURCES = [
  "src",
  "tsconfig.json",
  "tsconfig.build.json",
  "package.json",
  "package-lock.json",
  "scripts/build.mjs",
  "scripts/page-worker.mjs",
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
    await bundle(worker);
    await bundleServiceWorker();
    formatCode();
    // A build with errors is repeated each time, so that the errors are seen.
    if (status === 0) writeFileSync(`${made}/${STAMP}`, sources);
    if (existsSync(`${root}dist`)) renameSync(`${root}dist`, `${made}-old`);
    renameSync(made, `${root}dist`);
    process.exitCode = status ?? 1;
  } finally {
    for (const folder of [made, `${made}-old`]) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The bundler prints every object over several lines. People step into this code, and its size counts: on lines of 240
 * characters it is 11 kB smaller as gzip, and without semicolons another 6 kB. What is minified stays as it is.
 */
function formatCode() {
  const config = {
    root: true,
    files: {
      includes: ["lib/*.js", "cli/*.js", "!lib/page-worker-source.js", "!lib/service-worker.js"],
      maxSize: 2 ** 23,
    },
    formatter: { indentStyle: "tab", lineWidth: 240 },
    javascript: {
      formatter: {
        expand: "never",
        bracketSpacing: false,
        arrowParentheses: "asNeeded",
        semicolons: "asNeeded",
        trailingCommas: "none",
      },
    },
  };
  writeFileSync(`${made}/biome.json`, JSON.stringify(config));
  const biome = `${root}node_modules/@biomejs/biome/bin/biome`;
  const { status, stderr } = spawnSync(process.execPath, [biome, "format", "--write"], { cwd: made, encoding: "utf8" });
  rmSync(`${made}/biome.json`);
  if (status !== 0) throw new Error(`the build cannot be formatted: ${stderr}`);
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

/**
 * The library, the program and their workers in one build, for Node and for pages: what several of them need lies in files
 * that they share. Names are kept, for stack traces, and nothing is minified: bundlers do that.
 */
async function bundle(workerSource) {
  const bundle = await rolldown({
    input: {
      "lib/index": `${root}src/index.ts`,
      "lib/stores": `${root}src/exports/stores.ts`,
      "lib/codecs": `${root}src/exports/codecs.ts`,
      "lib/worker": `${root}src/workers/pool/page-worker.ts`,
      "lib/node-worker": `${root}src/workers/pool/node-worker.ts`,
      "cli/main": `${root}src/cli/main.ts`,
    },
    platform: "neutral",
    // Everything that is not a path: packages, and Node itself.
    external: /^(?![./]|[a-z]:[\\/])/i,
    plugins: [
      lazyVerbs,
      noFacades,
      noBareImports,
      {
        name: "worker source",
        load: (id) =>
          id.replaceAll("\\", "/").endsWith("/workers/pool/page-worker-source.ts")
            ? withKernels(workerSource)
            : undefined,
      },
    ],
    // A module that is imported lazily may already be loaded.
    experimental: { attachDebugInfo: "none" },
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await bundle.write({
    dir: made,
    // Beside the worker, which is looked for where the code lies that starts it.
    chunkFileNames: ({ moduleIds }) =>
      moduleIds.some((id) => id.replaceAll("\\", "/").includes("/src/cli/")) ? "cli/[name].js" : "lib/[name].js",
    minifyInternalExports: false,
    comments: COMMENTS,
    codeSplitting: { groups: groupsOf(partsOf()) },
  });
  await bundle.close();
  chmodSync(`${made}/cli/main.js`, 0o755);
  const preload = PRELOADED.map((part) => `import "../lib/${part}.js";\n`).join("");
  const shared = `${made}/cli/arguments.js`;
  writeFileSync(shared, preload + readFileSync(shared, "utf8"));
  checkRim(output);
}

function compiled(name) {
  return readFileSync(`${made}/modules/${name}.js`, "utf8");
}

/** Whether no module that it imports statically, directly or indirectly, needs Node. */
function isForPages(name) {
  return ![...closure([name])].some((needed) => /^import\b[^;]*?from "node:/m.test(compiled(needed)));
}

/** These modules and everything that they import statically, directly or indirectly. */
function closure(names, found = new Set()) {
  for (const name of names) if (!found.has(name)) closure(staticImports(name), found.add(name));
  return found;
}

/** The static imports of a module, read from the compiled one. */
function staticImports(name) {
  const found = [...compiled(name).matchAll(/^(?:import|export)\b[^;]*?from "(\.[^"]+)\.js"/gm)];
  return found
    .map(([, path]) => posix.join(posix.dirname(name), path))
    .map((path) => (path === "exports/verbs" ? "exports/lazy-verbs" : path));
}

/** No part that a page loads may import `node:` or the program, nor a part that does. */
function checkRim(chunks) {
  const breaches = [];
  for (const { fileName, imports } of chunks) {
    if (fileName.startsWith("cli/") || NODE_ONLY.has(posix.basename(fileName, ".js"))) continue;
    for (const name of imports) {
      const isRim = name.startsWith("node:") || name.startsWith("cli/") || NODE_ONLY.has(posix.basename(name, ".js"));
      if (isRim) breaches.push(`${fileName} imports ${name}, which pages cannot load`);
    }
  }
  if (breaches.length > 0) throw new Error(breaches.join("\n"));
}

function groupsOf(groups) {
  return Object.entries(groups).map(([name, roots]) => {
    return { name, test: (id) => roots.some((path) => id.replaceAll("\\", "/").endsWith(`/src/${path}.ts`)) };
  });
}

/** One file without imports, so it works as a classic or module script wherever it is copied to. */
async function bundleServiceWorker() {
  const bundle = await rolldown({
    input: { "service-worker": `${root}src/operations/serve/page/service-worker.ts` },
    platform: "browser",
  });
  await bundle.write({ dir: `${made}/lib`, comments: COMMENTS, minify: true });
  await bundle.close();
}

/** The module that exports the text of a page's worker: the page's own kernels, then the script. */
function withKernels(script) {
  const kernels = Array.from(KERNELS);
  const imports = kernels.map(([path, name]) => `import { WASM_HEX as ${name} } from "${root}src/${path}";`);
  const values = kernels.map(([, name]) => `const ${name}="${"${"}${name}}";`).join("");
  // Joined when it is used: the bundler would make one template of the two, and escape every backquote of the script.
  return `${imports.join("\n")}\nexport const workerSource = [\`${values}\`, ${JSON.stringify(script)}].join("");`;
}

/** The script of a page's worker: one file with everything that it needs, except the kernels that the page has. */
async function browserWorker() {
  const bundle = await rolldown({
    input: `${root}src/workers/pool/page-worker.ts`,
    platform: "browser",
    external: /^node:/,
    plugins: [
      { name: "all at once", transform: withPlainImports },
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
