/** The zstd kernel by itself: whatever it is fed, it stays inside the regions it was given. */
import { expect, test } from "vitest";
import { decodeBase64 } from "../../src/bytes/base64.ts";
import { wasmZstdEngine } from "../../src/codecs/bytes-to-bytes/zstd/engine.ts";
import { findFrames, readBlock } from "../../src/codecs/bytes-to-bytes/zstd/frame.ts";
import { WASM_BASE64 } from "../../src/codecs/bytes-to-bytes/zstd/wasm-binary.ts";
import { numbers } from "./samples.ts";

const SLACK = 64;
const GUARD = 0xa5;

const memory = new WebAssembly.Memory({ initial: 64, maximum: 65536 });
const module = await WebAssembly.compile(new Uint8Array(decodeBase64(WASM_BASE64)));
const { exports } = await WebAssembly.instantiate(module, { env: { memory } });

function call(name: string, ...values: number[]): number {
  const run = exports[name];
  if (typeof run !== "function") throw new Error(`no ${name}`);
  return Number(run(...values));
}

/** Blocks of frames that use most of what the format has. */
async function* blocks(): AsyncGenerator<{ readonly content: Uint8Array; readonly length: number }> {
  const engine = await wasmZstdEngine();
  const next = numbers(3);
  for (const [level, alphabet, period] of [
    [1, 40, 50],
    [9, 256, 300],
    [3, 3, 1000],
    [5, 90, 7],
  ] as const) {
    const data = Uint8Array.from(
      { length: 3000 },
      (_, index) => (next() % 9 === 0 ? next() : index % period) % alphabet,
    );
    const frame = engine.compress(data, level, false);
    const block = readBlock(frame, findFrames(frame)[0]!.blocks);
    if (block.type === "compressed") yield { content: frame.slice(block.start, block.end), length: data.byteLength };
  }
}

test("reads and writes nothing outside its regions, however the block is damaged", async () => {
  const next = numbers(8);
  const base = call("heapBase");
  const outcomes = new Set<string>();
  for await (const { content, length } of blocks()) {
    const state = Math.ceil(base / SLACK) * SLACK + SLACK;
    const input = state + call("decodeStateSize") + SLACK;
    const output = input + content.byteLength + 2 * SLACK;
    const bytes = new Uint8Array(memory.buffer);
    const guarded = (from: number, to: number) => bytes.subarray(from, to).every((byte) => byte === GUARD);
    for (let round = 0; round < 400; round++) {
      const damaged = content.slice();
      for (let change = round % 4; change > 0; change--) damaged[next() % damaged.byteLength] = next();
      const cut = round % 7 === 6 ? next() % damaged.byteLength : damaged.byteLength;
      const room = round % 5 === 4 ? next() % length : length;
      bytes.fill(GUARD, base, output + room + SLACK + 4096);
      bytes.set(damaged.subarray(0, cut), input);
      call("beginFrame", state);
      const result = call("decodeBlock", state, input, cut, output, output, room);
      expect(result).toBeGreaterThanOrEqual(-2);
      expect(result).toBeLessThanOrEqual(room);
      expect(guarded(base, state), "before the state").toBe(true);
      expect(guarded(state + call("decodeStateSize"), input), "between state and input").toBe(true);
      expect(Buffer.compare(bytes.subarray(input, input + cut), damaged.subarray(0, cut)), "the input").toBe(0);
      expect(guarded(input + cut, output), "between input and output").toBe(true);
      expect(guarded(output + room + SLACK, output + room + SLACK + 4096), "behind the output").toBe(true);
      outcomes.add(result >= 0 ? "decoded" : String(result));
    }
  }
  expect([...outcomes].sort()).toEqual(["-1", "-2", "decoded"]);
});
