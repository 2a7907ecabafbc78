/** What workers read of a file is of one version of it: the runner of the threads, run here on files that are replaced. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { create, openArray } from "../../src/index.ts";
import { isFixedSize } from "../../src/model/data-types/data-type.ts";
import { synchronousFiles } from "../../src/stores/file/synchronous.ts";
import { type FilePart, placeSteps, toColumns, toFileColumns } from "../../src/workers/task/columns.ts";
import { type Answer, fromErrorMessage } from "../../src/workers/task/messages.ts";
import { taskRunner } from "../../src/workers/task/runner.ts";
import type { TaskFiles } from "../../src/workers/task/task-files.ts";
import { after, before, SHARDED, shardOf } from "../dataset/shard-versions.ts";

const base = mkdtempSync(join(tmpdir(), "hyperslab-file-versions-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));
let count = 0;

const replace = (path: string, value: Uint8Array): void => {
  writeFileSync(`${path}.new`, value);
  renameSync(`${path}.new`, path);
};

interface Subject {
  readonly path: string;
  readonly shard: string;
  /** Makes the runner of another thread. */
  restart(): void;
  /** Reads inner chunks by one task; `meanwhile` runs after each read of a file. */
  read(meanwhile: () => void, ...chunks: number[]): Promise<{ readonly answer: Answer; readonly values: number[] }>;
  /** The same for an inner chunk of a part of the file. */
  readPart(chunk: number, part: FilePart): Promise<number | undefined>;
}

async function subject(): Promise<Subject> {
  const path = join(base, String(++count));
  const array = await create(path, SHARDED);
  await array.write(undefined, before);
  const { codecs, dataType } = array.node;
  if (!isFixedSize(dataType)) throw new Error("not of a fixed size");
  const pipeline = { id: 1, codecs, dataType, shape: [16], fillValue: new Uint8Array(4) };
  let disturb = (): void => {};
  const start = (): ReturnType<typeof taskRunner> =>
    taskRunner({
      openFiles: ({ directory, location }) => disturbed(synchronousFiles(directory, location), () => disturb()),
      shared: true,
    });
  let run = start();
  return {
    path,
    shard: join(path, "c/0"),
    restart: () => {
      run = start();
    },
    read: (meanwhile, ...chunks) => readFrom(undefined, meanwhile, ...chunks),
    readPart: async (chunk, part) => (await readFrom(part, () => {}, chunk)).values[0],
  };

  async function readFrom(part: FilePart | undefined, meanwhile: () => void, ...chunks: number[]) {
    disturb = meanwhile;
    const chosen = chunks.map((chunk) => [{ kind: "range", start: 4 * chunk, step: 1, count: 4 } as const]);
    const file = { directory: path, location: path, key: "c/0", ...(part && { part }) };
    const { steps } = placeSteps(chosen, 4);
    const answer = await run({
      kind: "decode",
      id: 1,
      work: { pipeline, steps: toColumns(steps) },
      input: { kind: "files", files: toFileColumns(chunks.map(() => file)) },
      output: { kind: "buffer" },
      buffer: new ArrayBuffer(0),
    });
    const { lent, buffer, error } = answer;
    const first = (offset: number): number =>
      new Int32Array(lent?.memory ?? buffer, (lent?.offset ?? 0) + offset, 1)[0]!;
    const values = error === undefined ? steps.map(({ offset }) => first(offset)) : [];
    return { answer, values };
  }
}

/** The same shard after this many bytes of its file, which its part begins with: its index counts from there. */
function movedBy(bytes: number, shard: Uint8Array): Uint8Array {
  const moved = shard.slice();
  const index = new DataView(moved.buffer, moved.byteLength - 68);
  for (let at = 0; at < 64; at += 16) index.setBigUint64(at, index.getBigUint64(at, true) + BigInt(bytes), true);
  index.setUint32(64, crc32c(moved.subarray(-68, -4)), true);
  return moved;
}

function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function disturbed(files: TaskFiles, meanwhile: () => void): TaskFiles {
  return {
    ...files,
    withFile: (key, use) =>
      files.withFile(key, (file) =>
        use(
          file && {
            validator: file.validator,
            expect: file.expect,
            read: (ranges) => {
              const parts = file.read(ranges);
              meanwhile();
              return parts;
            },
          },
        ),
      ),
  };
}

/** Longer than a tick of the file system's clock, within which a change could go unseen. */
const pastTick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 40));

function once(run: () => void): () => void {
  let done = false;
  return () => {
    if (!done) run();
    done = true;
  };
}

