/** Tasks that are larger than the memory a worker keeps, run in this thread with a lowered limit. */
import { afterEach, expect, test } from "vitest";
import { setLimits } from "../../src/bytes/limit.ts";
import { driveMemory } from "../../src/codecs/drive.ts";
import { bindPipeline } from "../../src/codecs/pipeline.ts";
import { create, memoryStore } from "../../src/index.ts";
import { wholeSelection } from "../../src/model/axis-selection.ts";
import { filledChunk } from "../../src/model/chunk-fill.ts";
import type { Task } from "../../src/workers/messages.ts";
import { placeSteps, toColumns } from "../../src/workers/step-columns.ts";
import { type TaskFiles, taskRunner } from "../../src/workers/task-runner.ts";

afterEach(() => setLimits({ tiny: false, values: {} }));

const MIB = 1024 * 1024;
/** More than lies in kernel memory (32 MiB). */
const LENGTH = 36 * MIB;

function filesIn(values: Map<string, Uint8Array>): TaskFiles {
  return {
    read: (key) => {
      const value = values.get(key);
      return value && [value];
    },
    readWhole: () => false,
    write: (key, value) => void values.set(key, value.slice()),
    remove: (key) => void values.delete(key),
  };
}

test.each([
  ["compressed", { chunks: [LENGTH], codecs: [{ name: "zstd", configuration: { level: 1 } }] }],
  ["sharded", { chunks: [4 * MIB], shards: [LENGTH], codecs: [] }],
])("a worker stores the %s chunk it was given", async (_, options) => {
  setLimits({ tiny: false, values: { "codecs.keptScratchBytes": MIB } });
  const array = await create(memoryStore(), { ...options, shape: [LENGTH], dtype: "uint8", fillValue: 0 });
  const { codecs, dataType } = array.node;
  const fillValue = new Uint8Array(1);
  const shape = [LENGTH];
  const values = new Map<string, Uint8Array>();
  const run = taskRunner(() => filesIn(values));
  const selection = wholeSelection(shape);
  const { steps, length } = placeSteps([{ key: "c/0", selection }], 1);
  const pipeline = await bindPipeline(codecs, { dataType, shape, fillValue });
  for (const value of [1, 2]) {
    const buffer = new ArrayBuffer(length);
    new Uint8Array(buffer).fill(value);
    const task: Task = {
      kind: "write",
      id: value,
      pipelineId: 1,
      pipeline: { id: 1, codecs, dataType, shape, fillValue },
      place: { directory: "", location: "" },
      steps: toColumns(steps),
      buffer,
      whole: Uint8Array.of(1),
      dropFill: true,
    };
    expect((await run(task)).error).toBeUndefined();
    const chunk = filledChunk(dataType, shape, fillValue);
    driveMemory(pipeline.decode(selection, chunk), values.get("c/0")!);
    expect(Buffer.alloc(LENGTH, value).compare(chunk.bytes!)).toBe(0);
  }
});
