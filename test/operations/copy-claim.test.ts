/** The target of a copy belongs to one copy from its first byte to its last, and says so until it is complete. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { markerKey } from "../../src/dataset/open/unfinished.ts";
import {
  type CopyOptions,
  copy,
  create,
  dump,
  info,
  isHyperslabError,
  memoryStore,
  open,
  openArray,
  type Store,
  tree,
} from "../../src/index.ts";
import { printMarker } from "../../src/operations/copy/journal.ts";
import type { CopyOwner } from "../../src/operations/copy/owner.ts";
import { newOwner } from "../../src/stores/file/owner.ts";
import { withTrace } from "../../src/stores/wrappers/with-trace.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-claim-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const fresh = (name: string): string => join(folder, `${++count}-${name}`);

type Values = Map<string, Uint8Array>;

async function filled(value: number, options: { codecs?: ["gzip"] } = {}): Promise<Values> {
  const map: Values = new Map();
  await create(map, { data: new Int32Array(64).fill(value), chunks: [4], codecs: [], ...options });
  return map;
}

/** A store whose chunks from `c/9` on wait until the gate is opened; `reached` resolves when one of them is asked for. */
function gated(values: Values): { readonly store: Store; readonly reached: Promise<void>; open(): void } {
  const store = memoryStore(values);
  let reach = (): void => {};
  let release = (): void => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const get: Store["get"] = async (key, options) => {
    if (key === "c/9") {
      reach();
      await gate;
    }
    return store.get(key, options);
  };
  return { store: { ...store, get }, reached, open: release };
}

/** Every value that occurs there. */
async function valuesAt(target: string | Store): Promise<readonly number[]> {
  const { data } = await (await openArray(target, { dtype: "int32" })).read();
  return [...new Set(data)];
}

const places: Readonly<Record<string, () => string | Store>> = {
  directory: () => fresh("target.zarr"),
  archive: () => fresh("target.zip"),
  memory: () => memoryStore(),
  named: () => `memory:claimed-${++count}`,
};

describe.each(Object.keys(places))("two copies to one target: %s", (kind) => {
  it.each<[string, CopyOptions]>([
    ["passed through", {}],
    ["encoded anew", { chunks: [5], codecs: ["gzip"] }],
  ])("the second is refused while the first runs, %s", async (_, options) => {
    const target = places[kind]!();
    const first = gated(await filled(1));
    const second = await filled(2);
    const copying = copy(first.store, target, { ...options, concurrency: 1 });
    await first.reached;
    for (const way of [{}, { overwrite: true }, { resume: true }]) {
      const refused = await copy(second, target, { ...options, ...way }).catch((error: unknown) => error);
      // What differs in the documents is refused before anyone asks whose they are; so is what an archive holds unflushed.
      const isBefore = way.resume === true || kind === "archive";
      const codes = isBefore ? ["not-allowed", "exists"] : ["not-allowed"];
      expect(codes).toContain(isHyperslabError(refused) && refused.code);
    }
    first.open();
    expect(await copying).toMatchObject({ verified: true });
    expect(await valuesAt(target)).toEqual([1]);
  });

  it("begun at once: one of them ends, and the target is its own", async () => {
    const target = places[kind]!();
    const sources = [await filled(1), await filled(2), await filled(3)];
    const ends = await Promise.allSettled(sources.map((source) => copy(source, target)));
    const done = ends.flatMap(({ status }, index) => (status === "fulfilled" ? [index + 1] : []));
    expect(done).toHaveLength(1);
    expect(await valuesAt(target)).toEqual(done);
  });
});

