/** What was read, kept in files: for the next program, shared by several, never torn, never stale, never too much. */
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isHyperslabError } from "../../src/errors.ts";
import { httpStore } from "../../src/stores/http/http-store.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import type { Store } from "../../src/stores/store.ts";
import { type CacheOptions, withCache } from "../../src/stores/wrappers/with-cache.ts";
import type { StoreRequest } from "../../src/stores/wrappers/with-trace.ts";
import { pattern } from "../contracts/store-contract.ts";
import { has } from "../programs.ts";
import { objectServer } from "./object-server.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "hyperslab-cache-"));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(directory, { recursive: true, force: true });
});

/** A store with versions that can be changed, and what it was asked. */
function versioned(value: Uint8Array): {
  readonly store: Store;
  readonly asked: string[];
  change(value: Uint8Array, validator?: string): void;
} {
  const asked: string[] = [];
  let current = { value, validator: "v1" as string | undefined };
  const memory = memoryStore();
  const store: Store = {
    location: "versioned",
    get: async (key, options = {}) => {
      asked.push(`get ${key} ${JSON.stringify(options.range ?? "")}`);
      if (key === "absent") return undefined;
      if (options.version !== undefined && current.validator !== undefined) {
        options.version.validator ??= current.validator;
      }
      await memory.set!(key, current.value);
      return memory.get(key, { range: options.range });
    },
    head: async (key) => {
      asked.push(`head ${key}`);
      const { validator } = current;
      return { size: current.value.byteLength, ...(validator === undefined ? {} : { validator }) };
    },
    set: async (_, next) => {
      current = { value: next, validator: `${current.validator}+` };
    },
  };
  return { store, asked, change: (next, validator) => void (current = { value: next, validator }) };
}

const files = (): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const cached = (store: Store, options: CacheOptions = {}): Store => withCache(store, { directory, ...options });

describe("the next program", () => {
  test("reads whole values and parts from files, and requests nothing while they are fresh", async () => {
    const { store, asked } = versioned(pattern(100));
    for (const range of [undefined, { offset: 3, length: 5 }, { suffix: 7 }]) {
      expect(await cached(store).get("a/b", { range })).toEqual(await store.get("a/b", { range }));
    }
    asked.length = 0;
    const next = cached(store, { bytes: 0 });
    expect(await next.get("a/b")).toEqual(pattern(100));
    expect(await next.get("a/b", { range: { offset: 3, length: 5 } })).toEqual(pattern(100).slice(3, 8));
    expect(await next.get("a/b", { range: { suffix: 7 } })).toEqual(pattern(100).slice(-7));
    expect(asked).toEqual([]);
    expect(await next.get("a/b", { range: { suffix: 8 } })).toEqual(pattern(100).slice(-8));
    expect(asked).toHaveLength(1);
  });

  test("revalidates stale objects once each, and rereads what has changed", async () => {
    const { store, asked, change } = versioned(pattern(100));
    const parts = [0, 10, 20].map((offset) => ({ offset, length: 5 }));
    for (const range of parts) await cached(store).get("a", { range });
    const old = new Date(Date.now() - 100_000);
    for (const file of files()) utimesSync(file, old, old);
    asked.length = 0;
    const next = cached(store);
    await Promise.all(parts.map((range) => next.get("a", { range })));
    expect(asked).toEqual(["head a"]);
    expect(files().every((file) => statSync(file).mtimeMs > Date.now() - 50_000)).toBe(true);
    for (const file of files()) utimesSync(file, old, old);
    change(pattern(100, 9), "v2");
    asked.length = 0;
    const later = cached(store);
    expect(await later.get("a", { range: parts[1] })).toEqual(pattern(100, 9).slice(10, 15));
    expect(asked).toEqual(["head a", 'get a {"offset":10,"length":5}']);
    expect(await later.get("a", { range: parts[0] })).toEqual(pattern(100, 9).slice(0, 5));
  });

  test("keeps nothing that has no version, and no absence", async () => {
    const { store, change } = versioned(pattern(10));
    change(pattern(10), undefined);
    await cached(store).get("a");
    change(pattern(10), "size 10");
    await cached(store).get("b");
    await cached(store).get("absent");
    expect(files()).toEqual([]);
  });

  test("is tied to the version that its caller has", async () => {
    const { store, change } = versioned(pattern(10));
    await cached(store).get("a");
    change(pattern(10, 1), "v2");
    const error = await cached(store)
      .get("a", { version: { validator: "v2" } })
      .catch((caught: unknown) => caught);
    // The file is of the old version; a caller that has seen the new one gets no mixture.
    expect(isHyperslabError(error, "invalid-data") && error.request?.kind).toBe("changed");
  });
});

