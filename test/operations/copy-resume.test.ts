/** A copy that was interrupted goes on: it writes what is missing and nothing else, proves the rest, and never mixes. */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type CopyOptions,
  copy,
  create,
  isHyperslabError,
  open,
  openArray,
  type StoreRequest,
} from "../../src/index.ts";
import { journalKey } from "../../src/operations/copy-journal.ts";
import { namedMemoryStore } from "../../src/stores/memory.ts";
import { type ObjectServer, objectServer } from "../stores/object-server.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-resume-"));
let server: ObjectServer;
beforeAll(async () => {
  server = await objectServer();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});

let count = 0;
const fresh = (name: string): string => join(folder, `${++count}-${name}`);

/** Two arrays, some chunks of the first absent, in a group with attributes. */
async function sample(address: string): Promise<void> {
  const root = await create(address, { attributes: { title: "a" } });
  const a = await root.create("a", {
    shape: [40, 10],
    dtype: "int32",
    chunks: [2, 5],
    codecs: ["gzip"],
    dims: ["y", "x"],
  });
  for (let row = 0; row < 40; row += 4) {
    await a.write(
      [`${row}:${row + 2}`],
      Int32Array.from({ length: 20 }, (_, i) => row * 100 + i + 1),
    );
  }
  const b = await root.create("deep/b", {
    shape: [64],
    dtype: "float64",
    chunks: [4],
    dims: ["n"],
    attributes: { units: "K" },
  });
  await b.write(
    undefined,
    Float64Array.from({ length: 64 }, (_, i) => i + 0.5),
  );
  await root.close();
}

const sources = {
  directory: async () => {
    const address = fresh("source.zarr");
    await sample(address);
    return address;
  },
  archive: async () => {
    const address = fresh("source.zip");
    await sample(address);
    return address;
  },
  memory: async () => {
    const address = `memory:resume-source-${++count}`;
    await sample(address);
    return address;
  },
  server: async () => {
    const name = `resume-served-${++count}`;
    await sample(`memory:${name}`);
    const entries: [string, Uint8Array][] = [];
    for await (const { key } of namedMemoryStore(name).list!("")) {
      entries.push([key, (await namedMemoryStore(name).get(key))!]);
    }
    return server.add(entries);
  },
};

const targets = {
  directory: () => fresh("target.zarr"),
  archive: () => fresh("target.zip"),
  memory: () => `memory:resume-target-${++count}`,
};

const ways: Readonly<Record<string, CopyOptions>> = {
  "passed through": {},
  "to another format": { format: "zarr2" },
  "encoded anew": { chunks: { y: 3, x: 5, n: 5 }, codecs: ["zstd"] },
};

const isChunk = (key: string): boolean => !/(?:zarr\.json|\.z\w+|\.hyperslab-copy\.json)$/.test(key);

/** Every key of chunks at the target, with its bytes. */
async function chunksAt(address: string): Promise<Map<string, string>> {
  const { store } = (await open(address)).hierarchy;
  const found = new Map<string, string>();
  for await (const { key } of store.list!("")) {
    if (isChunk(key)) found.set(key, Buffer.from((await store.get(key))!).toString("base64"));
  }
  return found;
}

/** Copies until so many chunks are done, then gives up. */
async function interrupted(source: string, target: string, options: CopyOptions, after: number): Promise<void> {
  const controller = new AbortController();
  let sets = 0;
  const onRequest = ({ operation, key }: StoreRequest): void => {
    if (operation === "set" && isChunk(key) && ++sets >= after) controller.abort();
  };
  const copying = copy(source, target, { ...options, store: { onRequest }, signal: controller.signal, concurrency: 3 });
  await expect(copying).rejects.toThrow(/abort/i);
}

/** Copies and tells which chunks were written, and which keys of the source were read. */
async function resumed(source: string, target: string, options: CopyOptions = {}) {
  const written: string[] = [];
  const read: string[] = [];
  const store = {
    onRequest: ({ operation, key }: StoreRequest): void => {
      if (operation === "set" && isChunk(key)) written.push(key);
    },
  };
  const sourceStore = {
    onRequest: ({ operation, key }: StoreRequest): void => {
      if (operation === "get" && isChunk(key)) read.push(key);
    },
  };
  const report = await copy(source, target, { ...options, resume: true, store, sourceStore });
  return { report, written, read };
}

async function expectEqual(source: string, target: string): Promise<void> {
  for (const path of ["a", "deep/b"]) {
    const [one, other] = await Promise.all([source, target].map((address) => openArray(address, { path })));
    expect((await other!.read()).data).toEqual((await one!.read()).data);
    expect(other!.attributes).toEqual(one!.attributes);
  }
}

