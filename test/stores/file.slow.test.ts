/** The directory store with a disk that is waited for, and with writers that are killed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileStore } from "../../src/stores/file/file-store.ts";
import { describeStore, filled, keysOf } from "../contracts/store-contract.ts";
import { bundleStore } from "./bundled-store.ts";

const base = mkdtempSync(join(tmpdir(), "hyperslab-slow-"));
let module = "";
let count = 0;
beforeAll(() => {
  module = bundleStore(join(base, "module"), "file-store");
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

describeStore("fileStore: with fsync", {
  open: (entries) => filled(fileStore(join(base, String(++count)), { fsync: true }), entries),
  capabilities: ["head", "list", "listDirectory", "set", "delete", "deletePrefix", "rename", "locate"],
});

/** Overwrites one key for ever with values of one byte each; the byte tells the length. */
const writer = (path: string, fsync: boolean): string => `
  const { fileStore } = await import(${JSON.stringify(module)});
  const store = fileStore(${JSON.stringify(path)}, { fsync: ${fsync} });
  console.log("ready");
  for (let round = 0; ; round = (round + 1) % 200) {
    const length = round % 2 === 0 ? 1000 + round : 3000000 + round;
    await store.set("a/value", new Uint8Array(length).fill(round));
  }
`;

function expectWhole(value: Uint8Array | undefined): void {
  const round = value![0]!;
  expect(value!.byteLength).toBe(round % 2 === 0 ? 1000 + round : 3_000_000 + round);
  expect(Buffer.compare(value!, new Uint8Array(value!.byteLength).fill(round))).toBe(0);
}

test("a writer that is killed at any moment leaves a whole value, and what it left is invisible", async () => {
  const path = join(base, "killed");
  const store = fileStore(path);
  let leftovers = 0;
  // Nearly every kill hits a 3 MB value on its way; without any leftover the test would have shown nothing.
  for (let run = 0; run < 20 || (leftovers === 0 && run < 1000); run++) {
    const child = spawn(process.execPath, ["--input-type=module", "--eval", writer(path, run % 4 === 3)]);
    await once(child.stdout, "data");
    while ((await store.get("a/value")) === undefined) await wait(1);
    const end = performance.now() + 5 + (run % 20) * 7;
    while (performance.now() < end) expectWhole(await store.get("a/value"));
    child.kill("SIGKILL");
    await once(child, "exit");
    expectWhole(await store.get("a/value"));
    expect(await keysOf(store, "")).toEqual(["a/value"]);
    leftovers = readdirSync(join(path, "a")).length - 1;
  }
  expect(leftovers).toBeGreaterThan(0);
  await store.deletePrefix!("a");
  expect(readdirSync(path)).toEqual([]);
});

test("several processes that write one key and prune its directory lose nothing whole", async () => {
  const path = join(base, "shared");
  const script = (id: number): string => `
    const { fileStore } = await import(${JSON.stringify(module)});
    const store = fileStore(${JSON.stringify(path)});
    for (let round = 0; round < 300; round++) {
      await store.set("d/shared", new Uint8Array(round % 2 ? 500 : 300000).fill(${id}));
      await store.set("d/own-${id}", new Uint8Array(10).fill(${id}));
      await store.delete("d/own-${id}");
      if (round % 10 === 9) await store.delete("d/shared");
    }
    await store.set("d/done-${id}", new Uint8Array(1));
  `;
  const children = [1, 2].map((id) => spawn(process.execPath, ["--input-type=module", "--eval", script(id)]));
  let errors = "";
  for (const child of children) child.stderr.on("data", (text) => (errors += text));
  const exits = Promise.all(children.map((child) => once(child, "exit")));
  let running = true;
  void exits.then(() => (running = false));
  const store = fileStore(path);
  while (running) {
    const value = await store.get("d/shared");
    await wait(1);
    if (value === undefined) continue;
    expect([500, 300_000]).toContain(value.byteLength);
    expect(Buffer.compare(value, new Uint8Array(value.byteLength).fill(value[0]!))).toBe(0);
  }
  expect([errors, (await exits).map(([code]) => code)]).toEqual(["", [0, 0]]);
  expect(await keysOf(store, "d")).toEqual(["d/done-1", "d/done-2"]);
});
