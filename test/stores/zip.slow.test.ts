/** Archives that are large: a million entries, more than 4 GiB, gaps that are filled; and long random lives. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { memorySource } from "../../src/bytes/source/byte-source.ts";
import { type ByteTarget, memoryTarget } from "../../src/bytes/source/byte-target.ts";
import { fileBytes } from "../../src/stores/file/bytes.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { appender } from "../../src/stores/zip/appender.ts";
import { contentsOf } from "../../src/stores/zip/contents.ts";
import { encodeEnd } from "../../src/stores/zip/end-record.ts";
import { repackZip } from "../../src/stores/zip/repack.ts";
import { zipStore } from "../../src/stores/zip/zip.ts";
import { bytes, describeStore, filled, keysOf, pattern } from "../contracts/store-contract.ts";
import { concat, rawZip } from "./raw-zip.ts";
import { crashes, recordingTarget } from "./recording-target.ts";

const base = mkdtempSync(join(tmpdir(), "hyperslab-zip-slow-"));
let count = 0;
afterAll(() => rmSync(base, { recursive: true, force: true }));

describeStore("zipStore: in a file, with fsync", {
  open: (entries) => filled(zipStore(fileBytes(join(base, `${++count}.zip`)), { fsync: true }), entries),
  capabilities: ["head", "list", "listDirectory", "set", "delete", "deletePrefix"],
});

test("a count that overflowed without zip64 is read, as the directory is whole", async () => {
  const many = rawZip(Array.from({ length: 65_540 }, (_, i) => ({ name: `k/${i}` })));
  expect((await keysOf(zipStore(memorySource(many)), "")).length).toBe(65_540);
});

test("65 535 entries and more are counted in zip64", async () => {
  const target = memoryTarget();
  const store = zipStore(target);
  const isZip64 = (): boolean => Buffer.from(target.bytes().slice(-98, -94)).toString("latin1") === "PK\u0006\u0006";
  for (let i = 0; i < 65_534; i++) await store.set!(`c/${i}`, bytes(i & 255));
  await store.flush();
  expect(isZip64()).toBe(false);
  await store.set!("zarr.json", bytes(1));
  await store.flush();
  expect(isZip64()).toBe(true);
  await store.delete!("c/0");
  await store.close();
  expect(isZip64()).toBe(false);
  for (let i = 0; i < 3; i++) await store.set!(`d/${i}`, bytes(i));
  await store.close();
  const again = zipStore(memorySource(target.bytes()));
  expect((await keysOf(again, "")).length).toBe(65_537);
  expect(await again.get("c/54321")).toEqual(bytes(54321 & 255));
});

/** A million empty entries, in the order of their data or in the opposite one. */
function millionEntries(reversed: boolean): Uint8Array {
  const [count, local, central] = [1_000_000, 30 + 9, 46 + 9];
  const archive = new Uint8Array(count * (local + central));
  const view = new DataView(archive.buffer);
  const putName = (at: number, i: number): void => {
    archive.set([0x63, 0x2f], at);
    for (let digit = 0, rest = i; digit < 7; digit++, rest = Math.floor(rest / 10))
      archive[at + 8 - digit] = 48 + (rest % 10);
  };
  for (let i = 0; i < count; i++) {
    view.setUint32(i * local, 0x04034b50, true);
    view.setUint16(i * local + 26, 9, true);
    putName(i * local + 30, i);
    const at = count * local + (reversed ? count - 1 - i : i) * central;
    view.setUint32(at, 0x02014b50, true);
    view.setUint16(at + 28, 9, true);
    view.setUint32(at + 42, i * local, true);
    putName(at + 46, i);
  }
  const place = { count, size: count * central, offset: count * local };
  return concat(archive, encodeEnd(place, archive.byteLength, new Uint8Array(0), true));
}

test.each([false, true])("a million entries take little memory, also in reverse: %s", async (reversed) => {
  const archive = millionEntries(reversed);
  const before = process.memoryUsage().arrayBuffers;
  const store = zipStore(memorySource(archive));
  expect(await store.get("0777777")).toEqual(bytes());
  expect(await store.get("1000000")).toBeUndefined();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150e6);
});

test("names that are made to collide are refused where they do, and cannot be made in advance", async () => {
  const hash = (text: string): number => {
    let value = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
    value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
    return (value ^ (value >>> 13)) & 2047;
  };
  const entries: { name: string }[] = [];
  for (let i = 0; entries.length < 1010; i++) if (hash(`k/${i}`) === 7) entries.push({ name: `k/${i}` });
  const archive = memorySource(rawZip(entries));
  expect((await keysOf(zipStore(archive), "")).length).toBe(1010);
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  await expect(zipStore(archive).get("a")).rejects.toThrow("chosen to make lookups slow");
  random.mockRestore();
});

/** An archive that begins far behind the start of its file, as if much had been deleted from it. */
async function farArchive(target: ByteTarget, start: number, topFolder = ""): Promise<void> {
  const place = { count: 0, size: 0, offset: 0 };
  const empty = new Uint8Array(0);
  const writer = appender(target, { end: start, directory: empty, place, comment: empty }, false);
  const contents = contentsOf(undefined, topFolder);
  contents.put("zarr.json", await writer.append("zarr.json", bytes(1, 2, 3)));
  contents.put("a/c/0", await writer.append("a/c/0", pattern(100_000)));
  const { bytes: directory, count: entries } = contents.encode();
  await writer.finish(directory, entries, empty);
}

