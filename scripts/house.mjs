// Measures how the sources are laid out, and how many of them one operation crosses. Needs a build.
//   --files  also names the files that each operation crosses
//   --json   prints everything as JSON
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Compiled one file per source, so that coverage can tell the sources apart. */
const MODULES = join(root, "dist/modules");
/** Folders with more files than this are listed. */
const FOLDER_LIMIT = 20;
/** `import type ... from`, `import ... from`, `export ... from` and lazy `import(...)`. */
const IMPORT = /^(?:import|export)\s+(type\s)?[^;"]*?"(\.[^"]+)"|\bimport\s*\(\s*"(\.[^"]+)"/gm;

const sources = readSources();
const report = { ...layout(sources), crossed: await crossings() };
if (process.argv.includes("--json")) console.log(JSON.stringify(report));
else print(report);

/** Every source file by its path below src/: its lines, all its imports, and those that are loaded along with it. */
function readSources() {
  const names = readdirSync(join(root, "src"), { recursive: true }).map((name) => name.replaceAll("\\", "/"));
  return new Map(
    names
      .filter((name) => name.endsWith(".ts"))
      .sort()
      .map((name) => {
        const text = readFileSync(join(root, "src", name), "utf8");
        const [imports, loaded] = [new Set(), new Set()];
        for (const [, type, target, lazy] of text.matchAll(IMPORT)) {
          const path = posix.join(posix.dirname(name), target ?? lazy);
          if (!path.endsWith(".ts")) continue;
          imports.add(path);
          if (target !== undefined && type === undefined) loaded.add(path);
        }
        return [name, { lines: text.split("\n").length - 1, imports, loaded }];
      }),
  );
}

function layout(files) {
  const lines = [...files.values()].map((file) => file.lines);
  const importers = new Map([...files.keys()].map((name) => [name, 0]));
  const edges = {};
  for (const [name, { imports }] of files) {
    for (const target of imports) {
      importers.set(target, (importers.get(target) ?? 0) + 1);
      const [from, to] = [roomOf(name), roomOf(target)];
      if (from !== to) (edges[from] ??= {})[to] = (edges[from][to] ?? 0) + 1;
    }
  }
  const folders = {};
  for (const name of files.keys()) folders[dirname(name)] = (folders[dirname(name)] ?? 0) + 1;
  return {
    files: files.size,
    lines: lines.reduce((sum, count) => sum + count, 0),
    medianLines: lines.toSorted((one, other) => one - other)[lines.length >> 1],
    filesUnder50Lines: lines.filter((count) => count < 50).length,
    filesWithOneImporter: [...importers.values()].filter((count) => count === 1).length,
    cycles: cyclesOf(files, "loaded"),
    cyclesWithTypes: cyclesOf(files, "imports"),
    edges,
    fullFolders: Object.fromEntries(Object.entries(folders).filter(([, count]) => count > FOLDER_LIMIT)),
  };
}

function roomOf(name) {
  return name.includes("/") ? name.slice(0, name.indexOf("/")) : name;
}

/** Groups of files that import each other, by Tarjan's algorithm. */
function cyclesOf(files, kind) {
  const indices = new Map();
  const lowest = new Map();
  const stack = [];
  const found = [];
  const visit = (name) => {
    indices.set(name, indices.size);
    lowest.set(name, indices.get(name));
    stack.push(name);
    for (const target of files.get(name)?.[kind] ?? []) {
      if (!indices.has(target)) visit(target);
      if (stack.includes(target)) lowest.set(name, Math.min(lowest.get(name), lowest.get(target)));
    }
    if (lowest.get(name) !== indices.get(name)) return;
    const group = stack.splice(stack.indexOf(name));
    if (group.length > 1) found.push(group.sort());
  };
  for (const name of files.keys()) if (!indices.has(name)) visit(name);
  return found;
}

/** The files in which a function runs, per operation. Loading a file and its top level do not count. */
async function crossings() {
  const { openArray, create, copy } = await import(join(MODULES, "index.js"));
  const folder = mkdtempSync(join(tmpdir(), "hyperslab-house-"));
  const session = new Session();
  session.connect();
  try {
    const layout = { shape: [64, 64], dtype: "float32", chunks: [16, 16], shards: [32, 32], codecs: ["blosc"] };
    const operations = async (name, measured) => {
      const path = join(folder, name);
      await (await create(path, layout)).write(
        undefined,
        Float32Array.from({ length: 64 * 64 }, (_, i) => i),
      );
      const array = await measured("open", () => openArray(path));
      await measured("read", () => array.read("3, 10:20"));
      await measured("copy", () => copy(path, join(folder, `${name}-copy`), { chunks: [8, 8] }));
    };
    // Once to load everything that is loaded on demand.
    await operations("warm", (_, run) => run());
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    const crossed = {};
    await operations("measured", async (name, run) => {
      await session.post("Profiler.takePreciseCoverage");
      const value = await run();
      crossed[name] = executed((await session.post("Profiler.takePreciseCoverage")).result);
      return value;
    });
    return crossed;
  } finally {
    session.disconnect();
    rmSync(folder, { recursive: true, force: true });
  }
}

function executed(scripts) {
  return scripts
    .filter(({ url }) => url.startsWith("file:") && fileURLToPath(url).startsWith(MODULES))
    .filter(({ functions }) => functions.some(({ ranges }) => ranges[0].count > 0))
    .map(({ url }) =>
      fileURLToPath(url)
        .slice(MODULES.length + 1)
        .replaceAll("\\", "/")
        .replace(/\.js$/, ".ts"),
    )
    .sort();
}

function print(house) {
  const { open, read, copy } = house.crossed;
  row("files", house.files);
  row("lines", house.lines);
  row("median lines per file", house.medianLines);
  row("files under 50 lines", house.filesUnder50Lines);
  row("files with one importer", house.filesWithOneImporter);
  row(
    "import cycles",
    house.cycles.length,
    house.cycles.map((cycle) => cycle.join(" ")),
  );
  row("import cycles, types and lazy imports included", house.cyclesWithTypes.length);
  const full = Object.entries(house.fullFolders);
  row(
    `folders with more than ${FOLDER_LIMIT} files`,
    full.length,
    full.map(([name, count]) => `${name} ${count}`),
  );
  const names = (files) => (process.argv.includes("--files") ? files : []);
  row("files crossed by one local open", open.length, names(open));
  const more = read.filter((name) => !open.includes(name));
  row("further files crossed by one sharded read", more.length, names(more));
  row("files crossed by one copy", copy.length, names(copy));
  const { edges } = house;
  const rooms = [...new Set(Object.entries(edges).flatMap(([from, to]) => [from, ...Object.keys(to)]))].sort();
  const width = Math.max(...rooms.map((room) => room.length));
  console.log(`\nimports from (rows) to (columns)\n${"".padEnd(width)}  ${rooms.join("  ")}`);
  for (const from of rooms) {
    const cells = rooms.map((to) => String(edges[from]?.[to] ?? ".").padStart(to.length));
    console.log(`${from.padEnd(width)}  ${cells.join("  ")}`);
  }
}

function row(what, count, details = []) {
  console.log(`${what.padEnd(48)} ${String(count).padStart(6)}`);
  for (const detail of details) console.log(`  ${detail}`);
}
