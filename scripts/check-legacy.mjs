// Checks every store of an archive of the earliest zarr releases (0.3.0, 0.4.0, 1.0.0, 1.1.0 and the v3 alpha of
// 2.18.7) against its manifest, and what we write and copy against what the releases wrote:
//
//   node scripts/check-legacy.mjs ARCHIVE.tar.gz [NAME ...]
//
// The archive holds `manifest.json` and one directory store per case, `SET/NAME/`. With names only cases whose path
// holds one of them are checked. Exits with 1 if any differs.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [archive, ...names] = process.argv.slice(2);
if (archive === undefined || !existsSync(archive)) {
  console.error("usage: node scripts/check-legacy.mjs ARCHIVE.tar.gz [NAME ...]");
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), "check-legacy-"));
try {
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true });
}

async function main() {
  const outdir = join(scratch, "code");
  mkdirSync(outdir);
  await build({
    entryPoints: [join(root, "test", "formats", "legacy-stores.ts")],
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    outdir,
    outExtension: { ".js": ".mjs" },
    logLevel: "error",
  });
  const { compareCopying, compareReading, compareWriting } = await import(
    pathToFileURL(join(outdir, "legacy-stores.mjs")).href
  );
  execFileSync("tar", ["xzf", archive, "-C", scratch]);
  const folder = join(
    scratch,
    readdirSync(scratch).find((name) => name !== "code"),
  );
  const { stores } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  const cases = stores.filter(({ path }) => names.length === 0 || names.some((name) => path.includes(name)));
  const read = await checkAll("reading", cases, (entry) => compareReading(folder, entry));
  reportReading(cases, read);
  const writable = cases.filter(({ family, expect }) => family !== "3-alpha" && expect === undefined);
  const written = await checkAll("writing", writable, (entry) => compareWriting(folder, entry));
  reportWriting(writable, written);
  const copied = await checkAll("copying", writable, (entry) => compareCopying(folder, entry));
  const sum = (what) => copied.reduce((total, outcome) => total + (outcome[what] ?? 0), 0);
  console.log(
    `copied in their own format: ${copied.length} arrays, ${sum("documents")} documents and ${sum("chunks")} chunks ` +
      `compared byte for byte`,
  );
  return [...read, ...written, ...copied].every((outcome) => outcome === undefined || outcome.problems.length === 0);
}

async function checkAll(what, cases, check) {
  const outcomes = [];
  for (const entry of cases) {
    const outcome = await check(entry).catch((error) => ({ problems: [`failed: ${error.stack ?? error}`] }));
    for (const problem of outcome?.problems ?? []) console.log(`${what} ${entry.path} ${entry.array}: ${problem}`);
    outcomes.push(outcome);
  }
  return outcomes;
}

function reportReading(cases, outcomes) {
  const sets = new Map();
  for (const [index, entry] of cases.entries()) {
    const set = entry.path.split("/")[0];
    const counts = sets.get(set) ?? { equal: 0, refused: 0, wrong: 0 };
    const { problems, refused } = outcomes[index];
    if (problems.length > 0) counts.wrong += 1;
    else if (refused !== undefined) counts.refused += 1;
    else counts.equal += 1;
    sets.set(set, counts);
  }
  for (const [set, { equal, refused, wrong }] of sets) {
    console.log(`read ${set}: ${equal} equal, ${refused} refused, ${wrong} wrong`);
  }
  const stores = new Set(cases.map(({ path }) => path)).size;
  console.log(`read all: ${cases.length} arrays in ${stores} stores`);
  const reasons = new Map();
  for (const { refused } of outcomes) {
    const reason = refused?.split(" (")[0];
    if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  for (const [reason, count] of reasons) console.log(`  refused ${count}: ${reason}`);
}

function reportWriting(cases, outcomes) {
  const total = { arrays: 0, documents: 0, spelled: 0, chunks: 0, sameChunks: 0, refused: 0 };
  const spellings = new Map();
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome === undefined) {
      total.refused += 1;
      console.log(`  not written: ${cases[index].path}`);
      continue;
    }
    total.arrays += 1;
    total.documents += outcome.documents ?? 0;
    total.chunks += outcome.chunks ?? 0;
    total.sameChunks += outcome.sameChunks ?? 0;
    total.spelled += new Set((outcome.spellings ?? []).map((line) => line.split(":")[0])).size;
    for (const line of outcome.spellings ?? [])
      spellings.set(line, [...(spellings.get(line) ?? []), cases[index].path]);
  }
  console.log(
    `written: ${total.arrays} arrays (${total.refused} refused), ${total.documents} documents, ` +
      `${total.documents - total.spelled} equal byte for byte, ${total.chunks} chunks equal in value, ` +
      `${total.sameChunks} byte for byte`,
  );
  for (const [line, paths] of spellings) console.log(`  spelled otherwise in ${paths.length}: ${line} (${paths[0]})`);
}
