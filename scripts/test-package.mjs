// Proves the package as users get it: packs it, lints the manifest and the types, bundles the core for browsers, then
// installs the tarball into an empty project and imports every export and runs the program on each supported Node.
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { NODES } from "./nodes.mjs";
import { patiently } from "./start-server.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
/** Milliseconds for which network requests are retried. */
const PATIENCE = 60_000;
/** gzip bytes of what opening, reading, creating and writing over HTTP takes in a page, before a format or codec is asked for. */
const CORE_LIMIT = 95_000;
/** Of the tarball. */
const FILE_LIMIT = 300;
/** 1.2 MB. */
const BYTE_LIMIT = 1_200_000;

const work = mkdtempSync(join(tmpdir(), "hyperslab-package-"));
let checks = 0;
const check = async (what, run) => {
  await run();
  checks += 1;
  console.log(`ok  ${what}`);
};
const npx = (name, ...args) =>
  execFileSync("npx", ["--no-install", name, ...args], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });

try {
  const packed = execFileSync("npm", ["pack", "--json", "--pack-destination", work], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ filename, size, files }] = JSON.parse(packed);
  const tarball = join(work, filename);
  await check(`${files.length} files (limit ${FILE_LIMIT}), ${size} bytes packed (limit ${BYTE_LIMIT})`, () => {
    if (files.length > FILE_LIMIT || size > BYTE_LIMIT) throw new Error("the package is too large");
  });
  await check("links of the README lead somewhere on npm", () => {
    const links = [...readFileSync(join(root, "README.md"), "utf8").matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link);
    const relative = links.filter((link) => !link.startsWith("https://") && !link.startsWith("#"));
    if (relative.length > 0) throw new Error(`relative links: ${relative.join(", ")}`);
  });
  await check("publint", () => npx("publint", "--strict", tarball));
  await check("are the types wrong", () => npx("attw", "--profile", "esm-only", tarball));
  await browserBundle();
  await installAndRun(tarball);
  console.log(`${checks} passed, 0 failed`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function browserBundle() {
  const all = await bundledSize("export * from './dist/lib/index.js';");
  const core = await bundledSize("export { open, openArray, openGroup, create } from './dist/lib/index.js';");
  await check(`browser core ${core} bytes gzip (limit ${CORE_LIMIT}), whole library ${all}`, () => {
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

async function installAndRun(tarball) {
  const project = join(work, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }));
  const install = ["install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error", tarball];
  await check("install the tarball", () =>
    patiently(() => execFileSync("npm", install, { cwd: project, stdio: "inherit" }), PATIENCE),
  );
  await check("types of every export, checked to the last declaration", () => typeCheck(project));
  // The scripts of a page's workers are not for Node.
  const others = ["./package.json", "./worker", "./service-worker"];
  const subpaths = Object.keys(manifest.exports).filter((name) => !others.includes(name));
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
  // Fetched one after the other, because they share a cache; then each does its part at the same time.
  const paths = [];
  for (const node of NODES) paths.push(await patiently(() => pathOf(node), PATIENCE));
  await Promise.all(NODES.map((node, i) => runOn(node, paths[i], project)));
}

/** As strictly as a user may; a declaration that names something the package lacks is an error. */
function typeCheck(project) {
  const names = Object.keys(manifest.exports).filter((name) => name !== "./package.json");
  const imports = names.map((name, i) => `export * as entry${i} from "${manifest.name}${name.slice(1)}";\n`);
  writeFileSync(join(project, "use.ts"), imports.join(""));
  const strictness = ["--strict", "--exactOptionalPropertyTypes", "--noEmit", "--skipLibCheck", "false", "--types", ""];
  const target = ["--module", "nodenext", "--target", "es2022", "--lib", "ES2023,DOM,DOM.AsyncIterable"];
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, ...strictness, ...target, "use.ts"], { cwd: project, stdio: "inherit" });
}

/** The path of this Node, which is fetched if necessary. */
function pathOf(node) {
  const script = ["--yes", "--prefer-offline", `node@${node}`, "-p", "process.execPath"];
  return execFileSync("npx", script, { cwd: work, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
}

async function runOn(node, path, project) {
  const run = async (...args) => (await promisify(execFile)(path, args, { cwd: project })).stdout;
  await check(`Node ${node}: every export`, async () => {
    if (!(await run("use.mjs")).includes(`library ok on v${node}.`)) throw new Error("wrong Node");
  });
  await check(`Node ${node}: the program`, async () => {
    const bin = join("node_modules", manifest.name, manifest.bin.hyperslab);
    if ((await run(bin, "--version")).trim() !== manifest.version) throw new Error("wrong version");
    if (!(await run(bin, "tour", "--color", "never")).includes("every value is equal"))
      throw new Error("the tour failed");
  });
}