describe("the marker", () => {
  it.each([{}, { overwrite: true }])("is written before everything else and deleted after it: %o", async (options) => {
    const target = fresh("target.zarr");
    if (options.overwrite === true) await create(target, { data: [1, 2, 3], dtype: "int8" });
    const seen: string[] = [];
    const onRequest = ({ operation, key }: { operation: string; key: string }): void => {
      if (["set", "delete", "deletePrefix"].includes(operation)) seen.push(`${operation} ${key}`);
    };
    await copy(await filled(1), target, { ...options, store: { onRequest } });
    expect([seen[0], seen.at(-1)]).toEqual([`set ${markerKey("")}`, `delete ${markerKey("")}`]);
    // What was there before is deleted while the marker is there.
    const deleted = seen.indexOf("delete c/0");
    const documents = seen.indexOf("delete zarr.json");
    if (options.overwrite === true) expect([documents > 0, documents < deleted]).toEqual([true, true]);
    expect(readdirSync(target).sort()).toEqual(["c", "zarr.json"]);
  });

  it("is of no interest to a copy that is refused: nothing is written", async () => {
    const target = fresh("target.zarr");
    await create(target, { data: [1, 2, 3], dtype: "int8" });
    const seen: string[] = [];
    const onRequest = ({ operation }: { operation: string }): void => void seen.push(operation);
    await expect(copy(await filled(1), target, { store: { onRequest } })).rejects.toThrow(/already/);
    expect(seen.filter((operation) => operation === "set" || operation === "delete")).toEqual([]);
  });

  it("of a copy that another has taken over lets the first fail", async () => {
    const target = memoryStore();
    const first = gated(await filled(1));
    const copying = copy(first.store, target, { concurrency: 1 });
    await first.reached;
    const other = printMarker({ source: "s", owner: dead(), renewed: 0, arrays: new Map() });
    await target.set!(markerKey(""), other);
    first.open();
    await expect(copying).rejects.toThrow(/taken over/);
    expect(await target.get(markerKey(""))).toEqual(other);
  });
});

/** An owner that has this number on this machine no more. */
function dead(owner: Partial<CopyOwner> = {}): CopyOwner {
  return { realm: "another", token: "another", process: 2 ** 22 + 1, host: hostname(), started: "1", ...owner };
}

describe("whose marker is found", () => {
  it.each<[string, CopyOwner | undefined, number, boolean]>([
    ["nobody's: the copy ended by itself", undefined, 0, true],
    ["a process that no longer runs", dead(), Date.now(), true],
    ["a process whose number another one has now", dead({ process: process.pid }), Date.now(), true],
    ["this very process, another realm", dead({ process: process.pid, started: ownStart() }), 0, false],
    ["another machine, lately", dead({ host: "elsewhere" }), Date.now(), false],
    ["another machine, long ago", dead({ host: "elsewhere" }), Date.now() - 3_600_000, true],
  ])("%s", async (_, owner, renewed, mayTakeOver) => {
    const source = await filled(1);
    for (const way of [{ resume: true }, { overwrite: true }]) {
      const target = memoryStore();
      await target.set!(markerKey(""), printMarker({ source: "s", owner, renewed, arrays: new Map() }));
      if (mayTakeOver) {
        await expect(copy(source, target)).rejects.toThrow(/interrupted.*--resume/);
        expect(await copy(source, target, way)).toMatchObject({ verified: true });
        expect(await target.get(markerKey(""))).toBeUndefined();
      } else await expect(copy(source, target, way)).rejects.toThrow(/in progress/);
    }
  });
});

function ownStart(): string {
  const stat = existsSync("/proc/self/stat") ? readFileSync("/proc/self/stat", "utf8") : "";
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}

