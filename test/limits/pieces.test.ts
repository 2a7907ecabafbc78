/** A shard that several tasks read in pieces is of one version, also if it is replaced between two of them. */
import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import threads from "node:worker_threads";
import { afterAll, expect, it } from "vitest";
import { create, memoryStore, openArray } from "../../src/index.ts";
import type { FromWorker, ToWorker } from "../../src/workers/task/messages.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-pieces-"));
const { Worker } = threads;

/** Gives each task of a read to its worker only when the one before is answered; runs `between` after the first answer. */
let between: (() => void) | undefined;
let reads = 0;
let last: Promise<unknown> = Promise.resolve();

threads.Worker = class extends Worker {
  override postMessage(task: ToWorker, transfer: ArrayBuffer[]): void {
    if (task.kind !== "decode") {
      super.postMessage(task, transfer);
      return;
    }
    const before = last;
    last = new Promise((resolve) => {
      const hear = (message: FromWorker): void => {
        if (message.kind !== "answer" || message.id !== task.id) return;
        this.off("message", hear);
        reads += 1;
        if (reads === 1) between?.();
        resolve(undefined);
      };
      this.on("message", hear);
    });
    void before.then(() => super.postMessage(task, transfer));
  }
};
afterAll(() => {
  threads.Worker = Worker;
  rmSync(folder, { recursive: true, force: true });
});

const SHAPE = { shape: [1024], dtype: "int32", chunks: [64], shards: [1024], codecs: ["gzip"] } as const;

async function shardOf(value: number): Promise<Uint8Array> {
  const memory = memoryStore();
  await (await create(memory, SHAPE)).write(undefined, value, { workers: false });
  return (await memory.get("c/0"))!;
}

/** Long ago, so that its version can be told from others. */
function put(path: string, value: Uint8Array): void {
  writeFileSync(`${path}.new`, value);
  utimesSync(`${path}.new`, 1, 1);
  renameSync(`${path}.new`, path);
}

it.each(["replaced", "removed"] as const)("where it is %s", async (change) => {
  const path = join(folder, `${change}.zarr`);
  await (await create(path, SHAPE)).write(undefined, 1, { workers: false });
  const shard = join(path, "c/0");
  const other = await shardOf(2);
  const array = await openArray(path);
  reads = 0;
  between = () => (change === "removed" ? rmSync(shard) : put(shard, other));
  const { data } = await array.read();
  between = undefined;
  expect(reads).toBeGreaterThan(1);
  const values = new Set(data as Int32Array);
  expect([...values]).toEqual([change === "removed" ? 0 : 2]);
});
