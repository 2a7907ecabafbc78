/** Files as browsers give them, on stand-ins: what goes wrong, what differs between browsers, and what `open` takes. */
import { describe, expect, test } from "vitest";
import { memoryTarget } from "../../src/bytes/source/byte-target.ts";
import { isHyperslabError } from "../../src/errors.ts";
import { create, droppedItems, open, openArray } from "../../src/index.ts";
import { blobSource } from "../../src/stores/browser/blob.ts";
import { directoryHandleStore, opfsStore } from "../../src/stores/browser/directory-store.ts";
import { fileListStore } from "../../src/stores/browser/file-list-store.ts";
import type { Store } from "../../src/stores/store.ts";
import { zipStore } from "../../src/stores/zip/zip.ts";
import { fakeFileSystem } from "./fake-handles.ts";

async function failure(run: Promise<unknown>): Promise<unknown> {
  return run.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** A store in which requests of one kind fail as a browser's would. */
function failing(request: string, name: string, options: { move?: boolean } = {}): Store {
  const before = (asked: string): void => {
    if (asked === request) throw new DOMException("said the browser", name);
  };
  return directoryHandleStore(fakeFileSystem(new Map([["a/b", Uint8Array.of(1)]]), { ...options, before }).root);
}

describe("what the browser says", () => {
  test.each([
    ["getFileHandle", "NotAllowedError", "not-allowed", "requestPermission"],
    ["getFileHandle", "SecurityError", "not-allowed", "https"],
    ["createWritable", "NotAllowedError", "not-allowed", "requestPermission"],
    ["createWritable", "NoModificationAllowedError", "not-allowed", "another writer"],
    ["write", "QuotaExceededError", "io", "persist()"],
    ["close", "AbortError", "not-allowed", "dangerous"],
    ["move", "NotAllowedError", "not-allowed", "permission"],
    ["close", "UnknownError", "io", "UnknownError, said the browser"],
  ] as const)("%s: %s while writing is %s", async (request, name, code, words) => {
    const error = await failure(failing(request, name).set!("a/b", Uint8Array.of(2)));
    expect(isHyperslabError(error, code), String(error)).toBe(true);
    expect(String(error)).toContain(words);
    expect(String(error)).toContain("fake/a/b");
  });

  test.each([
    ["getFile", "NotAllowedError", "not-allowed"],
    ["getDirectoryHandle", "SecurityError", "not-allowed"],
    ["getFile", "NotReadableError", "io"],
  ] as const)("%s: %s while reading is %s, never absence", async (request, name, code) => {
    const error = await failure(failing(request, name).get("a/b"));
    expect(isHyperslabError(error, code), String(error)).toBe(true);
    expect(String(error)).toContain("a/b");
  });

  test("a failed write leaves nothing behind, and the old value", async () => {
    for (const request of ["write", "close", "move"]) {
      let fails = true;
      const fake = fakeFileSystem(new Map([["a/b", Uint8Array.of(1)]]), {
        before: (asked) => {
          if (asked === request && fails) throw new DOMException("no", "QuotaExceededError");
        },
      });
      const store = directoryHandleStore(fake.root);
      expect(isHyperslabError(await failure(store.set!("a/b", Uint8Array.of(2))), "io")).toBe(true);
      fails = false;
      expect([request, fake.paths()]).toEqual([request, ["a/b"]]);
      expect(await store.get("a/b")).toEqual(Uint8Array.of(1));
    }
  });

  test("names that the browser refuses are no absence", async () => {
    const store = directoryHandleStore(fakeFileSystem(new Map(), { refused: /:/ }).root);
    const requests = [
      () => store.get("b:c"),
      () => store.head!("b:c"),
      () => store.set!("b:c", Uint8Array.of(1)),
      () => store.set!("x:/y", Uint8Array.of(1)),
      () => store.get("x:/y"),
    ];
    for (const request of requests) {
      const error = await failure(request());
      expect(isHyperslabError(error, "invalid-request"), String(error)).toBe(true);
      expect(String(error)).toMatch(/file name "(b:c|x:)"/);
    }
  });

  test("a browser that cannot write says so; one without a private file system, too", async () => {
    const store = directoryHandleStore(fakeFileSystem(new Map(), { writable: false }).root);
    expect(isHyperslabError(await failure(store.set!("a", Uint8Array.of(1))), "unsupported")).toBe(true);
    Object.defineProperty(globalThis, "navigator", { value: undefined, configurable: true });
    expect(isHyperslabError(await failure(opfsStore().get("a")), "unsupported")).toBe(true);
  });

  test("a file that is in use for a moment is waited for", async () => {
    let held = 3;
    const before = (asked: string): void => {
      if (asked === "createWritable" && held-- > 0) throw new DOMException("held", "NoModificationAllowedError");
    };
    const store = directoryHandleStore(fakeFileSystem(new Map(), { before }).root);
    await store.set!("a", Uint8Array.of(5));
    expect(await store.get("a")).toEqual(Uint8Array.of(5));
  });

  test("a value where a directory has to be, and the other way round", async () => {
    for (const move of [true, false]) {
      const store = directoryHandleStore(fakeFileSystem(new Map([["a/b", Uint8Array.of(1)]]), { move }).root);
      expect(isHyperslabError(await failure(store.set!("a", Uint8Array.of(1))), "exists")).toBe(true);
      expect(isHyperslabError(await failure(store.set!("a/b/c", Uint8Array.of(1))), "exists")).toBe(true);
    }
  });
});

test("reads that belong together are of one version of a file", async () => {
  const store = directoryHandleStore(fakeFileSystem(new Map([["a", Uint8Array.of(1, 2)]])).root);
  const version = {};
  await store.get("a", { range: { offset: 0, length: 1 }, version });
  await store.set!("a", Uint8Array.of(3, 4));
  const error = await failure(store.get("a", { range: { offset: 1, length: 1 }, version }));
  expect(isHyperslabError(error, "invalid-data")).toBe(true);
});

test("names for unfinished values are not keys", async () => {
  const store = directoryHandleStore(fakeFileSystem(new Map([[".a.0123456789ab-1.partial", Uint8Array.of(1)]])).root);
  expect(await store.get(".a.0123456789ab-1.partial")).toBeUndefined();
  expect(await store.listDirectory!("")).toEqual({ keys: [], prefixes: [] });
  const error = await failure(store.set!("x/.a.0123456789ab-1.partial", Uint8Array.of(1)));
  expect(isHyperslabError(error, "invalid-request")).toBe(true);
});

describe("a Blob", () => {
  test("is read in slices, and no more than asked for", async () => {
    const blob = new Blob([Uint8Array.from({ length: 100 }, (_, i) => i)]);
    const slices: [number | undefined, number | undefined][] = [];
    const { slice } = blob;
    blob.slice = (start, end) => {
      slices.push([start, end]);
      return slice.call(blob, start, end);
    };
    const source = blobSource(blob);
    expect(await source.read({ offset: 10, length: 3 })).toEqual(Uint8Array.of(10, 11, 12));
    expect(await source.read({ suffix: 2 })).toEqual(Uint8Array.of(98, 99));
    expect(await source.size!()).toBe(100);
    expect(slices).toEqual([
      [10, 13],
      [98, 100],
    ]);
  });

  test("that changed on the disk is an error that says what to do", async () => {
    const blob = new Blob([Uint8Array.of(1)]);
    blob.arrayBuffer = async () => {
      throw new DOMException("gone", "NotReadableError");
    };
    const error = await failure(blobSource(blob).read());
    expect(isHyperslabError(error, "io"), String(error)).toBe(true);
    expect(String(error)).toContain("Choose it again");
    blob.arrayBuffer = async () => new ArrayBuffer(0);
    expect(isHyperslabError(await failure(blobSource(blob).read()), "invalid-data")).toBe(true);
  });
});

describe("open takes", () => {
  const data = Int16Array.of(1, 2, 3);
  async function folder(): Promise<ReturnType<typeof fakeFileSystem>> {
    const values = new Map<string, Uint8Array>();
    await create(values, { data });
    return fakeFileSystem(values);
  }
  async function archive(): Promise<File> {
    const target = memoryTarget();
    const store = zipStore(target);
    await create(store, { data });
    await store.close();
    return new File([new Uint8Array(target.bytes())], "data.zip");
  }
  const fileHandle = async (): Promise<unknown> => ({ kind: "file", name: "data.zip", getFile: archive });
  const fileEntry = async (): Promise<unknown> => ({
    isFile: true,
    isDirectory: false,
    name: "data.zip",
    file: (found: (file: File) => void) => void archive().then(found),
  });

  test.each<[string, () => Promise<unknown>]>([
    ["a directory handle", async () => (await folder()).root],
    ["a directory entry", async () => (await folder()).entry],
    ["the files of a folder", async () => (await folder()).files],
    ["an archive", archive],
    ["an archive that was chosen alone", async () => [await archive()]],
    ["the handle of an archive", fileHandle],
    ["the entry of an archive", fileEntry],
  ])("%s", async (_, make) => {
    const array = await openArray((await make()) as object, { dtype: "int16" });
    expect((await array.read()).data).toEqual(data);
  });

  test("what was dropped: handles where there are any, else folders and files", async () => {
    const { root, entry } = await folder();
    const file = await archive();
    const items = [
      { kind: "string", getAsFile: () => null },
      { kind: "file", getAsFile: () => file, getAsFileSystemHandle: async () => root },
      {
        kind: "file",
        getAsFile: () => file,
        webkitGetAsEntry: () => entry,
        getAsFileSystemHandle: () => Promise.reject(),
      },
      { kind: "file", getAsFile: () => file, webkitGetAsEntry: () => entry },
      { kind: "file", getAsFile: () => file },
    ];
    expect(await droppedItems({ items })).toEqual([root, entry, entry, file]);
  });

  test.each<[string, object, RegExp]>([
    ["a DataTransfer", { dropEffect: "none", items: [] }, /droppedItems/],
    ["no list of files", [1, 2], /not an address or a store/],
    ["an empty list", [], /not an address or a store/],
    ["two files of one name", [new File([], "a"), new File([], "a")], /same path/],
    ["a text file", new File(["no archive"], "notes.txt"), /notes\.txt/],
  ])("but not %s", async (_, input, words) => {
    const error = await failure(open(input));
    expect(isHyperslabError(error), String(error)).toBe(true);
    expect(String(error)).toMatch(words);
  });
});

test("files without a folder are keys by their names", async () => {
  const store = fileListStore([new File(["x"], "b"), new File(["y"], "a")]);
  expect(await store.listDirectory!("")).toEqual({ keys: ["a", "b"], prefixes: [] });
});
