/** Values of more than 2 GiB on the calling thread: one system call takes less. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { synchronousFiles } from "../../src/stores/file/synchronous.ts";
import { fileParts } from "../../src/stores/file/write.ts";

const LENGTH = 2 ** 31 + 4096;
const folder = mkdtempSync(join(tmpdir(), "hyperslab-two-gib-"));
const path = join(folder, "value");
/** The one buffer of all tests. */
let bytes: Uint8Array;

beforeAll(() => {
  // A file with a hole takes no room on the disk.
  const file = openSync(path, "w");
  writeSync(file, Uint8Array.of(1), 0, 1, 0);
  writeSync(file, Uint8Array.of(2), 0, 1, LENGTH - 1);
  closeSync(file);
  bytes = new Uint8Array(LENGTH);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("are read", () => {
  expect(fileParts.readInto(path, 0, bytes)).toBe(true);
  expect([bytes.at(0), bytes.at(-1)]).toEqual([1, 2]);
});

it("are written", () => {
  bytes[LENGTH - 1] = 3;
  synchronousFiles(folder, folder).write("value", bytes);
  expect(statSync(path).size).toBe(LENGTH);
  const end = new Uint8Array(1);
  const file = openSync(path, "r");
  readSync(file, end, 0, 1, LENGTH - 1);
  closeSync(file);
  expect(end[0]).toBe(3);
});