const kinds = Object.keys(sources) as (keyof typeof sources)[];
const places = Object.keys(targets) as (keyof typeof targets)[];
const cases = kinds.flatMap((from) => places.flatMap((to) => Object.keys(ways).map((way) => [from, to, way] as const)));

describe("what is missing is written, and nothing else", () => {
  it.each(cases)("%s to %s, %s", async (from, to, way) => {
    const options = ways[way]!;
    const source = await sources[from]();
    const whole = targets[to]();
    await copy(source, whole, options);
    const complete = await chunksAt(whole);
    const target = targets[to]();
    await interrupted(source, target, options, 7);
    const before = await chunksAt(target);
    expect([...before].every(([key, value]) => complete.get(key) === value)).toBe(true);
    const missing = [...complete.keys()].filter((key) => !before.has(key));
    const { report, written } = await resumed(source, target, options);
    expect(written.sort()).toEqual(missing.sort());
    expect(report).toMatchObject({ arrays: 2, verified: true });
    expect(report.kept).toBeGreaterThanOrEqual(before.size);
    expect(await chunksAt(target)).toEqual(complete);
    await expectEqual(source, target);
    expect(await (await open(target)).hierarchy.store.get(journalKey(""))).toBeUndefined();
  });

  it("and what the journal proves is not even read", async () => {
    for (const from of ["directory", "archive", "server"] as const) {
      const source = await sources[from]();
      const target = targets.directory();
      await interrupted(source, target, {}, 20);
      const before = (await chunksAt(target)).size;
      const { report, read } = await resumed(source, target);
      expect([report.kept, report.compared < before]).toEqual([before, true]);
      expect(read.length).toBeLessThanOrEqual(56 - (before - report.compared));
    }
  });

  it("without a journal, by comparing bytes", async () => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await interrupted(source, target, {}, 9);
    rmSync(join(target, journalKey("")));
    const before = (await chunksAt(target)).size;
    expect((await resumed(source, target)).report).toMatchObject({ kept: before, compared: before });
  });

  it.each(["{", '{"version":1,"source":"elsewhere::","arrays":{}}', '{"version":9}', "null"])(
    "with a journal that is none: %s",
    async (text) => {
      const [source, target] = [await sources.directory(), targets.directory()];
      await interrupted(source, target, {}, 9);
      writeFileSync(join(target, journalKey("")), text);
      const before = (await chunksAt(target)).size;
      expect((await resumed(source, target)).report).toMatchObject({ kept: before, compared: before });
    },
  );

  it("with nothing there yet, and with everything", async () => {
    const [source, target] = [await sources.directory(), targets.directory()];
    expect((await resumed(source, target)).report).toMatchObject({ kept: 0, passed: 36 });
    const { report, written } = await resumed(source, target);
    expect([report.kept, report.passed, written]).toEqual([36, 0, []]);
  });

  it("before all documents were written", async () => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await copy(source, target, { format: "zarr2" });
    for (const key of ["deep/b/.zarray", "deep/b/.zattrs", "a/.zattrs"]) rmSync(join(target, key));
    rmSync(join(target, "deep/b/7"));
    expect((await resumed(source, target)).written).toEqual(["deep/b/7"]);
    await expectEqual(source, target);
  });

  it("into a group of a hierarchy that holds other things", async () => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await create(`${target}::other`, { data: [1, 2, 3], dtype: "int8" });
    await interrupted(source, target, { path: "in/here" }, 5);
    const { written } = await resumed(source, target, { path: "in/here" });
    expect(written.length).toBeGreaterThan(20);
    await expectEqual(source, `${target}::in/here`);
    expect((await openArray(`${target}::other`)).shape).toEqual([3]);
  });

  it("where a chunk of the target was lost in between", async () => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await interrupted(source, target, {}, 30);
    rmSync(join(target, "a/c/0/1"));
    const { written } = await resumed(source, target);
    expect(written).toContain("a/c/0/1");
    await expectEqual(source, target);
  });

  it("with a lossy codec that is not verified", async () => {
    const source = await sources.directory();
    const options = { path: "", codecs: [{ name: "numcodecs.quantize", configuration: { digits: 1, dtype: "<f8" } }] };
    const [target, whole] = [targets.directory(), targets.directory()];
    await copy(`${source}::deep/b`, whole, { ...options, verify: false });
    await interrupted(`${source}::deep/b`, target, { ...options, verify: false }, 4);
    rmSync(join(target, journalKey("")), { force: true });
    await copy(`${source}::deep/b`, target, { ...options, verify: false, resume: true });
    expect(await chunksAt(target)).toEqual(await chunksAt(whole));
  });
});

