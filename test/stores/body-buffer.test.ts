/** Bodies are collected whole, also in pages that have something else by the name of Buffer. */
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** In parts of 7 bytes; the length that was promised is too short, right, too long, or none. */
test.each([["Node's", true] as const, ["a page's", false] as const])("with %s Buffer", async (_, isNode) => {
  vi.resetModules();
  if (!isNode) vi.stubGlobal("Buffer", { from: () => new Uint8Array(0) });
  const { BodyBuffer } = await import("../../src/stores/http/transport/body-buffer.ts");
  const value = Uint8Array.from({ length: 100 }, (_, i) => i + 1);
  for (const promised of [50, 100, 1000, undefined]) {
    const body = new BodyBuffer(1000, promised);
    for (let at = 0; at < 100; at += 7) body.add(value.slice(at, at + 7));
    const bytes = body.finish();
    expect(bytes).toEqual(value);
    // No byte behind the value that was never written to.
    expect(bytes.buffer.byteLength).toBe(100);
  }
  const small = new BodyBuffer(10, undefined);
  expect(() => small.add(value)).toThrow("more than 10 bytes");
});
