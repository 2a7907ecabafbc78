import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { isHyperslabError } from "../../src/errors.ts";
import { readNowOf } from "../../src/stores/direct-reads.ts";
import { fileError } from "../../src/stores/file/error.ts";
import { fileStore } from "../../src/stores/file/file-store.ts";
import { partialName } from "../../src/stores/file/partial-name.ts";
import { checkFileKey } from "../../src/stores/file/root.ts";
import { bytes, keysOf, pattern } from "../contracts/store-contract.ts";
import { has } from "../programs.ts";

const base = mkdtempSync(join(tmpdir(), "hyperslab-file-"));
let count = 0;
let root = "";
beforeEach(() => {
  root = join(base, `store ${++count}`);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => "no error",
    (caught: unknown) => caught,
  );
  return isHyperslabError(error) ? error.code : String(error);
}

describe("files", () => {
  test("are what they are called, in directories that come and go with them", async () => {
    const store = fileStore(root);
    expect(existsSync(root)).toBe(false);
    await store.set!("a/b/c", bytes(1, 2));
    expect(readFileSync(join(root, "a", "b", "c"))).toEqual(Buffer.from([1, 2]));
    expect(readdirSync(join(root, "a/b"))).toEqual(["c"]);
    await store.set!("a/d", bytes(3));
    await store.delete!("a/b/c");
    expect(readdirSync(join(root, "a"))).toEqual(["d"]);
    await store.delete!("a/d");
    expect(readdirSync(root)).toEqual([]);
  });

  test("a relative path stays where it was when the process moves", async () => {
    const old = process.cwd();
    mkdirSync(root);
    process.chdir(root);
    const store = fileStore("data");
    process.chdir(old);
    await store.set!("a", bytes(1));
    expect(store.location).toBe("data");
    expect(readFileSync(join(root, "data/a"))).toEqual(Buffer.from([1]));
  });

  test("a directory that vanished is made again", async () => {
    const store = fileStore(root);
    await store.set!("a/b", bytes(1));
    rmSync(root, { recursive: true });
    await store.set!("a/c", bytes(2));
    expect(await keysOf(store, "")).toEqual(["a/c"]);
    rmSync(root, { recursive: true });
    await store.set!("a/b/d/e", bytes(3));
    rmSync(join(root, "a/b"), { recursive: true });
    await store.set!("a/b/d/f/g", bytes(4));
    expect(await keysOf(store, "")).toEqual(["a/b/d/f/g"]);
    expect(await store.get("a/b/d/e")).toBe(undefined);
  });

  test("small and large values pass through different calls and come back alike", async () => {
    const store = fileStore(root);
    for (const length of [0, 1, 128 * 1024 - 1, 128 * 1024, 128 * 1024 + 1, 17 * 1024 * 1024]) {
      await store.set!("value", pattern(length, length));
      expect(Buffer.compare((await store.get("value"))!, pattern(length, length))).toBe(0);
      const value = await store.get("value", { range: { suffix: 128 * 1024 + 1 } });
      expect(Buffer.compare(value!, pattern(length, length).subarray(-(128 * 1024 + 1)))).toBe(0);
    }
    expect(readdirSync(root)).toEqual(["value"]);
  });

  test("values are plain Uint8Arrays of their own memory", async () => {
    const store = fileStore(root);
    await store.set!("a", bytes(1, 2, 3));
    const value = (await store.get("a"))!;
    expect(Object.getPrototypeOf(value)).toBe(Uint8Array.prototype);
    expect(value.buffer.byteLength).toBe(3);
  });

  test("the validator changes with the value, though size and time stay", async () => {
    const store = fileStore(root);
    const seen = new Set<string>();
    for (const value of [1, 2, 3]) {
      await store.set!("a", bytes(value));
      utimesSync(join(root, "a"), 1000, 1000);
      const { size, validator } = (await store.head!("a"))!;
      expect(size).toBe(1);
      expect((await store.head!("a"))!.validator).toBe(validator);
      await store.set!(`kept/${value}`, bytes());
      seen.add(validator!);
    }
    writeFileSync(join(root, "a"), bytes(4));
    seen.add((await store.head!("a"))!.validator!);
    expect(seen.size).toBeGreaterThanOrEqual(3);
  });
});

