/** Symbolic links never lead out of a directory store, whatever is asked and whenever they appear. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { isHyperslabError } from "../../src/errors.ts";
import { fileStore } from "../../src/stores/file/file-store.ts";
import type { Store } from "../../src/stores/store.ts";
import { bytes, keysOf, pattern } from "../contracts/store-contract.ts";

const base = mkdtempSync(join(tmpdir(), "hyperslab-link-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let root = "";
let outside = "";
let store: Store;
let count = 0;

beforeEach(async () => {
  root = join(base, `${++count}`, "root");
  outside = join(base, `${count}`, "root-outside");
  mkdirSync(join(outside, "sub"), { recursive: true });
  writeFileSync(join(outside, "secret"), "secret");
  writeFileSync(join(outside, "sub/deep"), "deep");
  store = fileStore(root);
  await store.set!("own/value", bytes(1));
});

async function codeOf(run: () => unknown): Promise<string> {
  try {
    await run();
  } catch (error) {
    return isHyperslabError(error) ? error.code : String(error);
  }
  return "no error";
}

function expectOutsideUntouched(): void {
  expect(readdirSync(outside)).toEqual(["secret", "sub"]);
  expect(readdirSync(join(outside, "sub"))).toEqual(["deep"]);
  expect(readFileSync(join(outside, "secret"), "utf8")).toBe("secret");
}

describe("a link to a file outside", () => {
  beforeEach(() => symlinkSync(join(outside, "secret"), join(root, "own/link")));

  test("is not read, located or listed", async () => {
    expect(await codeOf(() => store.get("own/link"))).toBe("not-allowed");
    expect(await codeOf(() => store.get("own/link", { range: { suffix: 1 } }))).toBe("not-allowed");
    expect(await codeOf(() => store.head!("own/link"))).toBe("not-allowed");
    expect(await codeOf(() => store.locate!("own/link"))).toBe("not-allowed");
    expect(await keysOf(store, "")).toEqual(["own/value"]);
    expect(await store.listDirectory!("own")).toEqual({ keys: ["value"], prefixes: [] });
  });

  test("is replaced and deleted itself, not what it points to", async () => {
    await store.set!("own/link", bytes(2));
    expect(await store.get("own/link")).toEqual(bytes(2));
    expectOutsideUntouched();
    symlinkSync(join(outside, "secret"), join(root, "own/other"));
    await store.delete!("own/other");
    expect(readdirSync(join(root, "own"))).toEqual(["link", "value"]);
    expectOutsideUntouched();
  });
});

describe("a link to a directory outside", () => {
  beforeEach(() => symlinkSync(outside, join(root, "link")));

  const requests: readonly [string, () => unknown][] = [
    ["get", () => store.get("link/secret")],
    ["get deeper", () => store.get("link/sub/deep")],
    ["head", () => store.head!("link/secret")],
    ["locate", () => store.locate!("link/secret")],
    ["list", () => keysOf(store, "link")],
    ["list deeper", () => keysOf(store, "link/sub")],
    ["listDirectory", () => store.listDirectory!("link")],
    ["set", () => store.set!("link/secret", bytes(2))],
    ["set a large value", () => store.set!("link/new", pattern(200_000))],
    ["set in a new directory", () => store.set!("link/new/far/below", bytes(2))],
    ["delete", () => store.delete!("link/secret")],
    ["deletePrefix", () => store.deletePrefix!("link")],
    ["deletePrefix deeper", () => store.deletePrefix!("link/sub")],
    ["rename from", () => store.rename!("link/sub", "stolen")],
    ["rename to", () => store.rename!("own", "link/gift")],
    ["rename to deeper", () => store.rename!("own", "link/new/gift")],
  ];
  test.each(requests)("%s is refused", async (_, run) => {
    expect(await codeOf(run)).toBe("not-allowed");
    expectOutsideUntouched();
    expect(await store.get("own/value")).toEqual(bytes(1));
  });

  test("is not descended into, and goes with what holds it", async () => {
    expect(await keysOf(store, "")).toEqual(["own/value"]);
    expect(await store.listDirectory!("")).toEqual({ keys: [], prefixes: ["own"] });
    symlinkSync(outside, join(root, "own/link"));
    await store.deletePrefix!("own");
    expect(existsSync(join(root, "own"))).toBe(false);
    await store.deletePrefix!("");
    expect(readdirSync(root)).toEqual([]);
    expectOutsideUntouched();
  });
});

test("a directory that is swapped for a link later is refused", async () => {
  await store.set!("own/secret", bytes(3));
  expect(await store.get("own/secret")).toEqual(bytes(3));
  renameSync(join(root, "own"), join(root, "moved"));
  symlinkSync(outside, join(root, "own"));
  await wait(20);
  expect(await codeOf(() => store.get("own/secret"))).toBe("not-allowed");
  expect(await codeOf(() => store.set!("own/secret", bytes(4)))).toBe("not-allowed");
  expect(await codeOf(() => store.delete!("own/secret"))).toBe("not-allowed");
  expect(await codeOf(() => keysOf(store, "own"))).toBe("not-allowed");
  expectOutsideUntouched();
});

test("a file that is swapped for a link is refused at once", async () => {
  expect(await store.get("own/value")).toEqual(bytes(1));
  rmSync(join(root, "own/value"));
  symlinkSync(join(outside, "secret"), join(root, "own/value"));
  expect(await codeOf(() => store.get("own/value"))).toBe("not-allowed");
  expect(await codeOf(() => store.locate!("own/value"))).toBe("not-allowed");
});

test.each([
  ["inside", "left out", "no error"],
  ["outside", "refused", "not-allowed"],
])("a directory that becomes a link to the %s while it is listed is %s", async (where, _, code) => {
  await store.set!("a/first", bytes(1));
  const target = where === "inside" ? join(root, "a") : outside;
  const seen: string[] = [];
  const outcome = await codeOf(async () => {
    for await (const { key } of store.list!("")) {
      seen.push(key);
      rmSync(join(root, "own"), { recursive: true });
      symlinkSync(target, join(root, "own"));
      await wait(20);
    }
  });
  expect(outcome).toBe(code);
  expect(seen).toEqual(["a/first"]);
});

describe("links inside the root", () => {
  beforeEach(() => {
    symlinkSync("value", join(root, "own/alias"));
    symlinkSync("own", join(root, "same"));
    symlinkSync("..", join(root, "own/cycle"));
    symlinkSync("nowhere", join(root, "own/dangling"));
    symlinkSync("loop", join(root, "own/loop"));
  });

  test("are read through", async () => {
    for (const key of ["own/alias", "same/value", "same/alias", "own/cycle/own/value"]) {
      expect(await store.get(key)).toEqual(bytes(1));
      expect((await store.head!(key))?.size).toBe(1);
      expect(readFileSync(store.locate!(key)!)).toEqual(Buffer.from([1]));
    }
    expect(await store.get("own/dangling")).toBeUndefined();
    expect(await store.get("same")).toBeUndefined();
  });

  test("are listed if they are files, and never descended into", async () => {
    expect(await keysOf(store, "")).toEqual(["own/alias", "own/value"]);
    expect(await keysOf(store, "same")).toEqual(["same/alias", "same/value"]);
    expect(await store.listDirectory!("")).toEqual({ keys: [], prefixes: ["own"] });
  });

  test("a loop is no file, and no hindrance", async () => {
    expect(await codeOf(() => store.get("own/loop"))).toBe("io");
    expect(await store.get("own/value")).toEqual(bytes(1));
  });

  test("are not deleted or moved through", async () => {
    expect(await codeOf(() => store.deletePrefix!("same"))).toBe("not-allowed");
    expect(await codeOf(() => store.deletePrefix!("own/cycle/own"))).toBe("not-allowed");
    expect(await codeOf(() => store.rename!("same", "other"))).toBe("not-allowed");
    expect(await store.get("own/value")).toEqual(bytes(1));
  });
});

test("the root itself may be a link, and may be moved under the store's feet", async () => {
  const alias = join(base, `${count}`, "alias");
  symlinkSync(root, alias);
  const linked = fileStore(alias);
  expect(await linked.get("own/value")).toEqual(bytes(1));
  await linked.set!("own/new", bytes(2));
  expect(await keysOf(linked, "")).toEqual(["own/new", "own/value"]);
  await linked.deletePrefix!("own");
  expect(readdirSync(root)).toEqual([]);
  rmSync(alias);
  symlinkSync(outside, alias);
  await wait(20);
  expect(await linked.get("sub/deep")).toEqual(new Uint8Array(Buffer.from("deep")));
});
