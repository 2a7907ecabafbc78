/** Zip archives that Hyperslab writes are what other programs expect, unfinished ones included. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensurePackages } from "../../scripts/apt.mjs";
import { pythonOf } from "../../scripts/peers/environments.mjs";
import { findProgram } from "../../scripts/programs.mjs";
import { memorySource } from "../../src/bytes/source/byte-source.ts";
import { type MemoryTarget, memoryTarget } from "../../src/bytes/source/byte-target.ts";
import { create, openGroup } from "../../src/index.ts";
import { fileBytes } from "../../src/stores/file/bytes.ts";
import { appender } from "../../src/stores/zip/appender.ts";
import { contentsOf } from "../../src/stores/zip/contents.ts";
import { zipStore } from "../../src/stores/zip/zip.ts";
import { pattern } from "../contracts/store-contract.ts";
import { crashes, recordingTarget } from "../stores/recording-target.ts";
import { type LinePeer, startLinePeer } from "./line-peer.ts";
import { type PeerName, startPeer } from "./peer.ts";

const base = mkdtempSync(join(tmpdir(), "hyperslab-zip-interop-"));
let count = 0;
const newPath = (): string => join(base, `${++count}.zip`);
beforeAll(() => ensurePackages("unzip", ["unzip"], () => findProgram("unzip") !== undefined));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** Runs Python with the archive's path as its argument; gives what it prints, as JSON. */
function python(path: string, script: string): unknown {
  const program = `import json, sys, zipfile\narchive = zipfile.ZipFile(sys.argv[1])\n${script}`;
  return JSON.parse(execFileSync(pythonOf("zarr3"), ["-c", program, path], { encoding: "utf8" }));
}

/** What zipfile and unzip say of an archive: the names, and that all checksums are right. */
function expectSound(path: string, names: readonly string[]): void {
  const found = python(path, "print(json.dumps([archive.testzip(), archive.namelist()]))");
  expect(found).toEqual([null, names]);
  const unzip = spawnSync("unzip", ["-tqq", path], { encoding: "utf8" });
  expect([unzip.status, unzip.stdout]).toEqual([0, ""]);
}

async function fileOf(values: Readonly<Record<string, Uint8Array>>, topFolder?: string): Promise<string> {
  const path = newPath();
  const store = zipStore(fileBytes(path), { topFolder });
  for (const [key, value] of Object.entries(values)) await store.set!(key, value);
  await store.close();
  return path;
}

describe("Python's zipfile and Info-ZIP's unzip", () => {
  const values = { "zarr.json": text("{}"), "a/c/0": pattern(100_000), "ä/日本/😀": text("x"), "a/c/1": text("") };

  test.each([undefined, "data.zarr"])("read what is written, with the top folder %s", async (topFolder) => {
    const path = await fileOf(values, topFolder);
    const prefix = topFolder === undefined ? "" : `${topFolder}/`;
    expectSound(
      path,
      Object.keys(values).map((key) => prefix + key),
    );
  });

  test("read what was changed several times, and what another program has changed since", async () => {
    const path = await fileOf(values);
    const store = zipStore(fileBytes(path));
    for (let i = 0; i < 3; i++) {
      await store.set!("a/c/0", pattern(3000 + i, i));
      await store.delete!(i === 1 ? "a/c/1" : "absent");
      await store.flush();
    }
    await store.close();
    expectSound(path, ["zarr.json", "ä/日本/😀", "a/c/0"]);
    execFileSync(pythonOf("zarr3"), [
      "-c",
      "import sys, zipfile\nwith zipfile.ZipFile(sys.argv[1], 'a') as archive: archive.writestr('by-python', 'x')",
      path,
    ]);
    await store.refresh();
    expect(await store.get("by-python")).toEqual(text("x"));
    await store.set!("by-us", text("y"));
    await store.close();
    expectSound(path, ["zarr.json", "ä/日本/😀", "a/c/0", "by-python", "by-us"]);
  });

  test("read 70 000 entries", async () => {
    const path = newPath();
    const store = zipStore(fileBytes(path));
    for (let i = 0; i < 70_000; i++) await store.set!(`c/${i}`, pattern(10, i));
    await store.close();
    expect(python(path, "print(json.dumps([archive.testzip(), len(archive.namelist())]))")).toEqual([null, 70_000]);
    expect(spawnSync("unzip", ["-tqq", path]).status).toBe(0);
  });

  test("read entries behind the first 4 GiB and entries of more than 4 GiB", async () => {
    const path = newPath();
    const file = fileBytes(path);
    const size = 2 ** 32 + 5;
    const empty = new Uint8Array(0);
    const nothing = { end: 0, directory: empty, place: { count: 0, size: 0, offset: 0 }, comment: empty };
    // The long entry is a hole in the file: it is all zeros and takes no room.
    const writer = appender(file, nothing, false);
    const contents = contentsOf(undefined, "");
    const data = { method: 0, crc: 0, compressedSize: size, size };
    const start = (await writer.appendPieces("long", noPieces(), data)).headerLength;
    truncateSync(path, start);
    const rest = appender(file, { ...nothing, end: start + size }, false);
    contents.put("long", { ...data, flags: 0, offset: 0, nameLength: 4, headerLength: start });
    contents.put("zarr.json", await rest.append("zarr.json", text("{}")));
    const { bytes, count: entries } = contents.encode();
    await rest.finish(bytes, entries, empty);
    const found = python(
      path,
      `with archive.open("long") as entry:
         head = entry.read(3).hex()
print(json.dumps([archive.getinfo("long").file_size, head, archive.read("zarr.json").decode()]))`,
    );
    expect(found).toEqual([size, "000000", "{}"]);
    const ours = zipStore(fileBytes(path));
    expect(await ours.get("long", { range: { suffix: 2 } })).toEqual(new Uint8Array(2));
    expect(await ours.get("zarr.json")).toEqual(text("{}"));
    rmSync(path);
  });
});