describe("a shard", () => {
  test("that is replaced between index and chunk is read in one version", async () => {
    const { shard, read } = await subject();
    const next = await shardOf(after);
    const { values, answer } = await read(
      once(() => replace(shard, next)),
      1,
    );
    expect([values, answer.found]).toEqual([[2], [true]]);
  });

  test("that is replaced between two steps of one task is read with the index of each version", async () => {
    const { shard, read } = await subject();
    utimesSync(shard, 1000, 1000);
    const next = await shardOf(after);
    expect((await read(() => replace(shard, next), 1, 2, 3, 1)).values).toEqual([2, 3, 4, 2]);
  });

  test("that is overwritten in place is read again, and is an error if that happens again", async () => {
    const { shard, read } = await subject();
    const shards = [await shardOf(after), await shardOf(before)];
    utimesSync(shard, 1000, 1000);
    const { values } = await read(
      once(() => writeFileSync(shard, shards[0]!)),
      1,
    );
    expect(values).toEqual([2]);
    let times = 0;
    const again = (): void => {
      writeFileSync(shard, shards[times % 2]!);
      times += 1;
      // Each change has a time of its own, however fast they follow each other.
      utimesSync(shard, 2000 + times, 2000 + times);
    };
    const { answer } = await read(again, 1);
    const error = answer.error && fromErrorMessage(answer.error.message);
    expect(error).toMatchObject({ code: "invalid-data", request: { kind: "changed" }, place: { key: "c/0" } });
  });

  test("has its index read once per thread and version, however many tasks read it", async () => {
    const { shard, read, restart } = await subject();
    const reads = async (...chunks: number[]): Promise<[number, number[]]> => {
      let made = 0;
      const { values } = await read(() => void (made += 1), ...chunks);
      return [made, values];
    };
    utimesSync(shard, 1000, 1000);
    await pastTick();
    expect(await reads(1)).toEqual([2, [2]]);
    expect(await reads(2)).toEqual([1, [3]]);
    expect(await reads(3, 0)).toEqual([2, [4, 1]]);
    restart();
    expect(await reads(2)).toEqual([2, [3]]);
    replace(shard, await shardOf(after));
    expect((await reads(2))[1]).toEqual([3]);
    await pastTick();
    expect(await reads(2)).toEqual([2, [3]]);
    expect(await reads(1)).toEqual([1, [2]]);
  });

  test("has its own index, even if a longer part of the file begins where it begins", async () => {
    const { shard, readPart } = await subject();
    const short = await shardOf(before);
    const long = movedBy(short.byteLength, await shardOf(before.map((value) => -value)));
    writeFileSync(shard, Buffer.concat([short, long]));
    utimesSync(shard, 1000, 1000);
    await pastTick();
    expect(await readPart(1, { offset: 0, length: short.byteLength })).toBe(2);
    expect(await readPart(1, { offset: 0, length: short.byteLength + long.byteLength })).toBe(-2);
  });

  test("that changed too recently has nothing kept from task to task", async () => {
    const { shard, read } = await subject();
    const shards = [await shardOf(after), await shardOf(before)];
    for (let round = 0; round < 40; round++) {
      replace(shard, shards[round % 2]!);
      // Chunk 2 is at the same place in no two versions.
      expect((await read(() => {}, 2)).values).toEqual([3]);
    }
  });

  test("whose place a directory has taken is an error that names it", async () => {
    const { path, shard, read } = await subject();
    rmSync(shard);
    mkdirSync(shard);
    const { answer } = await read(() => {}, 1);
    expect(answer.error && fromErrorMessage(answer.error.message)).toMatchObject({
      code: "invalid-data",
      place: { location: path, key: "c/0" },
    });
    expect(() => synchronousFiles(path, path).readWhole("c/0", new Uint8Array(1))).toThrow("a directory");
  });
});

describe("a Bloscpack file that workers are about to read", () => {
  const values = Int32Array.from({ length: 64 }, (_, i) => i);

  async function reading(name: string): Promise<{ path: string; run(): Promise<Answer> }> {
    const path = join(base, name);
    await (await create(path, { shape: [64], dtype: "int32" })).write(undefined, values);
    const array = await openArray(path);
    const { codecs, dataType } = array.node;
    if (!isFixedSize(dataType)) throw new Error("not of a fixed size");
    // As the engine asks before it hands over: from here on the file must stay the one that was opened.
    const file = (await array.hierarchy.chunks(array.node).files?.())?.file([0]);
    const { steps } = placeSteps([[{ kind: "range", start: 0, step: 1, count: 64 }]], 4);
    const run = taskRunner({
      openFiles: ({ directory, location }) => synchronousFiles(directory, location),
      shared: true,
    });
    return {
      path,
      run: () =>
        run({
          kind: "decode",
          id: 1,
          work: {
            pipeline: { id: 1, codecs, dataType, shape: [64], fillValue: new Uint8Array(4) },
            steps: toColumns(steps),
          },
          input: { kind: "files", files: toFileColumns([file!]) },
          output: { kind: "buffer" },
          buffer: new ArrayBuffer(0),
        }),
    };
  }

  test("is read", async () => {
    const { run } = await reading("same.blp");
    expect(await run()).toMatchObject({ found: [true] });
  });

  test("is an error once it is replaced", async () => {
    const { path, run } = await reading("replaced.blp");
    const next = join(base, "next.blp");
    await (await create(next, { shape: [64], dtype: "int32" })).write(
      undefined,
      values.map((value) => -value),
    );
    renameSync(next, path);
    const { error } = await run();
    expect(error && fromErrorMessage(error.message)).toMatchObject({ request: { kind: "changed" } });
  });

  test("is an error once it is removed, not fill values", async () => {
    const { path, run } = await reading("removed.blp");
    rmSync(path);
    const { error } = await run();
    expect(error && fromErrorMessage(error.message)).toMatchObject({ code: "invalid-data" });
  });
});
