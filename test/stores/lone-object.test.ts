/** A place that is one file: its one value like any store's, and no other key at all. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { kindAt, loneFile } from "../../src/stores/file/place-at.ts";
import { markFormat } from "../../src/stores/format-marks.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { loneObject } from "../../src/stores/wrappers/lone-object.ts";
import { readOnly } from "../../src/stores/wrappers/read-only.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-lone-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const value = Uint8Array.of(1, 2, 3, 4);

describe("one value of a store", () => {
  const inner = memoryStore([
    ["dir/x.blp", value],
    ["dir/y", Uint8Array.of(9)],
  ]);
  const lone = loneObject(inner, "dir/x.blp", "memory:m/dir/x.blp");

  it("is read whole and in part, examined and listed", async () => {
    expect(await lone.get("dir/x.blp")).toEqual(value);
    expect(await lone.get("dir/x.blp", { range: { offset: 1, length: 2 } })).toEqual(Uint8Array.of(2, 3));
    expect((await lone.head?.("dir/x.blp"))?.size).toBe(4);
    const listed = [];
    for await (const entry of lone.list!("")) listed.push(entry);
    expect(listed).toEqual([{ key: "dir/x.blp", size: 4 }]);
    expect(lone.object).toBe("dir/x.blp");
    expect(lone.location).toBe("memory:m/dir/x.blp");
  });

  it("hides its neighbours, and cannot change them", async () => {
    expect(await lone.get("dir/y")).toBeUndefined();
    expect(await lone.head?.("dir/y")).toBeUndefined();
    await lone.delete?.("dir/y");
    expect(await inner.get("dir/y")).toEqual(Uint8Array.of(9));
    await expect(lone.set!("dir/y", value)).rejects.toMatchObject({ code: "invalid-request" });
    await expect(lone.set!("dir", value)).rejects.toMatchObject({ code: "invalid-request" });
  });

  it("is replaced and deleted", async () => {
    await lone.set!("dir/x.blp", Uint8Array.of(5));
    expect(await inner.get("dir/x.blp")).toEqual(Uint8Array.of(5));
    await lone.delete!("dir/x.blp");
    expect(await lone.get("dir/x.blp")).toBeUndefined();
    const listed = [];
    for await (const entry of lone.list!("")) listed.push(entry);
    expect(listed).toEqual([]);
  });

  it("cannot be written where its store cannot", () => {
    const { set, delete: remove } = loneObject(readOnly(inner), "dir/x.blp", "x");
    expect(set).toBeUndefined();
    expect(remove).toBeUndefined();
  });
});

describe("a file of a known format", () => {
  it("is recognised by its first bytes, or by its name where nothing exists yet", async () => {
    const bytes = new TextEncoder().encode("mine");
    const unmark = markFormat({ name: "mine", file: { extensions: [".mine"], magic: [{ bytes, offset: 1 }] } });
    try {
      const path = join(folder, "some.data");
      writeFileSync(path, ".mine...");
      expect(kindAt(path, false)).toBe("file");
      const store = loneFile(path);
      expect(new TextDecoder().decode(await store.get("some.data"))).toBe(".mine...");
      expect(store.location).toBe(path);
      writeFileSync(join(folder, "other"), "PK..");
      expect(kindAt(join(folder, "other"), false)).toBe("directory");
      expect(kindAt(join(folder, "other"), true)).toBe("file");
      expect(kindAt(folder, true)).toBe("directory");
      expect(kindAt(join(folder, "new"), false)).toBe("directory");
      expect(kindAt(join(folder, "new"), true)).toBe("file");
      expect(kindAt(join(folder, "new.MINE"), false)).toBe("file");
      expect(await loneFile(join(folder, "new.mine")).get("new.mine")).toBeUndefined();
    } finally {
      unmark();
    }
  });
});
