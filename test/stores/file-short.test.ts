/** Files that give less than they promise: a size that is too large, and reads that stop early. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { fileStore } from "../../src/stores/file/file-store.ts";
import { pattern } from "../contracts/store-contract.ts";

const faults = vi.hoisted(() => ({ promised: 0, longestRead: Number.POSITIVE_INFINITY }));

vi.mock("node:fs", async (importOriginal) => {
  const fs = await importOriginal<typeof import("node:fs")>();
  type ReadDone = (error: Error | null, count: number, buffer: Uint8Array) => void;
  return {
    ...fs,
    fstatSync: (file: number) => {
      const status = fs.fstatSync(file);
      status.size += faults.promised;
      return status;
    },
    readSync: (file: number, bytes: Uint8Array, offset: number, length: number, position: number) =>
      fs.readSync(file, bytes, offset, Math.min(length, faults.longestRead), position),
    read: (file: number, bytes: Uint8Array, offset: number, length: number, position: number, done: ReadDone) =>
      fs.read(file, bytes, offset, Math.min(length, faults.longestRead), position, done),
  };
});

const root = mkdtempSync(join(tmpdir(), "hyperslab-short-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => {
  faults.promised = 0;
  faults.longestRead = Number.POSITIVE_INFINITY;
});

test.each([1000, 500_000])(
  "a file of %d bytes that shrinks while it is read gives fewer bytes, no zeros",
  async (length) => {
    writeFileSync(join(root, "a"), pattern(length));
    faults.promised = 77;
    const store = fileStore(root);
    expect(Buffer.compare((await store.get("a"))!, pattern(length))).toBe(0);
    expect((await store.get("a", { range: { offset: length - 10, length: 60 } }))?.byteLength).toBe(10);
    expect((await store.get("a", { range: { offset: 1 } }))?.byteLength).toBe(length - 1);
  },
);

test.each([1000, 500_000])("%d bytes that come in small pieces come whole", async (length) => {
  writeFileSync(join(root, "a"), pattern(length));
  faults.longestRead = length / 10 + 1;
  expect(Buffer.compare((await fileStore(root).get("a"))!, pattern(length))).toBe(0);
});