test("stores that share a directory are distinguished by their address", async () => {
  const [one, two] = [versioned(pattern(10, 1)), versioned(pattern(10, 2))];
  expect(await cached(one.store, { identity: "one" }).get("a")).toEqual(pattern(10, 1));
  expect(await cached(two.store, { identity: "two" }).get("a")).toEqual(pattern(10, 2));
  expect(await cached(one.store, { identity: "one" }).get("a")).toEqual(pattern(10, 1));
});

test("a write through the store is seen at once, whatever the files say", async () => {
  const { store } = versioned(pattern(10));
  const kept = cached(store, { bytes: 0 });
  await kept.get("a");
  await new Promise((resolve) => setTimeout(resolve, 5));
  await kept.set!("a", pattern(10, 3));
  expect(await kept.get("a")).toEqual(pattern(10, 3));
});

/** A named pipe, into which nobody writes. */
function makePipe(path: string, removed: string = path): void {
  rmSync(removed);
  execFileSync("mkfifo", [path]);
}

test("a directory in the place of a file is left alone, and the store is asked", async () => {
  const { store, asked } = versioned(pattern(10));
  await cached(store).get("a");
  const [file = ""] = files();
  rmSync(file);
  mkdirSync(file);
  asked.length = 0;
  for (let i = 0; i < 2; i++) expect(await cached(store).get("a")).toEqual(pattern(10));
  expect(asked).toHaveLength(2);
});

test.skipIf(!has("mkfifo"))("pipes in the places of directories are not waited for", async () => {
  const { store } = versioned(pattern(10));
  await cached(store).get("a");
  const [group = ""] = readdirSync(directory);
  rmSync(join(directory, group), { recursive: true });
  execFileSync("mkfifo", [join(directory, group)]);
  expect(await cached(store).get("a")).toEqual(pattern(10));
});

describe("files that are broken", () => {
  test.each<[string, (file: string) => void]>([
    ["cut", (file) => truncateSync(file, statSync(file).size - 1)],
    ["empty", (file) => truncateSync(file, 0)],
    ["cut in its head", (file) => truncateSync(file, 20)],
    ["longer", (file) => writeFileSync(file, "x", { flag: "a" })],
    ["another's", (file) => writeFileSync(file, "something else altogether, and long enough to be a head of ours")],
    [
      "changed in one bit",
      (file) => {
        const content = readFileSync(file);
        content[content.length - 1]! ^= 1;
        writeFileSync(file, content);
      },
    ],
    [
      "a link to a device that never ends",
      (file) => {
        rmSync(file);
        symlinkSync("/dev/zero", file);
      },
    ],
  ])("%s: it is read anew, and mended", (_, damage) => expectMended(damage));

  test.skipIf(!has("mkfifo")).each<[string, (file: string) => void]>([
    ["a pipe", (file) => makePipe(file)],
    [
      "a link to a pipe",
      (file) => {
        makePipe(join(directory, "pipe"), file);
        symlinkSync(join(directory, "pipe"), file);
      },
    ],
  ])("%s: it is read anew, and mended", (_, damage) => expectMended(damage));

  async function expectMended(damage: (file: string) => void): Promise<void> {
    const { store, asked } = versioned(pattern(1000));
    await cached(store).get("a");
    damage(files()[0]!);
    asked.length = 0;
    expect(await cached(store).get("a")).toEqual(pattern(1000));
    expect(await cached(store).get("a")).toEqual(pattern(1000));
    expect(asked).toHaveLength(1);
  }
});

