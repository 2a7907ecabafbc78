/** Whatever a writer of archives is interrupted in, what it leaves is the old archive or the new one. */
import { describe, expect, test } from "vitest";
import { type MemoryTarget, memoryTarget } from "../../src/bytes/source/byte-target.ts";
import { openArchive } from "../../src/stores/zip/archive.ts";
import { readComment, writeComment } from "../../src/stores/zip/own-comment.ts";
import { type ZipStore, zipStore } from "../../src/stores/zip/zip.ts";
import { bytes, keysOf, pattern } from "../contracts/store-contract.ts";
import { crashes, recordingTarget } from "./recording-target.ts";

type Values = ReadonlyMap<string, Uint8Array>;

function manyValues(count: number, length: number, seed: number, prefix = "a/c/"): Values {
  return new Map(Array.from({ length: count }, (_, i) => [`${prefix}${i}`, pattern(length, seed + i)]));
}

async function archiveOf(values: Values): Promise<Uint8Array> {
  const target = memoryTarget();
  const store = zipStore(target);
  for (const [key, value] of values) await store.set!(key, value);
  await store.close();
  return target.bytes();
}

async function expectValues(store: ZipStore, values: Values): Promise<void> {
  expect(await keysOf(store, "")).toEqual(Array.from(values.keys()).sort());
  for (const [key, value] of values) {
    if (Buffer.compare((await store.get(key))!, value) !== 0) expect.fail(`${key} is another`);
  }
}

/** Changes an archive, then looks at every state on the way. Gives how many there were, and how many were torn. */
async function expectOldOrNew(old: Values | undefined, changes: Values, deleted: readonly string[]): Promise<number> {
  const initial = old && (await archiveOf(old));
  const target = recordingTarget(initial);
  const store = zipStore(target);
  for (const [key, value] of changes) await store.set!(key, value);
  for (const key of deleted) await store.delete!(key);
  await store.close();
  const after = new Map([...(old ?? []), ...changes]);
  for (const key of deleted) after.delete(key);

  let torn = 0;
  for (const state of crashes(initial, target.steps)) {
    const expected = state.done === target.steps.length ? after : (old ?? new Map());
    await expectValues(zipStore(state.target), expected);
    await expectRepairable(state.target, expected);
    if (!state.whole) torn += 1;
  }
  return torn;
}

/** Whoever writes next gets rid of what was left: the archive is as long as if nothing had happened. */
async function expectRepairable(target: MemoryTarget, values: Values): Promise<void> {
  const archive = await openArchive(target, "archive");
  const end = (archive && readComment(archive.comment)?.finishedEnd) ?? (await target.size()) ?? 0;
  const store = zipStore(target);
  await store.set!("one-more", bytes(1));
  await store.close();
  await expectValues(zipStore(target), new Map([...values, ["one-more", bytes(1)]]));
  const directory = (archive?.place.size ?? 0) + 46 + "one-more".length;
  expect((await target.size())! - end).toBe(30 + "one-more".length + 1 + directory + 22);
}

describe("a crash at any step leaves the old archive or the new one", () => {
  test("a new archive", async () => {
    await expectOldOrNew(undefined, manyValues(20, 500, 1), []);
  });

  test("a new archive with values longer than the buffer", async () => {
    const torn = await expectOldOrNew(undefined, manyValues(3, 1_500_000, 1), []);
    expect(torn).toBeGreaterThan(10);
  });

  test("one value is replaced, one deleted", async () => {
    await expectOldOrNew(manyValues(10, 100, 1), new Map([["a/c/3", pattern(50, 9)]]), ["a/c/7"]);
  });

  test("an old directory of several blocks, whose copy takes three steps", async () => {
    const torn = await expectOldOrNew(manyValues(200, 10, 1), manyValues(150, 2000, 2), ["a/c/199"]);
    expect(torn).toBeGreaterThan(10);
  });

  test("an old directory longer than the 64 KiB that readers search", async () => {
    await expectOldOrNew(manyValues(300, 1, 1, `${"long".repeat(50)}/`), new Map([["new", pattern(70_000)]]), []);
  });

  test("everything is deleted", async () => {
    const values = manyValues(5, 10, 1);
    await expectOldOrNew(values, new Map(), Array.from(values.keys()));
  });
});

test("a comment of a stranger that looks like ours loses nothing", async () => {
  const values = manyValues(5, 10, 1);
  const inner = await archiveOf(manyValues(2, 10, 7));
  const outer = await archiveOf(new Map([...values, ["inner", inner]]));
  const at = Buffer.from(outer).indexOf(Buffer.from(inner)) + inner.byteLength;
  const comment = writeComment({ finishedEnd: at });
  const bytesWith = new Uint8Array([...outer, ...comment]);
  new DataView(bytesWith.buffer).setUint16(outer.byteLength - 2, comment.byteLength, true);
  const target = memoryTarget(bytesWith);
  const store = zipStore(target);
  await store.set!("more", bytes(1));
  await store.close();
  await expectValues(zipStore(target), new Map([...values, ["inner", inner], ["more", bytes(1)]]));
  expect((await openArchive(target, ""))!.comment).toEqual(bytes());
});

test("a writer that fails keeps what was set, and can try again", async () => {
  const target = memoryTarget(await archiveOf(manyValues(3, 10, 1)));
  let failing = true;
  const store = zipStore({
    ...target,
    truncate: async (size) => {
      if (failing) throw new Error("no space left");
      await target.truncate(size);
    },
  });
  await store.set!("new", bytes(1));
  await expect(store.close()).rejects.toThrow("no space left");
  expect(await store.get("new")).toEqual(bytes(1));
  await expectValues(zipStore(memoryTarget(target.bytes())), manyValues(3, 10, 1));
  failing = false;
  await store.close();
  await expectValues(zipStore(target), new Map([...manyValues(3, 10, 1), ["new", bytes(1)]]));
});
