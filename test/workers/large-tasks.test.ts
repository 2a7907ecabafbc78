/** Tasks that are larger than the memory a worker keeps, run in this thread with a lowered limit. */
import { afterEach, describe, expect, test } from "vitest";
import { setLimits } from "../../src/bytes/limit.ts";
import { driveMemory } from "../../src/codecs/pipeline/drive.ts";
import { bindPipeline } from "../../src/codecs/pipeline/pipeline.ts";
import { create, memoryStore } from "../../src/index.ts";
import { filledChunk } from "../../src/model/grid/chunk.ts";
import { wholeSelection } from "../../src/model/selection/axis-selection.ts";
import { placeSteps, toColumns, toFileColumns } from "../../src/workers/task/columns.ts";
import type { Task } from "../../src/workers/task/messages.ts";
import { taskRunner } from "../../src/workers/task/runner.ts";
import type { TaskFiles } from "../../src/workers/task/task-files.ts";

afterEach(() => setLimits({ tiny: false, values: {} }));

/** Of buffers that are kept. What is larger than a quarter of it lies outside of kernel memory. */
const LIMIT = 4096;
/** In a task's buffer the elements begin at byte 48. */
const LENGTHS = { below: LIMIT - 64, at: LIMIT - 48, above: LIMIT - 32 };

function filesIn(values: Map<string, Uint8Array>): TaskFiles {
  return {
    withFile: (key, use) => {
      const value = values.get(key);
      return use(value && { validator: undefined, expect: () => {}, read: () => [value] });
    },
    read: (key) => values.get(key),
    readWhole: () => false,
    write: (key, value) => void values.set(key, value.slice()),
    remove: (key) => void values.delete(key),
  };
}

const LAYOUTS = {
  compressed: (length: number) => ({ chunks: [length], codecs: [{ name: "zstd", configuration: { level: 1 } }] }),
  sharded: (length: number) => ({ chunks: [16], shards: [length], codecs: [] }),
};

describe.each(Object.entries(LAYOUTS))("a %s chunk", (_, options) => {
  test.each(Object.entries(LENGTHS))("%s the limit is stored as it was given", async (_, length) => {
    setLimits({ tiny: false, values: { "codecs.keptScratchBytes": LIMIT, "codecs.kernelAreaBytes": LIMIT / 4 } });
    const shape = [length];
    const array = await create(memoryStore(), { ...options(length), shape, dtype: "uint8", fillValue: 0 });
    const { codecs, dataType } = array.node;
    const fillValue = new Uint8Array(1);
    const values = new Map<string, Uint8Array>();
    const run = taskRunner({ openFiles: () => filesIn(values), shared: true });
    const selection = wholeSelection(shape);
    const placed = placeSteps([selection], 1);
    const pipeline = await bindPipeline(codecs, { dataType, shape, fillValue });
    for (const value of [1, 2]) {
      const buffer = new ArrayBuffer(placed.length);
      new Uint8Array(buffer).fill(value);
      const task: Task = {
        kind: "encode",
        id: value,
        work: {
          pipeline: { id: 1, codecs, dataType, shape, fillValue },
          steps: toColumns(placed.steps),
          whole: Uint8Array.of(1),
          dropFill: true,
        },
        input: { kind: "buffer" },
        output: { kind: "files", files: toFileColumns([{ directory: "", location: "", key: "c/0" }]) },
        buffer,
      };
      expect((await run(task)).error).toBeUndefined();
      const chunk = filledChunk(dataType, shape, fillValue);
      driveMemory(pipeline.decode(selection, chunk), values.get("c/0")!);
      expect(chunk.bytes).toEqual(new Uint8Array(length).fill(value));
    }
  });
});