test.each([2 ** 32 - 60, 2 ** 32 - 1, 2 ** 32, 5 * 2 ** 30])("entries around byte %d are found", async (start) => {
  const target = memoryTarget();
  await farArchive(target, start);
  const store = zipStore(target);
  expect(await store.get("zarr.json")).toEqual(bytes(1, 2, 3));
  expect(await store.get("a/c/0", { range: { suffix: 9 } })).toEqual(pattern(100_000).slice(-9));
  await store.set!("a/c/1", bytes(7));
  await store.delete!("zarr.json");
  await store.close();
  const again = zipStore(target);
  expect(await keysOf(again, "")).toEqual(["a/c/0", "a/c/1"]);
  expect(Buffer.compare((await again.get("a/c/0"))!, pattern(100_000))).toBe(0);
  expect(await again.get("a/c/1")).toEqual(bytes(7));
});

test("an entry of more than 4 GiB is written in pieces and read in parts", async () => {
  const path = join(base, "long.zip");
  const size = 2 ** 32 + 12_345;
  const piece = new Uint8Array(16 * 1024 * 1024);
  // Zeros are not written: the file has a hole instead, and takes no room on the disk.
  const file = fileBytes(path);
  const sparse: ByteTarget = {
    ...file,
    write: async (offset, parts) => {
      if (parts[0] !== undefined && parts[0].buffer === piece.buffer) return;
      await file.write(offset, parts);
    },
  };
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let done = 0; done < size; done += piece.byteLength) {
      yield piece.subarray(0, Math.min(piece.byteLength, size - done));
    }
  }
  const empty = new Uint8Array(0);
  const nothing = { end: 0, directory: empty, place: { count: 0, size: 0, offset: 0 }, comment: empty };
  const writer = appender(sparse, nothing, false);
  const contents = contentsOf(undefined, "");
  const data = { method: 0, crc: 0, compressedSize: size, size };
  contents.put("long", await writer.appendPieces("long", pieces(), data));
  contents.put("zarr.json", await writer.append("zarr.json", bytes(5)));
  const { bytes: directory, count: entries } = contents.encode();
  await writer.finish(directory, entries, empty);

  const store = zipStore(fileBytes(path));
  expect((await store.head!("long"))?.size).toBe(size);
  expect(await store.get("long", { range: { offset: size - 3, length: 9 } })).toEqual(bytes(0, 0, 0));
  expect(await store.get("long", { range: { offset: 2 ** 32, length: 2 } })).toEqual(bytes(0, 0));
  expect(await store.get("zarr.json")).toEqual(bytes(5));
  rmSync(path);
});

test("a crash while the gap is moved out again leaves the old archive", async () => {
  const initial = memoryTarget();
  const first = zipStore(initial);
  for (let i = 0; i < 200; i++) await first.set!(`a/c/${i}`, bytes(i));
  await first.close();
  const target = recordingTarget(initial.bytes());
  const store = zipStore(target);
  for (let i = 0; i < 5; i++) await store.set!(`b/${i}`, pattern(15_000_000, i));
  await store.close();
  const moves = target.steps.filter((step) => "offset" in step && step.bytes.byteLength < 200 && step.offset > 6e7);
  expect(moves.length).toBeGreaterThanOrEqual(4);
  for (const state of crashes(initial.bytes(), target.steps)) {
    const left = zipStore(state.target);
    expect(await left.get("a/c/77")).toEqual(bytes(77));
    const last = await left.get("b/4", { range: { suffix: 5 } });
    expect(last).toEqual(state.done === target.steps.length ? pattern(15_000_000, 4).slice(-5) : undefined);
  }
});

test("lives of random changes, flushes and reopenings end as they do in memory", async () => {
  const key = fc.constantFrom("a", "a/b", "a/c/0", "a/c/1", "b/ä", "zarr.json", "b/c/d/e");
  const prefix = fc.constantFrom("", "a", "a/c", "b");
  const length = fc.constantFrom(0, 1, 5000, 70_000, 1_200_000);
  const action = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant("set" as const), key, length, seed: fc.nat(255) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("delete" as const), key }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("deletePrefix" as const), prefix }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constantFrom("flush" as const, "reopen" as const, "repack" as const) }),
    },
  );
  const topFolder = fc.constantFrom(undefined, "data", "x/y");
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 25 }), topFolder, async (actions, top) => {
      const model = memoryStore();
      let target = memoryTarget();
      let store = zipStore(target, { topFolder: top });
      for (const step of actions) {
        if (step.kind === "set") {
          for (const each of [model, store]) await each.set!(step.key, pattern(step.length, step.seed));
        } else if (step.kind === "delete") for (const each of [model, store]) await each.delete!(step.key);
        else if (step.kind === "deletePrefix") for (const each of [model, store]) await each.deletePrefix!(step.prefix);
        else if (step.kind === "flush") await store.flush();
        else {
          await store.close();
          const next = memoryTarget();
          if (step.kind === "repack" && (await target.size())! > 0) {
            await repackZip(target, next);
            target = next;
          }
          // What the archive says of its top folder must be enough, once it says anything.
          const empty = (await keysOf(store, "")).length === 0;
          store = zipStore(target, { topFolder: empty ? top : undefined });
        }
        expect(await keysOf(store, "")).toEqual(await keysOf(model, ""));
      }
      for (const found of await keysOf(model, "")) {
        expect(Buffer.compare((await store.get(found))!, (await model.get(found))!)).toBe(0);
      }
    }),
    { numRuns: 100 },
  );
});
