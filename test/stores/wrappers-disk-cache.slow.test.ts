/** One directory, several programs at once, some of them killed: nobody ever reads what nobody wrote, and it stays small. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";

const base = mkdtempSync(join(tmpdir(), "hyperslab-caches-"));
const module = join(base, "with-cache.mjs");
const directory = join(base, "cache");
const BUDGET = 400_000;

beforeAll(() => {
  const entry = fileURLToPath(new URL("../../src/stores/wrappers/with-cache.ts", import.meta.url));
  buildSync({ entryPoints: [entry], outfile: module, bundle: true, format: "esm", platform: "node", target: "node20" });
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

/**
 * Reads at random and checks every byte, until its input ends, and at least so often that something was found in the
 * cache and a part of the budget was written; the objects have a new version every half second.
 */
const script = `
  const { withCache } = await import(process.argv[1]);
  const length = (key, version) => 1000 + ((key * 7919 + version * 104729) % 20000);
  const valueOf = (key, version) => new Uint8Array(length(key, version)).fill((key * 31 + version) & 255);
  const version = () => Math.floor(Date.now() / 500);
  let asked = 0;
  const store = {
    location: "shared",
    get: async (key, options) => {
      asked += 1;
      const now = version();
      options.version.validator ??= "v" + now;
      return valueOf(Number(key), now);
    },
    head: async (key) => ({ size: length(Number(key), version()), validator: "v" + version() }),
  };
  const cached = withCache(store, { directory: process.argv[2], directoryBytes: ${BUDGET}, bytes: 0, maximumAge: 50 });
  let reads = 0;
  let told = false;
  process.stdin.on("end", () => (told = true)).resume();
  const run = async () => {
    while (!told || asked >= reads || asked < 100) {
      const key = Math.floor(Math.random() * 40);
      const tie = {};
      const bytes = await cached.get(String(key), { version: tie });
      const wanted = valueOf(key, Number(tie.validator.slice(1)));
      if (Buffer.compare(bytes, wanted) !== 0) throw new Error("wrong bytes of " + key + " at " + tie.validator);
      if (reads++ === 0) console.log("reading");
    }
  };
  await Promise.all([run(), run(), run(), run()]);
  console.log(JSON.stringify({ reads, asked }));
`;

function start(): ChildProcess {
  const args = ["--input-type=module", "--eval", script, module, directory];
  return spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
}

function ended(child: ChildProcess): Promise<{ readonly code: number | null; readonly text: string }> {
  let text = "";
  child.stdout?.on("data", (part: Buffer) => (text += part.toString()));
  child.stderr?.on("data", (part: Buffer) => (text += part.toString()));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, text })));
}

test("several programs, two of which are killed", async () => {
  const steady = [start(), start()];
  const outcomes = steady.map(ended);
  await Promise.all(steady.map((child) => once(child.stdout!, "data")));
  for (let i = 0; i < 2; i++) {
    const victim = start();
    const gone = ended(victim);
    await once(victim.stdout!, "data");
    await new Promise((resolve) => setTimeout(resolve, 500));
    victim.kill("SIGKILL");
    await gone;
  }
  for (const child of steady) child.stdin!.end();
  for (const { code, text } of await Promise.all(outcomes)) {
    expect(code, text).toBe(0);
    const { reads, asked } = JSON.parse(text.replace("reading\n", "")) as { reads: number; asked: number };
    expect(reads).toBeGreaterThan(asked);
  }
  const child = start();
  child.stdin!.end();
  const last = await ended(child);
  expect(last.code, last.text).toBe(0);
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const size = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  expect(size).toBeLessThan(1.5 * BUDGET);
});