describe("two states of the source are never mixed", () => {
  const refused = async (copying: Promise<unknown>, message: RegExp): Promise<void> => {
    const error = await copying.catch((reason: unknown) => reason);
    expect(isHyperslabError(error, "exists") && error.hint).toContain("--overwrite");
    expect(String(error)).toMatch(message);
  };

  it.each(Object.keys(ways))("a chunk that was copied has changed: %s", async (way) => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await interrupted(source, target, ways[way]!, 12);
    const before = await chunksAt(target);
    await (await openArray(source, { path: "a" })).write([0, 0], 77);
    await refused(copy(source, target, { ...ways[way], resume: true }), /differs from the source .*chunk 0/);
    expect([...before].every(([key]) => existsSync(join(target, key)))).toBe(true);
    await copy(source, target, { ...ways[way], overwrite: true });
    await expectEqual(source, target);
  });

  it("a chunk of a server has changed", async () => {
    const [source, target] = [await sources.server(), targets.directory()];
    await interrupted(source, target, {}, 12);
    const key = `${source.slice(server.origin.length + 1)}/a/c/0/0`;
    server.values.set(key, Uint8Array.from(server.values.get(key)!).fill(1, 20, 21));
    await refused(copy(source, target, { resume: true }), /differs from the source/);
  });

  it("a chunk has vanished from the source", async () => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await interrupted(source, target, {}, 12);
    rmSync(join(source, "a/c/0/0"));
    await refused(copy(source, target, { resume: true }), /differs from the source/);
  });

  it("a chunk of the target has changed, though not its length", async () => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await interrupted(source, target, {}, 20);
    const file = join(target, "a/c/0/0");
    writeFileSync(file, readFileSync(file).fill(0, 15, 16));
    await refused(copy(source, target, { resume: true }), /differs from the source/);
  });

  it("a chunk that was not copied yet may change, and one that was may be touched", async () => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await interrupted(source, target, {}, 5);
    await (await openArray(source, { path: "deep/b" })).write(["60:"], 9);
    utimesSync(join(source, "a/c/0/0"), new Date(), new Date(statSync(join(source, "a/c/0/0")).mtimeMs + 5000));
    expect((await resumed(source, target)).report.compared).toBeGreaterThan(0);
    await expectEqual(source, target);
  });

  it.each<[string, (source: string) => Promise<unknown>, RegExp]>([
    [
      "attributes",
      async (source) => (await open(`${source}::deep/b`)).setAttributes({ units: "C" }),
      /attributes differ/,
    ],
    ["shape", async (source) => (await openArray(`${source}::a`)).resize([50, 10]), /the shape is \[40,10\], not/],
    [
      "type",
      (source) => create(`${source}::a`, { shape: [40, 10], dtype: "int16", overwrite: true }),
      /data type is int32/,
    ],
    ["a node less", async (source) => rmSync(join(source, "deep"), { recursive: true }), /no such node/],
  ])("metadata of the source have changed: %s", async (_, change, message) => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await interrupted(source, target, {}, 30);
    await change(source);
    await refused(copy(source, target, { resume: true }), message);
  });

  it("a node more is copied", async () => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await interrupted(source, target, {}, 5);
    await create(`${source}::more`, { data: [1, 2], dtype: "int8" });
    await copy(source, target, { resume: true });
    expect((await (await openArray(`${target}::more`)).read()).data).toEqual(Int8Array.of(1, 2));
  });

  it.each<[CopyOptions, RegExp]>([
    [{ chunks: { n: 5 } }, /other lengths/],
    [{ codecs: ["zstd"] }, /codecs differ/],
    [{ format: "zarr2" }, /hierarchy already/],
  ])("other options: %o", async (options, message) => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await interrupted(source, target, {}, 5);
    await expect(copy(source, target, { ...options, resume: true })).rejects.toThrow(message);
  });
});

describe("asking for it", () => {
  it("excludes overwriting", async () => {
    await expect(copy("a", "b", { resume: true, overwrite: true })).rejects.toThrow(/not both/);
  });

  it("is what the error of a plain second run speaks of", async () => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await interrupted(source, target, {}, 5);
    await expect(copy(source, target)).rejects.toThrow(/interrupted.*--resume/);
    await copy(source, target, { resume: true });
    const error = await copy(source, target).catch(String);
    expect(error).not.toContain("--resume");
  });

  it("leaves nothing of its own behind", async () => {
    const [source, target] = [await sources.directory(), targets.directory()];
    await interrupted(source, target, {}, 5);
    expect(existsSync(join(target, journalKey("")))).toBe(true);
    await copy(source, target, { resume: true });
    const names = readdirSync(target, { recursive: true }).map(String);
    expect(names.filter((name) => /hyperslab|partial/.test(name))).toEqual([]);
  });
});
