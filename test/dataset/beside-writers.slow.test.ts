/** Readers beside writers: shards that are replaced in a loop, by this process and by another one; never a wrong value. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const library: typeof import("../../src/index.ts") = await import(pathToFileURL(resolve("dist/lib/index.js")).href);
const { create, memoryStore, openArray } = library;

const base = mkdtempSync(join(tmpdir(), "hyperslab-beside-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** 32 MiB, so that workers start: 8 shards of 16 inner chunks. */
const ROWS = 8;
const INNER = 1 << 16;
const COLUMNS = 16 * INNER;
const OPTIONS = {
  shape: [ROWS, COLUMNS],
  dtype: "int32",
  chunks: [1, INNER],
  shards: [1, COLUMNS],
  codecs: [],
} as const;

/** Every inner chunk holds its number. Of the other version the first is not stored, so that all others lie elsewhere. */
function valuesOf(version: number): Int32Array {
  const row = Int32Array.from({ length: COLUMNS }, (_, i) => (i < INNER ? 1 - version : 1 + Math.floor(i / INNER)));
  const values = new Int32Array(ROWS * COLUMNS);
  for (let at = 0; at < ROWS; at++) values.set(row, at * COLUMNS);
  return values;
}

/** Wrong values of a row that begins with column `first`: those of another chunk, and chunks of two versions. */
function wrongIn(data: ArrayLike<number>, length: number, first: number): number {
  let wrong = 0;
  for (let at = 0; at < data.length; at++) {
    const chunk = Math.floor((first + (at % length)) / INNER);
    const value = data[at]!;
    if (chunk > 0 ? value !== 1 + chunk : value !== 0 && value !== 1) wrong += 1;
  }
  return wrong;
}

async function twoVersions(): Promise<string> {
  const path = join(base, "local.zarr");
  for (const version of [1, 0]) {
    const array = await create(path, { ...OPTIONS, overwrite: true });
    await array.write(undefined, valuesOf(version));
    copyFileSync(join(path, "c/0/0"), join(base, `version-${version}`));
  }
  return path;
}

/** Replaces all shards over and over, until its input ends; then it says how often. */
const WRITER = `
  import { linkSync, renameSync } from "node:fs";
  const [base, rows] = process.argv.slice(1);
  let going = true;
  let count = 0;
  process.stdin.on("end", () => (going = false)).resume();
  while (going) {
    for (let row = 0; row < rows; row++) {
      linkSync(\`\${base}/version-\${count % 2}\`, \`\${base}/next\`);
      renameSync(\`\${base}/next\`, \`\${base}/local.zarr/c/\${row}/0\`);
    }
    count += 1;
    if (count === 2) console.log("begun");
    await new Promise((resolve) => setImmediate(resolve));
  }
  console.log(count);
`;

/** Runs beside another process that replaces the shards, and gives how often it did. */
async function besideWriter(run: () => Promise<void>): Promise<number> {
  const child: ChildProcess = spawn(process.execPath, ["--input-type=module", "--eval", WRITER, base, String(ROWS)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let said = "";
  child.stdout!.setEncoding("utf8");
  const begun = once(child.stdout!, "data");
  child.stdout!.on("data", (text: string) => {
    said += text;
  });
  const ended = once(child, "close");
  try {
    await begun;
    await run();
  } finally {
    child.stdin!.end();
    await ended;
  }
  return Number(said.trim().split("\n").at(-1));
}

describe("beside another process that replaces every shard", () => {
  it("parts and whole shards, on this thread and on workers, hold no wrong value", async () => {
    const path = await twoVersions();
    const array = await openArray(path, { dtype: "int32" });
    expect(wrongIn((await array.read(undefined, { workers: true })).data, COLUMNS, 0)).toBe(0);
    const counts = { reads: 0, wrong: 0 };
    const replaced = await besideWriter(async () => {
      for (let i = 0; i < 1000; i++) {
        const first = ((i * 7) % 16) * INNER + (i % 100);
        const { data } = await array.read([i % ROWS, { start: first, stop: first + 3 }], { workers: false });
        counts.wrong += wrongIn(data, 3, first);
        counts.reads += 1;
      }
      // Less than all of each shard, so that its index is read first; and all of it.
      for (let i = 0; i < 30; i++) {
        const first = i % 3 === 0 ? 0 : 3 * INNER;
        const options = { workers: i % 2 === 0 };
        const { data } = await array.read(
          [
            { start: 0, stop: ROWS },
            { start: first, stop: COLUMNS },
          ],
          options,
        );
        counts.wrong += wrongIn(data, COLUMNS - first, first);
        counts.reads += 1;
      }
    });
    expect(counts).toEqual({ reads: 1030, wrong: 0 });
    expect(replaced).toBeGreaterThan(20);
  });
});

describe("beside writes of the same process", () => {
  const small = { shape: [64], dtype: "int32", chunks: [4], shards: [64], codecs: [] } as const;
  const stateOf = (version: number): Int32Array =>
    Int32Array.from({ length: 64 }, (_, i) => (i < 4 ? version : 1 + Math.floor(i / 4)));

  it.each(["directory", "memory", "zip"] as const)("parts of a shard hold no wrong value: %s", async (kind) => {
    const address = kind === "memory" ? memoryStore() : join(base, kind === "zip" ? "small.zip" : "small.zarr");
    const writer = await create(address, small);
    await writer.write(undefined, stateOf(0));
    const readers = [await openArray(address), await openArray(address)];
    let wrong = 0;
    let reads = 0;
    const write = async (): Promise<void> => {
      for (let i = 0; i < 200; i++) await writer.write(undefined, stateOf(i % 2));
    };
    const read = async (reader: (typeof readers)[number]): Promise<void> => {
      for (let i = 0; i < 400; i++) {
        const at = 4 + ((i * 5) % 60);
        // An object that changed twice under a read is an error, which is no wrong value.
        const value = await reader.item([at]).catch((error: unknown) => {
          if (library.isHyperslabError(error) && error.request?.kind === "changed") return undefined;
          throw error;
        });
        reads += 1;
        if (value !== undefined && value !== 1 + Math.floor(at / 4)) wrong += 1;
      }
    };
    await Promise.all([write(), ...readers.map(read)]);
    expect([reads, wrong]).toEqual([800, 0]);
    await writer.close();
  });
});
