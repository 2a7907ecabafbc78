// Proves the package as users get it: packs it, lints the manifest and the types, bundles the core for browsers, then
// installs the tarball into an empty project and imports every export and runs the program on each supported Node.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const NODES = ["20", "22", "24"];
/** gzip bytes of what opening, reading, creating and writing takes in a browser, before a codec is asked for. */
const CORE_LIMIT = 60_000;

const work = mkdtempSync(join(tmpdir(), "hyperslab-package-"));
let checks = 0;
const check = (what, run) => {
  run();
  checks += 1;
  console.log(`ok  ${what}`);
};
const npx = (name, ...args) =>
  execFileSync("npx", ["--no-install", name, ...args], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });

try {
  const tarball = join(
    work,
    JSON.parse(
      execFileSync("npm", ["pack", "--json", "--pack-destination", work], {
        cwd: root,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }),
    )[0].filename,
  );
  check("publint", () => npx("publint", "--strict", tarball));
  check("are the types wrong", () => npx("attw", "--profile", "esm-only", tarball));
  await browserBundle();
  installAndRun(tarball);
  console.log(`${checks} passed, 0 failed`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function browserBundle() {
  const all = await bundledSize("export * from './dist/index.js';");
  const core = await bundledSize("export { open, openArray, openGroup, create } from './dist/index.js';");
  check(`browser core ${core} bytes gzip (limit ${CORE_LIMIT}), whole library ${all}`, () => {
    if (core > CORE_LIMIT) throw new Error(`the browser core has ${core} bytes`);
  });
}

/** gzip bytes that a page loads for this import, before a format, a codec or a store is asked for. */
async function bundledSize(contents) {
  const { metafile, outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    minify: true,
    metafile: true,
    write: false,
    external: ["node:*"],
    outdir: join(work, "bundle"),
  });
  const { outputs } = metafile;
  const loaded = new Set();
  const visit = (name) => {
    if (loaded.has(name)) return;
    loaded.add(name);
    for (const { path, kind } of outputs[name].imports) {
      if (path.startsWith("node:") && kind === "import-statement") {
        throw new Error(`the browser bundle imports ${path}: node: belongs to stores/file, workers and cli`);
      }
      if (kind === "import-statement" && outputs[path] !== undefined) visit(path);
    }
  };
  visit(Object.keys(outputs).find((name) => outputs[name].entryPoint === "<stdin>"));
  return [...loaded].reduce((sum, name) => {
    const { contents: text } = outputFiles.find(({ path }) => path.endsWith(name.slice(name.lastIndexOf("/"))));
    return sum + gzipSync(text).byteLength;
  }, 0);
}

function installAndRun(tarball) {
  const project = join(work, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }));
  check("install the tarball", () =>
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", tarball], {
      cwd: project,
      stdio: "inherit",
    }),
  );
  const subpaths = Object.keys(manifest.exports).filter((name) => name !== "./package.json");
  const imports = subpaths.map((name) => `${manifest.name}${name.slice(1)}`);
  writeFileSync(
    join(project, "use.mjs"),
    `for (const name of ${JSON.stringify(imports)}) {
  const exported = await import(name);
  if (Object.keys(exported).length === 0) throw new Error(name + " exports nothing");
}
const { create, open } = await import("hyperslab");
const store = new Map();
const made = await create(store, { shape: [4, 6], dtype: "float32", chunks: [2, 3], shards: [4, 6] });
await made.write("1:3, ::2", 7);
const slab = await (await open(store)).read("1, :");
if (slab.data.join() !== "7,0,7,0,7,0") throw new Error("read " + slab.data.join());
console.log("library ok on " + process.version);
`,
  );
  for (const node of NODES) {
    const run = (...args) =>
      execFileSync("npx", ["--yes", `node@${node}`, ...args], {
        cwd: project,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "inherit"],
      });
    check(`Node ${node}: every export`, () => {
      if (!run("use.mjs").includes(`library ok on v${node}.`)) throw new Error("wrong Node");
    });
    check(`Node ${node}: the program`, () => {
      const bin = join("node_modules", manifest.name, manifest.bin.hyperslab);
      if (run(bin, "--version").trim() !== manifest.version) throw new Error("wrong version");
      if (!run(bin, "tour", "--color", "never").includes("every value is equal")) throw new Error("the tour failed");
    });
  }
}
