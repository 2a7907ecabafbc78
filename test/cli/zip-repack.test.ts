/** Repacking: the values stay, the dead bytes go, and whatever fails leaves the archive as it was. */
import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { copy, create, openArray, openStore, type Progress, repackArchive } from "../../src/index.ts";
import { runCli } from "./run-cli.ts";
import { sampleFolder } from "./sample.ts";

const { folder, sample, path, remove } = sampleFolder();
afterAll(remove);

/** An archive with as many dead bytes as living ones. */
async function used(name: string): Promise<string> {
  const file = path(name);
  await copy(sample, file);
  for (const value of [1, 2, 3]) {
    const array = await openArray(`${file}::temperature`);
    await array.write(null, value);
    await array.close();
  }
  await (await create(`${file}::gone`, { data: new Float64Array(500).fill(1), dtype: "float64" })).close();
  const store = await openStore(file);
  await store.deletePrefix?.("gone");
  await store.close?.();
  return file;
}

async function values(file: string): Promise<ReadonlyMap<string, string>> {
  const store = await openStore(file);
  const found = new Map<string, string>();
  for await (const { key } of store.list!("")) found.set(key, Buffer.from((await store.get(key))!).toString("hex"));
  return found;
}

describe("zip repack", () => {
  it("drops what is dead and keeps every value", async () => {
    const file = await used("used.zip");
    chmodSync(file, 0o640);
    const [before, length] = [await values(file), statSync(file).size];
    const { code, stderr, stdout } = await runCli(["zip", "repack", file]);
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toMatch(/^\d+ values; [\d.]+ KiB to [\d.]+ KiB: [\d.]+ KiB freed\n$/);
    expect(await values(file)).toEqual(before);
    expect([statSync(file).size < length * 0.8, statSync(file).mode & 0o777]).toEqual([true, 0o640]);
    expect(await (await openArray(`${file}::temperature`)).item([0, 0, 0])).toBe(3);
    const again = JSON.parse((await runCli(["zip", "repack", file, "--json"])).stdout);
    expect(again).toMatchObject({ location: file, entries: before.size, bytesFreed: 0, bytes: statSync(file).size });
    expect(readdirSync(folder).filter((name) => /partial|lock/.test(name))).toEqual([]);
  });

  it("follows a link to the archive, and reports progress", async () => {
    const file = await used("linked.zip");
    symlinkSync(file, path("link.zip"));
    const events: Progress[] = [];
    const report = await repackArchive(path("link.zip"), { onProgress: (event) => events.push(event) });
    expect(report.bytes).toBe(statSync(file).size);
    expect(events.at(-1)).toMatchObject({ phase: "repack", done: report.entries, total: report.entries });
  });

  it("leaves a broken archive as it is", async () => {
    const file = await used("broken.zip");
    const bytes = readFileSync(file);
    const at = bytes.indexOf("lat/c/0");
    bytes[at + 60]! ^= 255;
    writeFileSync(file, bytes);
    expect((await runCli(["zip", "repack", file])).code).toBe(1);
    expect(readFileSync(file).equals(bytes)).toBe(true);
    truncateSync(file, 100);
    expect((await runCli(["zip", "repack", file])).code).toBe(1);
    expect(statSync(file).size).toBe(100);
    expect(readdirSync(folder).filter((name) => /partial|lock/.test(name))).toEqual([]);
  });

  it("is stopped by a signal, and by another writer", async () => {
    const file = await used("busy.zip");
    const bytes = readFileSync(file);
    const stopped = repackArchive(file, { signal: AbortSignal.abort() });
    await expect(stopped).rejects.toThrow(/abort/i);
    const store = await openStore(file);
    await store.set?.("x", new Uint8Array(5));
    expect(await runCli(["zip", "repack", file])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("written"),
    });
    await store.close?.();
    expect(readFileSync(file).subarray(0, 1000).equals(bytes.subarray(0, 1000))).toBe(true);
    expect((await runCli(["zip", "repack", file])).code).toBe(0);
  });

  it.each([
    [["zip"], 2, /the verb is missing/],
    [["zip", "unpack"], 2, /zip has no verb "unpack"/],
    [["zip", "repack"], 2, /the file is missing/],
    [["zip", "repack", "a", "b"], 2, /one argument too many/],
    [["zip", "repack", "none.zip"], 3, /there is no such archive/],
    [["zip", "repack", "http://127.0.0.1/a.zip"], 7, /only a local archive/],
  ])("%s", async (argv, code, message) => {
    expect(await runCli(argv)).toMatchObject({ code, stderr: expect.stringMatching(message) });
  });
});