describe("its size", () => {
  test("is bounded, and what was used last stays", async () => {
    const { store, asked } = versioned(pattern(1000));
    const options = { bytes: 0, directoryBytes: 10_000 };
    for (let i = 0; i < 30; i++) {
      await cached(store, options).get(`k${i}`);
      // Times of access are set by hand: tests are quicker than clocks.
      for (const [at, file] of files().entries()) utimesSync(file, new Date(Date.now() - 1000 + at), new Date());
      expect(files().reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThanOrEqual(11_100);
    }
    expect(files().length).toBeGreaterThan(4);
    asked.length = 0;
    await cached(store, options).get("k29");
    expect(asked).toEqual([]);
  });

  test("leaves out what alone is too large", async () => {
    const { store } = versioned(pattern(1000));
    await cached(store, { directoryBytes: 500 }).get("a");
    expect(files()).toEqual([]);
  });

  test("counts nothing of others and deletes nothing of theirs", async () => {
    const other = join(directory, "my thesis.txt");
    writeFileSync(other, new Uint8Array(50_000));
    const { store } = versioned(pattern(1000));
    for (let i = 0; i < 20; i++) await cached(store, { directoryBytes: 5000 }).get(`k${i}`);
    expect(statSync(other).size).toBe(50_000);
  });

  test("files that were begun and left behind are swept away", async () => {
    const { store } = versioned(pattern(1000));
    await cached(store).get("a");
    const [file = ""] = files();
    writeFileSync(`${file}.999-abc-1`, "left behind");
    utimesSync(`${file}.999-abc-1`, new Date(0), new Date(0));
    writeFileSync(`${file}.999-abc-2`, "under way");
    await cached(store).get("b");
    expect(files().filter((name) => basename(name).includes("."))).toEqual([`${file}.999-abc-2`]);
  });
});

test("many at once, in and out, never give another's bytes", async () => {
  const store: Store = {
    location: "many",
    get: async (key, { version } = {}) => {
      if (version !== undefined) version.validator = `v ${key}`;
      return pattern(2000, Number(key));
    },
    head: async (key) => ({ size: 2000, validator: `v ${key}` }),
  };
  const stores = Array.from({ length: 4 }, () => cached(store, { bytes: 0, directoryBytes: 20_000 }));
  await Promise.all(
    Array.from({ length: 120 }, async (_, i) => {
      const key = String((i * 7) % 23);
      expect(await stores[i % 4]!.get(key)).toEqual(pattern(2000, Number(key)));
    }),
  );
});

test("a directory that cannot be is an error; one that is full or gone costs requests alone", async () => {
  const { store } = versioned(pattern(10));
  writeFileSync(join(directory, "file"), "");
  const error = await withCache(store, { directory: join(directory, "file") })
    .get("a")
    .catch((caught: unknown) => caught);
  expect(isHyperslabError(error, "not-allowed")).toBe(true);
  const kept = cached(store, { bytes: 0 });
  await kept.get("a");
  rmSync(directory, { recursive: true });
  expect(await kept.get("a")).toEqual(pattern(10));
  expect(() => withCache(store, { directory, directoryBytes: -1 })).toThrow("0 or more");
});

test("over HTTP: the second program requests nothing, the names reveal nothing, and a trace says so", async () => {
  // Names of files are hexadecimal, so they cannot contain the key by chance.
  const server = await objectServer();
  const url = `${server.add([["hidden/0", pattern(500)]])}?token=very-secret-token`;
  const requests: StoreRequest[] = [];
  const open = (): Store => httpStore(url, { cache: { directory }, onRequest: (request) => requests.push(request) });
  const range = { offset: 10, length: 20 };
  expect(await open().get("hidden/0", { range })).toEqual(pattern(500).slice(10, 30));
  expect(await open().get("hidden/0", { range })).toEqual(pattern(500).slice(10, 30));
  expect(server.seen).toHaveLength(1);
  expect(requests.map(({ cached: isCached, bytes: count }) => [isCached, count])).toEqual([
    [false, 20],
    [true, 20],
  ]);
  const all = files().map((file) => file + readFileSync(file, "latin1"));
  expect(all.join()).not.toMatch(/secret|127\.0\.0\.1|hidden/);
  expect(files().every((file) => (statSync(file).mode & 0o077) === 0)).toBe(true);
  await server.close();
});

test("a value that was kept in the millisecond of a write is not taken for the new one", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const store = cached(versioned(pattern(10)).store);
  expect(await store.get("a")).toEqual(pattern(10));
  const [file] = files();
  utimesSync(file!, (Date.now() + 0.9) / 1000, (Date.now() + 0.9) / 1000);
  await store.set!("a", pattern(20));
  expect(await store.get("a")).toEqual(pattern(20));
});
