/** Copies that a plan has to describe whole: what it passes, what it encodes, trees, and sparse arrays. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type CopyOptions, create } from "../../src/index.ts";

export interface PlanCase {
  readonly name: string;
  make(path: string): Promise<void>;
  readonly options: CopyOptions;
  /** How the name of the target ends. */
  readonly extension?: string;
  readonly ways: readonly string[];
}

const VALUES = Int32Array.from({ length: 120 }, (_, i) => i * 7);

export const PLAN_CASES: readonly PlanCase[] = [
  {
    name: "Zarr v2 into shards of v3",
    make: async (path) => {
      const data = { data: VALUES, shape: [10, 12] };
      const attributes = { big: 2n ** 63n, small: 1e-7, "2": "second", "1": "first" };
      await create(path, { data, format: "zarr2", chunks: [4, 5], dims: ["y", "x"], codecs: ["zlib"], attributes });
    },
    options: { format: "zarr3", chunks: [2, 3], shards: [4, 6] },
    ways: ["encode"],
  },
  {
    name: "Zarr v3 passed through",
    make: async (path) => {
      const data = { data: VALUES, shape: [10, 12] };
      await create(path, { data, chunks: [2, 3], shards: [10, 6], codecs: ["zstd"], fillValue: -1 });
    },
    options: {},
    ways: ["pass"],
  },
  {
    name: "a tree with several arrays",
    make: async (path) => {
      const root = await create(path, { attributes: { title: "tree" } });
      const a = await root.create("a", { shape: [7, 5], dtype: "float64", chunks: [2, 5], codecs: ["gzip"] });
      await a.write("0:4", 1.5);
      const words = await root.create("deep/words", { shape: [3], dtype: "string", fillValue: "none" });
      await words.write(undefined, ["", "é", 'quoted "x"']);
      await root.create("deep/empty", { shape: [0, 4], dtype: "uint8" });
      await root.create("deep/scalar", { shape: [], dtype: "int64", fillValue: 2n ** 60n });
    },
    options: { format: "zarr2", consolidate: true },
    ways: ["pass", "pass", "pass", "pass"],
  },
  {
    name: "an array with few of its chunks",
    make: async (path) => {
      const array = await create(path, { shape: [5000, 5000], dtype: "uint8", chunks: [2, 2] });
      for (const [y, x] of [
        [0, 0],
        [0, 2],
        [4321, 17],
        [4999, 4999],
      ] as const)
        await array.write([y, x], 9);
    },
    options: { format: "zarr2" },
    ways: ["pass"],
  },
  {
    name: "one array to a Bloscpack file",
    make: async (path) => {
      await create(path, { data: { data: VALUES, shape: [10, 12] }, chunks: [4, 12], codecs: ["blosc"] });
    },
    options: { format: "bloscpack" },
    extension: ".blp",
    ways: ["file"],
  },
];

/** Every file below a directory by its path, or the file itself. */
export async function filesOf(path: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return files.set("", (await readFile(path)).toString("hex"));
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    files.set(file.slice(path.length), (await readFile(file)).toString("hex"));
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}