async function* noPieces(): AsyncGenerator<Uint8Array> {}

describe("an archive whose writer crashed", () => {
  let zipfilePeer: LinePeer<number | null>;
  beforeAll(() => {
    zipfilePeer = startLinePeer(pythonOf("zarr3"), ["test/interop/zipfile_peer.py"]);
  });
  afterAll(() => zipfilePeer.close());

  /** The old names, and how Python sees each state that a crash can leave. */
  async function statesOf(entries: number): Promise<{ readonly sound: number; readonly unread: number[] }> {
    const initial = memoryTarget();
    const first = zipStore(initial);
    for (let i = 0; i < entries; i++) await first.set!(`a/c/${i}`, pattern(10, i));
    await first.close();
    const target = recordingTarget(initial.bytes());
    const store = zipStore(target);
    await store.set!("new", pattern(300_000));
    await store.set!("more", pattern(1_500_000));
    await store.close();
    let sound = 0;
    const unread: number[] = [];
    for (const { target: state, done } of crashes(initial.bytes(), target.steps)) {
      const names = await namesByPython(state);
      const expected = entries + (done === target.steps.length ? 2 : 0);
      if (names === expected) sound += 1;
      else unread.push(done);
    }
    return { sound, unread };
  }

  async function namesByPython(state: MemoryTarget): Promise<number | undefined> {
    const path = newPath();
    writeFileSync(path, state.bytes());
    const names = await zipfilePeer.ask({ path });
    rmSync(path);
    return names ?? undefined;
  }

  test("is read by Python in every state, if its directory fits into one block", async () => {
    const { sound, unread } = await statesOf(20);
    expect(unread).toEqual([]);
    expect(sound).toBeGreaterThan(10);
  });

  test("with a longer directory, in every state but those while that is copied", async () => {
    const { sound, unread } = await statesOf(100);
    // Steps 2 and 3 of moving the end out: the record leads to the old directory, which does not lie right before it.
    expect(new Set(unread)).toEqual(new Set([1, 2]));
    expect(sound).toBeGreaterThan(10);
  });
});

describe.each(["zarr", "tensorstore", "zarrs"] as const satisfies readonly PeerName[])("%s", (name) => {
  test("reads an array that was created, changed and closed in an archive", async () => {
    const path = newPath();
    const root = await create(path, { format: "zarr3", attributes: { title: "λ" } });
    const array = await root.create("g/a", { shape: [5, 4], dtype: "int32", chunks: [2, 3], codecs: ["gzip"] });
    await array.write(
      undefined,
      Int32Array.from({ length: 20 }, (_, i) => i),
    );
    await root.close();
    const again = await openGroup(path);
    await (await again.open("g/a")).setAttributes({ units: "m" });
    await again.close();
    const peer = startPeer(name);
    const answer = await peer.read(path, "g/a");
    peer.close();
    const bytes = Buffer.from(Int32Array.from({ length: 20 }, (_, i) => i).buffer);
    expect(answer).toMatchObject({ shape: [5, 4], values: bytes.toString("base64"), attributes: { units: "m" } });
  });
});

test("zarr-python 2 reads a v2 archive", async () => {
  const path = newPath();
  const array = await create(path, { format: "zarr2", shape: [3], dtype: "uint8" });
  await array.write(undefined, [1, 2, 3]);
  await array.close();
  const peer = startPeer("zarr2");
  expect(await peer.read(path)).toMatchObject({ shape: [3], values: "AQID" });
  peer.close();
});

test("an archive in memory is the same as in a file", async () => {
  const target = memoryTarget();
  const store = zipStore(target);
  await store.set!("zarr.json", text("{}"));
  await store.close();
  const path = newPath();
  writeFileSync(path, target.bytes());
  expectSound(path, ["zarr.json"]);
  expect(await zipStore(memorySource(target.bytes())).get("zarr.json")).toEqual(text("{}"));
});
