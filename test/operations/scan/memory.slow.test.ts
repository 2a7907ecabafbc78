/** Ten thousand files: of each, no more is kept than its references and its values of the dimension. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { HyperslabError } from "../../../src/index.ts";
import { Combination } from "../../../src/operations/scan/combine/combine.ts";
import { SetParts } from "../../../src/operations/scan/set-part.ts";
import { memoryStore } from "../../../src/stores/memory.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const CHUNKS = 100;
/** Bytes per file. */
const MOST = 4000;
const array = (shape: readonly number[], chunks: readonly number[], dtype: string): string =>
  JSON.stringify({
    zarr_format: 2,
    shape,
    chunks,
    dtype,
    compressor: null,
    filters: null,
    fill_value: null,
    order: "C",
  });
const dims = (...names: readonly string[]): string => JSON.stringify({ _ARRAY_DIMENSIONS: names });

/** One step of time, and a hundred chunks of one variable. Its history is that of no other file. */
function setText(number: number): string {
  const refs: Record<string, unknown> = {
    ".zgroup": '{"zarr_format":2}',
    ".zattrs": JSON.stringify({ title: "a run", history: `made as number ${number}` }),
    "time/.zarray": array([1], [1], "<f8"),
    "time/.zattrs": dims("time"),
    "time/0": `base64:${Buffer.from(Float64Array.of(number).buffer).toString("base64")}`,
    "t/.zarray": array([1, CHUNKS], [1, 1], "<f4"),
    "t/.zattrs": dims("time", "x"),
  };
  for (let chunk = 0; chunk < CHUNKS; chunk++) refs[`t/0.${chunk}`] = [`/data/run/file-${number}.nc`, chunk * 4, 4];
  return JSON.stringify({ version: 1, refs });
}

it("parts are dropped once they are joined, and their references stay in columns", async () => {
  const store = memoryStore();
  const combination = new Combination({ concat: "time" });
  const sets = new SetParts({});
  const dropped: WeakRef<object>[] = [];
  const add = async (number: number): Promise<void> => {
    await store.set?.("part.json", new TextEncoder().encode(setText(number)));
    const part = await sets.open({ address: `part-${number}.json`, listed: { store, key: "part.json" } });
    if (part === undefined) throw new HyperslabError("invalid-data", "the set was not read");
    await combination.place(part).add();
    if (number > 0)
      dropped.push(new WeakRef(part.dataset.references), new WeakRef(part.dataset.nodes), new WeakRef(part.group));
  };
  /** The least that is held once all that can be freed is freed, which another thread does in its own time. */
  const held = async (goal: number): Promise<number> => {
    let least = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 100 && least > goal; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      collect();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      least = Math.min(least, heapUsed + arrayBuffers);
    }
    return least;
  };
  for (let number = 0; number < 100; number++) await add(number);
  const before = await held(0);
  for (let number = 100; number < 1100; number++) await add(number);
  const perFile = ((await held(before + 1000 * MOST)) - before) / 1000;
  // Up to 10 bytes per reference, 33 in the last page, and its name; parts that were kept took more than 40,000.
  expect(perFile).toBeLessThanOrEqual(MOST);
  const alive = dropped.filter((part) => part.deref() !== undefined);
  // The documents of one set are kept, for the next set that has the same.
  expect(alive.length).toBeLessThanOrEqual(3);
  const { virtual, files } = await combination.finish({});
  expect(files).toHaveLength(1100);
  expect(virtual.references.table.find("t/1099.99")).toEqual({
    kind: "range",
    url: "/data/run/file-1099.nc",
    offset: 396,
    length: 4,
  });
});