async function linesOf(lines: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

/** Copies until a chunk is there. */
async function half(target: string, options: CopyOptions = {}): Promise<Values> {
  const source = await filled(7);
  const controller = new AbortController();
  const onRequest = ({ operation, key }: { operation: string; key: string }): void => {
    if (operation === "set" && key.includes("c/")) controller.abort();
  };
  const copying = copy(source, target, {
    ...options,
    concurrency: 1,
    signal: controller.signal,
    store: { onRequest },
  });
  await expect(copying).rejects.toThrow(/abort/i);
  return source;
}

describe.each(["target.zarr", "target.zip"])("an unfinished target, %s", (name) => {
  it("is reported by open, info, tree and dump, until it is finished", async () => {
    const target = fresh(name);
    const source = await half(target);
    expect((await open(target)).hierarchy.notes.map(({ message }) => message)).toEqual([
      expect.stringContaining("not finished"),
    ]);
    for (const opened of [open, openArray]) {
      await expect(opened(target, { complete: true })).rejects.toThrow(/not finished.*--resume/s);
    }
    expect((await info(target)).notes).toHaveLength(1);
    expect((await tree(target)).unfinished).toHaveLength(1);
    expect((await linesOf(dump(target)))[0]).toContain("not finished");
    const json = (await linesOf(dump(target, { as: "json" }))).join("\n");
    expect(JSON.parse(json).unfinished).toHaveLength(1);
    await expect(copy(source, target)).rejects.toThrow(/interrupted.*--resume/);
    await copy(source, target, { resume: true });
    expect((await open(target, { complete: true })).hierarchy.notes).toEqual([]);
    expect((await tree(target)).unfinished).toEqual([]);
    expect((await linesOf(dump(target)))[0]).toMatch(/^netcdf/);
  });
});

it("an unfinished target is reported for nodes inside it, and for a copy into a group", async () => {
  const target = fresh("target.zarr");
  await create(target, {});
  await half(target, { path: "in/here" });
  expect((await open(target)).hierarchy.notes).toEqual([]);
  expect((await open(`${target}::in/here`)).hierarchy.notes).toHaveLength(1);
  await expect(open(target, { path: "in/here", complete: true })).rejects.toThrow(/not finished/);
  const root = await open(target);
  await expect(open(root, { path: "in/here", complete: true })).rejects.toThrow(/not finished/);
});

it("a target without a node yet is reported as unfinished", async () => {
  const target = fresh("target.zarr");
  mkdirSync(target);
  writeFileSync(
    join(target, markerKey("")),
    printMarker({ source: "s", owner: dead(), renewed: 0, arrays: new Map() }),
  );
  await expect(open(target)).rejects.toThrow(/started but not finished.*--resume/s);
});

it("a remote store is checked for markers only by commands that show them, and on request", async () => {
  const keys: string[] = [];
  const far = { ...withTrace(memoryStore(await filled(1)), ({ key }) => keys.push(key)), concurrency: 16 };
  await open(far);
  expect(keys).not.toContain(markerKey(""));
  await open(far, { complete: true });
  await info(far);
  expect(keys.filter((key) => key === markerKey(""))).toHaveLength(2);
});

it("what killed writers left does not outlive a copy that goes on", async () => {
  const target = fresh("target.zarr");
  const source = await half(target);
  for (const name of [".zarr.json.0123456789ab-1.partial", "c/.3.0123456789ab-2.partial"]) {
    writeFileSync(join(target, name), "half");
  }
  await copy(source, target, { resume: true });
  const names = readdirSync(target, { recursive: true }).map(String);
  expect(names.filter((name) => /partial|hyperslab|lock/.test(name))).toEqual([]);
});

it("neither does what they left of locks; what a living process has stays", async () => {
  const target = fresh("target.zarr");
  const source = await half(target);
  const [draft, claim, living, empty] = ["d1", "d1.d2", "d3", "d4"].map(
    (token) => `.hyperslab-lock.${token}.000000000000-0.partial`,
  );
  mkdirSync(join(target, "c"), { recursive: true });
  for (const name of [draft, claim, `c/${draft}`]) writeFileSync(join(target, name!), JSON.stringify(dead()));
  writeFileSync(join(target, living!), JSON.stringify(newOwner()));
  // Its process was killed between creating and writing it.
  writeFileSync(join(target, empty!), "");
  utimesSync(join(target, empty!), 0, 0);
  await copy(source, target, { resume: true });
  const names = readdirSync(target, { recursive: true }).map(String);
  expect(names.filter((name) => /partial|hyperslab|lock/.test(name))).toEqual([living]);
});

it("a copy that is refused leaves no marker at a target that another has finished meanwhile", async () => {
  const [source, target] = [gated(await filled(1)), memoryStore()];
  const first = copy(source.store, target);
  await source.reached;
  // The second copy sees the marker of the first, which ends before the second can claim the target.
  const lock: Store["lock"] = async (options) => {
    source.open();
    await first;
    return target.lock?.(options);
  };
  await expect(copy(await filled(2), { ...target, lock })).rejects.toMatchObject({ code: "exists" });
  expect(await target.get(markerKey(""))).toBeUndefined();
  expect(await valuesAt(target)).toEqual([1]);
});
