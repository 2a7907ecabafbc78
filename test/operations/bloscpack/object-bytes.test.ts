/** Objects whose bytes are not what the metadata claims can be had as bytes; a failed unpack leaves nothing. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openArray, packObjects, readObject, unpackObjects } from "../../../src/index.ts";

let folder: string;
let file: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-objects-"));
  file = join(folder, "words.blp");
  await packObjects(["one", "QQQQ", "three"], file, { level: 0, checksum: "None" });
  // The second text is not UTF-8 any more.
  const bytes = readFileSync(file);
  bytes.fill(0xff, bytes.indexOf("QQQQ"), bytes.indexOf("QQQQ") + 4);
  writeFileSync(file, bytes);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BAD = Uint8Array.of(0xff, 0xff, 0xff, 0xff);

describe("a string that is not UTF-8", () => {
  it("is refused as a text", async () => {
    await expect((await openArray(file)).read()).rejects.toThrow(/not UTF-8/);
    await expect(unpackObjects(file, join(folder, "lines.txt"))).rejects.toThrow(/not UTF-8/);
    expect(existsSync(join(folder, "lines.txt"))).toBe(false);
  });

  it("is had as bytes", async () => {
    const { data, shape } = await (await openArray(file)).read(undefined, { as: "bytes" });
    expect([data, shape]).toEqual([[new TextEncoder().encode("one"), BAD, new TextEncoder().encode("three")], [3]]);
    expect(await readObject(file, 1, { as: "bytes" })).toEqual(BAD);
  });

  it("is unpacked to a file", async () => {
    const out = join(folder, "files");
    expect(await unpackObjects(file, out, { as: "files" })).toMatchObject({ objects: 3, lost: [] });
    expect(readdirSync(out).sort()).toEqual(["0", "1", "2"]);
    expect(Uint8Array.from(readFileSync(join(out, "1")))).toEqual(BAD);
    expect(readFileSync(join(out, "2"), "utf8")).toBe("three");
  });
});

describe("an unpack that fails", () => {
  it("leaves no directory", async () => {
    const damaged = join(folder, "damaged.blp");
    await packObjects(["a".repeat(9), "b".repeat(9)], damaged, { level: 0, checksum: "crc32" });
    const bytes = readFileSync(damaged);
    bytes.fill(0x63, bytes.indexOf("bbbb"), bytes.indexOf("bbbb") + 2);
    writeFileSync(damaged, bytes);
    const out = join(folder, "half");
    await expect(unpackObjects(damaged, out, { as: "files" })).rejects.toThrow();
    expect(existsSync(out) ? readdirSync(out) : []).toEqual([]);
    mkdirSync(join(folder, "kept"));
    writeFileSync(join(folder, "kept/mine.txt"), "mine");
    await expect(unpackObjects(damaged, join(folder, "kept"), { as: "files" })).rejects.toThrow();
    expect(readdirSync(join(folder, "kept"))).toEqual(["mine.txt"]);
  });

  it("leaves files that were in the way", async () => {
    const out = join(folder, "taken");
    mkdirSync(out);
    writeFileSync(join(out, "2"), "mine");
    await expect(unpackObjects(file, out, { as: "files" })).rejects.toMatchObject({ code: "exists" });
    expect([readdirSync(out), readFileSync(join(out, "2"), "utf8")]).toEqual([["2"], "mine"]);
  });
});