describe("what is no value", () => {
  test("leftovers of writers that died are invisible, cannot be written, and go with their directory", async () => {
    const store = fileStore(root);
    await store.set!("a/b", bytes(1));
    const leftover = partialName("b");
    writeFileSync(join(root, "a", leftover), "torn");
    mkdirSync(join(root, partialName("tree")));
    expect(leftover).toMatch(/^\.b\..*\.partial$/);
    expect(await keysOf(store, "")).toEqual(["a/b"]);
    expect(await store.listDirectory!("a")).toEqual({ keys: ["b"], prefixes: [] });
    expect(await store.listDirectory!("")).toEqual({ keys: [], prefixes: ["a"] });
    expect(await store.get(`a/${leftover}`)).toBeUndefined();
    expect(await store.head!(`a/${leftover}`)).toBeUndefined();
    expect(store.locate!(`a/${leftover}`)).toBeUndefined();
    expect(await codeOf(store.set!(`a/${leftover}`, bytes(1)))).toBe("invalid-request");
    expect(await codeOf(store.rename!("a", partialName("x")))).toBe("invalid-request");
    await store.deletePrefix!("a");
    expect(existsSync(join(root, "a"))).toBe(false);
  });

  test("names that only look like leftovers are keys", async () => {
    const store = fileStore(root);
    for (const key of [".partial", "a.partial", ".a.b.partial", `x${partialName("y")}`]) {
      await store.set!(key, bytes(1));
      expect(await store.get(key)).toEqual(bytes(1));
    }
  });

  test("a directory in place of a value, and a value in place of a directory", async () => {
    const store = fileStore(root);
    await store.set!("dir/value", bytes(1));
    expect(await store.get("dir")).toBeUndefined();
    expect(await codeOf(store.set!("dir", bytes(2)))).toBe("exists");
    expect(await codeOf(store.set!("dir", pattern(200_000)))).toBe("exists");
    expect(await codeOf(store.set!("dir/value/below", bytes(2)))).toBe("exists");
    expect(await codeOf(store.set!("dir/value/far/below", bytes(2)))).toBe("exists");
    expect(await store.get("dir/value")).toEqual(bytes(1));
    expect(readdirSync(root)).toEqual(["dir"]);
    expect(readdirSync(join(root, "dir"))).toEqual(["value"]);
  });

  test("short ones are read at once; whatever is not plain is left to the ordinary reader", async () => {
    const store = fileStore(root);
    const readNow = readNowOf(store)!;
    expect(readNow("a/b")).toBeUndefined();
    await store.set!("a/b", bytes(1, 2));
    await store.set!("a/empty", bytes());
    expect(readNow("a/b")).toEqual(bytes(1, 2));
    expect(readNow("a/.b.000000000000-0.partial")).toBeUndefined();
    expect(["a", "a/empty", "../a", "a//b"].map(readNow)).toEqual(new Array(4).fill("later"));
    symlinkSync(join(root, "a/b"), join(root, "link"));
    symlinkSync("/etc/hostname", join(root, "out"));
    expect(readNow("link")).toEqual(bytes(1, 2));
    expect(readNow("out")).toBe("later");
    if (has("mkfifo")) {
      execFileSync("mkfifo", [join(root, "pipe")]);
      expect(readNow("pipe")).toBe("later");
    }
    // A copy that counts, decrypts or traces has its own way to read.
    expect(readNowOf({ ...store })).toBeUndefined();
  });

  test.skipIf(!has("mkfifo"))("a pipe is refused without waiting for it", async () => {
    mkdirSync(root);
    execFileSync("mkfifo", [join(root, "pipe")]);
    const store = fileStore(root);
    expect(await codeOf(store.get("pipe"))).toBe("not-allowed");
    expect(await codeOf(store.head!("pipe"))).toBe("not-allowed");
    expect(await keysOf(store, "")).toEqual([]);
  });

  test("a root that is a file holds nothing", async () => {
    writeFileSync(root, "x");
    const store = fileStore(root);
    expect(await store.get("a")).toBeUndefined();
    expect(await keysOf(store, "")).toEqual([]);
    expect(await codeOf(store.set!("a", bytes(1)))).toBe("exists");
    expect(readFileSync(root, "utf8")).toBe("x");
  });
});

