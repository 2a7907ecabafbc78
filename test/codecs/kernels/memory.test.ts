/** The memory of the kernels, where they come from, and that the carried module is the one of the sources. */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { generatedFile, hashSources } from "../../../scripts/build-kernels.mjs";
import { kernelMemory } from "../../../src/codecs/kernels/kernel-memory.ts";
import { loadWasmKernels } from "../../../src/codecs/kernels/wasm.ts";
import { SOURCE_HASH } from "../../../src/codecs/kernels/wasm-binary.ts";
import { isHyperslabError } from "../../../src/errors.ts";
import { mixedBytes, variants } from "./guarded.ts";

describe.each(variants)("memory of %s", (_, load) => {
  it("is a stack of aligned regions", async () => {
    const { memory } = await load();
    const mark = memory.mark();
    const a = memory.allocate(10);
    const b = memory.allocate(0);
    const c = memory.allocate(100);
    expect([a % 64, b % 64, c % 64]).toEqual([0, 0, 0]);
    expect(b).toBeGreaterThanOrEqual(a + 10);
    memory.release(mark);
    expect(memory.allocate(1)).toBe(a);
    memory.release(mark);
  });

  it("keeps its contents when it grows", async () => {
    const { memory } = await load();
    const mark = memory.mark();
    const first = memory.allocate(1000);
    memory.bytes.fill(42, first, first + 1000);
    const before = memory.bytes.byteLength;
    const large = memory.allocate(before);
    expect(memory.bytes.byteLength).toBeGreaterThanOrEqual(large + before);
    expect(memory.bytes.subarray(first, first + 1000).every((byte) => byte === 42)).toBe(true);
    memory.release(mark);
  });

  it("says so when there is not enough", async () => {
    const { memory } = await load();
    const mark = memory.mark();
    try {
      memory.allocate(2 ** 32);
      expect.unreachable();
    } catch (error) {
      expect(isHyperslabError(error, "unsupported")).toBe(true);
    }
    expect(memory.mark()).toBe(mark);
  });

  it("knows its own views", async () => {
    const { memory } = await load();
    const mark = memory.mark();
    const pointer = memory.allocate(10);
    expect(memory.locate(memory.bytes.subarray(pointer, pointer + 10))).toBe(pointer);
    expect(memory.locate(new Uint8Array(10))).toBeUndefined();
    memory.release(mark);
  });
});

describe("reserved memory", () => {
  it("outlives every operation", () => {
    const bytes = new Uint8Array(1000);
    const memory = kernelMemory({ bytes: () => bytes, grow: () => expect.unreachable() }, 64);
    const reserved = memory.reserve(100);
    const mark = memory.mark();
    expect(memory.allocate(10)).toBeGreaterThanOrEqual(reserved + 100);
    expect(() => memory.reserve(10)).toThrow("inside an operation");
    memory.release(mark);
    expect(memory.allocate(10)).toBe(mark);
  });
});

describe("a memory shared between instances", () => {
  it("serves kernels that were given it", async () => {
    const memory = new WebAssembly.Memory({ initial: 32, maximum: 65536, shared: true });
    const [one, other] = await Promise.all([loadWasmKernels(memory), loadWasmKernels(memory)]);
    expect(memory.buffer).toBeInstanceOf(SharedArrayBuffer);
    const data = mixedBytes(5000);
    const pointer = one.memory.reserve(data.byteLength);
    one.memory.bytes.set(data, pointer);
    expect(other.adler32(pointer, data.byteLength, 1)).toBe(one.adler32(pointer, data.byteLength, 1));
    expect(one.memory.bytes.buffer).toBe(other.memory.bytes.buffer);
  });
});

describe("loading", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it("gives the same kernels every time", async () => {
    const [[, load]] = [variants[0]!];
    expect(await load()).toBe(await load());
    expect((await load()).variant).toBe("wasm");
  });

  it.each([
    ["there is no WebAssembly", undefined],
    [
      "compiling is forbidden",
      { ...WebAssembly, Memory: WebAssembly.Memory, compile: () => Promise.reject(new Error("CSP")) },
    ],
  ])("falls back to TypeScript where %s", async (_reason, stub) => {
    vi.resetModules();
    vi.stubGlobal("WebAssembly", stub);
    const { loadKernels } = await import("../../../src/codecs/kernels/kernels.ts");
    expect((await loadKernels()).variant).toBe("plain");
  });
});

describe("the carried module", () => {
  it("was built from these sources", () => {
    expect(SOURCE_HASH, "run node scripts/build-kernels.mjs").toBe(hashSources());
    expect(readFileSync(generatedFile, "utf8")).toContain(SOURCE_HASH);
  });
});