describe("errors", () => {
  test.each([
    ["EACCES", "not-allowed"],
    ["EPERM", "not-allowed"],
    ["EROFS", "not-allowed"],
    ["ENOSPC", "io"],
    ["EMFILE", "io"],
    ["EIO", "io"],
    ["ESTALE", "io"],
    ["ENAMETOOLONG", "invalid-request"],
    ["EXDEV", "unsupported"],
  ])("%s is %s, with its cause and place", (code, expected) => {
    const cause = Object.assign(new Error(`${code}: said the system`), { code, syscall: "open" });
    const error = fileError(cause, "the value cannot be read", { location: "data", key: "a" });
    expect(isHyperslabError(error) && [error.code, error.cause, error.place]).toEqual([
      expected,
      cause,
      { location: "data", key: "a" },
    ]);
  });

  test("what is no system error stays as it is", () => {
    const bug = new TypeError("bug");
    expect(fileError(bug, "x", {})).toBe(bug);
    const abort = new DOMException("stop", "AbortError");
    expect(fileError(abort, "x", {})).toBe(abort);
  });

  test("a name that is too long is refused, one of 255 bytes is not", async () => {
    const store = fileStore(root);
    await store.set!("x".repeat(255), bytes(1));
    await store.set!(`d/${"é".repeat(127)}`, bytes(2));
    expect(await keysOf(store, "")).toEqual([`d/${"é".repeat(127)}`, "x".repeat(255)]);
    expect(await codeOf(store.set!("x".repeat(256), bytes(1)))).toBe("invalid-request");
    expect(await codeOf(store.get("x".repeat(256)))).toBe("invalid-request");
    expect(await codeOf(store.set!(`${"x".repeat(256)}/a`, bytes(1)))).toBe("invalid-request");
    expect(readdirSync(root)).toEqual(["d", "x".repeat(255)]);
  });

  test.each([2100, 4000, 20_000])("a key of %i names is refused", async (count) => {
    const store = fileStore(root);
    const key = new Array<string>(count).fill("a").join("/");
    for (const run of [store.get, store.head!, (name: string) => store.set!(name, bytes(1)), store.delete!]) {
      await expect(run(key)).rejects.toMatchObject({
        code: "invalid-request",
        message: expect.stringContaining("the whole path is longer than the file system allows"),
      });
    }
    expect(() => readdirSync(root)).toThrow("ENOENT");
  });

  test("a key of 1000 names is written and read", async () => {
    const store = fileStore(root);
    const key = new Array<string>(1000).fill("a").join("/");
    expect(await store.get(key)).toBeUndefined();
    await store.set!(key, bytes(1));
    expect(await store.get(key)).toEqual(bytes(1));
  });

  test.each(["a\\b", "a:b", "nul", "con.txt", "COM1", "a.", "a /b", "a?", "x/\u0007"])(
    "Windows cannot hold %j",
    (key) => {
      expect(() => checkFileKey(key, "win32")).toThrow("Windows");
      checkFileKey(key, "linux");
      checkFileKey("console/a.b/c d", "win32");
    },
  );

  test("a failed write leaves the old value and nothing else", async () => {
    const store = fileStore(root);
    await store.set!("a/b", bytes(1));
    const controller = new AbortController();
    const writing = store.set!("a/b", pattern(40 * 1024 * 1024), { signal: controller.signal });
    setImmediate(() => controller.abort());
    expect(await writing.catch((error: unknown) => error)).toBe(controller.signal.reason);
    expect(await store.get("a/b")).toEqual(bytes(1));
    expect(readdirSync(join(root, "a"))).toEqual(["b"]);
  });
});

describe("turns", () => {
  test("thousands of small requests in a row let timers and signals in", async () => {
    const store = fileStore(root);
    await store.set!("a", bytes(1));
    const controller = new AbortController();
    const reason = new Error("enough");
    setTimeout(() => controller.abort(reason), 30);
    const endless = async (): Promise<void> => {
      for (;;) await store.get("a", { signal: controller.signal });
    };
    await expect(endless()).rejects.toBe(reason);
  });

  test("a large read can be aborted", async () => {
    const store = fileStore(root);
    await store.set!("a", new Uint8Array(64 * 1024 * 1024));
    const controller = new AbortController();
    const reason = new Error("enough");
    const reading = store.get("a", { signal: controller.signal });
    setImmediate(() => controller.abort(reason));
    await expect(reading).rejects.toBe(reason);
  });
});

test("files take the permissions that the process gives new files", async () => {
  const store = fileStore(root);
  await store.set!("a", bytes(1));
  const expected = join(root, "expected");
  writeFileSync(expected, "");
  expect(statSync(join(root, "a")).mode).toBe(statSync(expected).mode);
  chmodSync(join(root, "a"), 0o444);
  await store.set!("a", bytes(2));
  expect(await store.get("a")).toEqual(bytes(2));
});
